//===- JsonValue.cpp ------------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/report/JsonValue.h"
#include "runtime/report/Json.h"
#include <algorithm>
#include <charconv>

namespace devtidy::runtime {
namespace {

void appendUtf8(std::string &Out, uint32_t Code) {
  auto Tail = [&](unsigned Shift) { Out += static_cast<char>(0x80 | ((Code >> Shift) & 0x3f)); };
  if (Code < 0x80) {
    Out += static_cast<char>(Code);
  } else if (Code < 0x800) {
    Out += static_cast<char>(0xc0 | (Code >> 6));
    Tail(0);
  } else if (Code < 0x10000) {
    Out += static_cast<char>(0xe0 | (Code >> 12));
    Tail(6);
    Tail(0);
  } else {
    Out += static_cast<char>(0xf0 | (Code >> 18));
    Tail(12);
    Tail(6);
    Tail(0);
  }
}

class Parser {
public:
  explicit Parser(std::string_view Source) : Rest(Source) {}

  bool parse(JsonValue &Into) { return value(Into, 0) && (skipBlanks(), Rest.empty()); }

private:
  /// Deeper than any document of ours.
  static constexpr unsigned MaxDepth = 64;

  void skipBlanks() { Rest.remove_prefix(std::min(Rest.find_first_not_of(" \t\r\n"), Rest.size())); }

  bool take(char C) {
    skipBlanks();
    if (!Rest.starts_with(C))
      return false;
    Rest.remove_prefix(1);
    return true;
  }

  bool value(JsonValue &Into, unsigned Depth) {
    skipBlanks();
    if (Rest.empty() || Depth > MaxDepth)
      return false;
    switch (Rest.front()) {
    case '{':
      return object(Into, Depth);
    case '[':
      return array(Into, Depth);
    case '"':
      Into.Is = JsonValue::Kind::Text;
      return text(Into.Text);
    default:
      return word(Into.Text);
    }
  }

  bool object(JsonValue &Into, unsigned Depth) {
    Into.Is = JsonValue::Kind::Object;
    take('{');
    if (take('}'))
      return true;
    do {
      auto &[Name, Value] = Into.Members.emplace_back();
      if (!text(Name) || !take(':') || !value(Value, Depth + 1))
        return false;
    } while (take(','));
    return take('}');
  }

  bool array(JsonValue &Into, unsigned Depth) {
    Into.Is = JsonValue::Kind::Array;
    take('[');
    if (take(']'))
      return true;
    do {
      if (!value(Into.Items.emplace_back(), Depth + 1))
        return false;
    } while (take(','));
    return take(']');
  }

  bool word(std::string &Into) {
    const size_t End = std::min(Rest.find_first_not_of("+-.0123456789abcdefghijklmnopqrstuvwxyzE"), Rest.size());
    Into = Rest.substr(0, End);
    Rest.remove_prefix(End);
    return End != 0;
  }

  bool text(std::string &Into) {
    if (!take('"'))
      return false;
    while (!Rest.empty()) {
      const char C = Rest.front();
      Rest.remove_prefix(1);
      if (C == '"')
        return true;
      if (C != '\\')
        Into += C;
      else if (!escape(Into))
        return false;
    }
    return false;
  }

  bool escape(std::string &Into) {
    if (Rest.empty())
      return false;
    const char C = Rest.front();
    Rest.remove_prefix(1);
    static constexpr std::string_view Names = "bfnrt", Meanings = "\b\f\n\r\t";
    if (const size_t At = Names.find(C); At != Names.npos) {
      Into += Meanings[At];
      return true;
    }
    if (C != 'u') {
      Into += C;
      return true;
    }
    uint32_t Code = 0, Low = 0;
    if (!hexadecimal(Code))
      return false;
    // The first half of a pair.
    if (Code >= 0xd800 && Code < 0xdc00 && Rest.starts_with("\\u")) {
      Rest.remove_prefix(2);
      if (!hexadecimal(Low))
        return false;
      Code = 0x10000 + ((Code - 0xd800) << 10) + ((Low - 0xdc00) & 0x3ff);
    }
    appendUtf8(Into, Code);
    return true;
  }

  bool hexadecimal(uint32_t &Into) {
    if (Rest.size() < 4)
      return false;
    auto [End, Error] = std::from_chars(Rest.data(), Rest.data() + 4, Into, /*base=*/16);
    const bool IsRead = Error == std::errc() && End == Rest.data() + 4;
    Rest.remove_prefix(4);
    return IsRead;
  }

  std::string_view Rest;
};

} // namespace

std::optional<JsonValue> JsonValue::parse(std::string_view Text) {
  JsonValue Result;
  return Parser(Text).parse(Result) ? std::optional(std::move(Result)) : std::nullopt;
}

JsonValue JsonValue::number(uint64_t Value) { return {.Text = std::to_string(Value)}; }

const JsonValue *JsonValue::find(std::string_view Name) const {
  auto Known = std::ranges::find(Members, Name, &Member::Name);
  return Known == Members.end() ? nullptr : &Known->Value;
}

void JsonValue::set(std::string_view Name, JsonValue Value) {
  if (JsonValue *Known = find(Name))
    *Known = std::move(Value);
  else
    Members.push_back({std::string(Name), std::move(Value)});
}

const JsonValue *JsonValue::at(std::initializer_list<std::string_view> Path) const {
  const JsonValue *At = this;
  for (std::string_view Step : Path) {
    if (At->Is == Kind::Array) {
      size_t Index = At->Items.size();
      std::from_chars(Step.data(), Step.data() + Step.size(), Index);
      At = Index < At->Items.size() ? &At->Items[Index] : nullptr;
    } else {
      At = At->find(Step);
    }
    if (!At)
      return nullptr;
  }
  return At;
}

uint64_t JsonValue::asNumber() const {
  uint64_t Value = 0;
  if (Is == Kind::Word)
    std::from_chars(Text.data(), Text.data() + Text.size(), Value);
  return Value;
}

std::string JsonValue::str(unsigned Level) const {
  if (Is == Kind::Word)
    return Text;
  if (Is == Kind::Text)
    return jsonText(Text);
  const bool IsArray = Is == Kind::Array;
  if (IsArray ? Items.empty() : Members.empty())
    return IsArray ? "[]" : "{}";
  std::string Line(1, '\n');
  Line.append(size_t(Level + 1) * 2, ' ');
  std::string Out;
  auto Add = [&](const std::string &Part) { (Out += Out.empty() ? "" : ",") += Line + Part; };
  for (const JsonValue &Item : Items)
    Add(Item.str(Level + 1));
  for (const auto &[Name, Value] : Members)
    Add(jsonText(Name) + ": " + Value.str(Level + 1));
  return (IsArray ? "[" : "{") + Out + "\n" + std::string(size_t(Level) * 2, ' ') + (IsArray ? "]" : "}");
}

} // namespace devtidy::runtime
