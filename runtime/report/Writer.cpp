//===- Writer.cpp -------------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/report/Writer.h"
#include "runtime/report/Json.h"
#include <cstdio>
#include <set>

namespace devtidy::runtime {
namespace {

struct Position {
  std::string File;
  unsigned Line = 0, Column = 0;
};

/// Takes ":12" from the end of Text; 0 if there is none.
unsigned takeNumber(std::string &Text) {
  const size_t Colon = Text.rfind(':');
  if (Colon == Text.npos || Colon + 1 == Text.size() || Text.find_first_not_of("0123456789", Colon + 1) != Text.npos)
    return 0;
  const unsigned Number = static_cast<unsigned>(std::strtoul(Text.c_str() + Colon + 1, nullptr, /*base=*/10));
  Text.resize(Colon);
  return Number;
}

/// Reads "train.cpp:4:10" and "train.cpp:4".
Position split(std::string Text) {
  Position P;
  const unsigned Last = takeNumber(Text), Before = takeNumber(Text);
  P.Line = Before ? Before : Last;
  P.Column = Before ? Last : 0;
  P.File = std::move(Text);
  return P;
}

std::string quoted(const std::string &Text) { return jsonText(Text); }

/// The elements of a JSON array, one a line.
template <typename T, typename F> std::string array(const std::vector<T> &Elements, F Write) {
  std::string Out;
  for (const T &E : Elements)
    if (std::string Text = Write(E); !Text.empty())
      Out += (Out.empty() ? "" : ",\n") + Text;
  return "[" + Out + "]";
}

std::string jsonPlace(const std::string &Where) {
  const Position P = split(Where);
  std::string Out = "\"path\": " + quoted(P.File);
  if (P.Line)
    Out += ", \"line\": " + std::to_string(P.Line);
  if (P.Column)
    Out += ", \"column\": " + std::to_string(P.Column);
  return Out;
}

std::string jsonStack(const WrittenSite &S) {
  return array(S.Frames, [](const Frame &F) {
    return "{\"function\": " + quoted(F.Function) + ", " + jsonPlace(F.position()) + "}";
  });
}

std::string enclosingFunction(const WrittenSite &S) {
  return S.Frames.empty() ? "" : S.Frames[userFrame(S.Frames)].Function;
}

std::string jsonFinding(const WrittenFinding &F) {
  if (!F.Count)
    return "";
  std::string Notes = array(F.Notes, [](const WrittenNote &N) {
    return "{\"message\": " + quoted(N.Text) + ", " + jsonPlace(N.Where.Position) +
           ", \"stack\": " + jsonStack(N.Where) + "}";
  });
  return "{\"check\": " + quoted(F.Check) + ", \"message\": " + quoted(F.Headline) + ", " +
         jsonPlace(F.Where.Position) + ", \"function\": " + quoted(enclosingFunction(F.Where)) +
         ", \"level\": 1, \"certain\": true,\n \"count\": " + std::to_string(F.Count) + ",\n \"notes\": " + Notes +
         ",\n \"stack\": " + jsonStack(F.Where) + "}";
}

/// A file of a position, as a reference from the folder that the document calls %SRCROOT%.
std::string sarifFile(const std::string &Path) {
  static constexpr std::string_view Plain = "/-._~!$&'()*+,;=:@0123456789"
                                            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  std::string Uri;
  for (const char C : Path) {
    char Code[4];
    std::snprintf(Code, sizeof Code, "%%%02X", static_cast<unsigned>(static_cast<unsigned char>(C)));
    if (Plain.find(C) == Plain.npos)
      Uri += Code;
    else
      Uri += C;
  }
  if (Path.starts_with('/'))
    return "{\"uri\": " + quoted("file://" + Uri) + "}";
  return "{\"uri\": " + quoted(Uri) + ", \"uriBaseId\": \"%SRCROOT%\"}";
}

std::string sarifLocation(const std::string &Where) {
  const Position P = split(Where);
  std::string Region;
  if (P.Line)
    Region = ", \"region\": {\"startLine\": " + std::to_string(P.Line) +
             (P.Column ? ", \"startColumn\": " + std::to_string(P.Column) : "") + "}";
  return "\"physicalLocation\": {\"artifactLocation\": " + sarifFile(P.File) + Region + "}";
}

std::string sarifStack(const WrittenSite &S) {
  return "{\"frames\": " +
         array(S.Frames,
               [](const Frame &F) {
                 return "{\"location\": {" + sarifLocation(F.position()) +
                        ", \"logicalLocations\": [{\"fullyQualifiedName\": " + quoted(F.Function) + "}]}}";
               }) +
         "}";
}

std::string sarifResult(const WrittenFinding &F) {
  if (!F.Count)
    return "";
  std::string Notes = array(F.Notes, [](const WrittenNote &N) {
    return "{\"message\": {\"text\": " + quoted(N.Text) + "}, " + sarifLocation(N.Where.Position) + "}";
  });
  return "{\"ruleId\": " + quoted(F.Check) + ", \"level\": \"warning\", \"message\": {\"text\": " + quoted(F.Headline) +
         "},\n \"locations\": [{" + sarifLocation(F.Where.Position) +
         "}],\n \"occurrenceCount\": " + std::to_string(F.Count) + ",\n \"relatedLocations\": " + Notes +
         ",\n \"stacks\": [" + sarifStack(F.Where) + "]}";
}

std::string textStack(const WrittenSite &S) {
  std::string Out;
  for (const Frame &F : S.Frames)
    Out += "    in " + (F.Function.empty() ? "?" : F.Function) + " " + F.position() + "\n";
  return Out;
}

std::string head(const WrittenSite &S) { return (S.Position.empty() ? "device-tidy" : S.Position) + ": "; }

} // namespace

std::string WrittenFinding::headline() const { return head(Where) + "warning: " + Headline + " [" + Check + "]\n"; }

std::string asText(const WrittenFinding &F) {
  std::string Out = F.headline() + textStack(F.Where);
  for (const WrittenNote &N : F.Notes)
    Out += head(N.Where) + "note: " + N.Text + "\n" + textStack(N.Where);
  return Out;
}

std::string asJson(const std::vector<WrittenFinding> &All) {
  return "{\"schema\": 1, \"version\": \"" DT_VERSION "\", \"findings\": " + array(All, jsonFinding) +
         ",\n\"problems\": []}\n";
}

std::string asSarif(const std::vector<WrittenFinding> &All) {
  std::set<std::string> Names;
  for (const WrittenFinding &F : All)
    if (F.Count)
      Names.insert(F.Check);
  const std::vector<std::string> Checks(Names.begin(), Names.end());
  std::string Rules = array(Checks, [](const std::string &Name) { return "{\"id\": " + quoted(Name) + "}"; });
  return "{\"$schema\": \"https://json.schemastore.org/sarif-2.1.0.json\", \"version\": \"2.1.0\",\n\"runs\": "
         "[{\"tool\": "
         "{\"driver\": {\"name\": \"device-tidy\", \"version\": \"" DT_VERSION "\", \"rules\": " +
         Rules + "}},\n\"results\": " + array(All, sarifResult) + "}]}\n";
}

} // namespace devtidy::runtime
