//===- JsonValue.h - A document of JSON that is read and written again --------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_RUNTIME_REPORT_JSONVALUE_H
#define DEVTIDY_RUNTIME_REPORT_JSONVALUE_H

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace devtidy::runtime {

/// Members keep their order.
struct JsonValue {
  struct Member;
  enum class Kind {
    Word, ///< a number, true, false, null: as it is spelled
    Text, ///< without quotes and escapes
    Array,
    Object,
  };
  Kind Is = Kind::Word;
  std::string Text;
  std::vector<JsonValue> Items;
  std::vector<Member> Members;

  /// Nothing if the text is no JSON.
  static std::optional<JsonValue> parse(std::string_view Text);
  static JsonValue number(uint64_t Value);

  /// Null if there is no such member.
  const JsonValue *find(std::string_view Name) const;
  JsonValue *find(std::string_view Name) { return const_cast<JsonValue *>(std::as_const(*this).find(Name)); }
  void set(std::string_view Name, JsonValue Value);
  /// The member of a member, by names and numbers: at({"locations", "0", "region"}).
  const JsonValue *at(std::initializer_list<std::string_view> Path) const;
  /// 0 if it is no number.
  uint64_t asNumber() const;

  /// Lines are indented by two blanks for each level.
  std::string str(unsigned Level = 0) const;
};

struct JsonValue::Member {
  std::string Name;
  JsonValue Value;
};

} // namespace devtidy::runtime

#endif // DEVTIDY_RUNTIME_REPORT_JSONVALUE_H
