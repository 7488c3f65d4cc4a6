//===- Merge.cpp ----------------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/report/Merge.h"
#include "runtime/report/JsonValue.h"
#include <algorithm>
#include <tuple>

namespace devtidy::runtime {
namespace {

/// File, line, column, check.
using Key = std::tuple<std::string, uint64_t, uint64_t, std::string>;

std::string textAt(const JsonValue &Of, std::initializer_list<std::string_view> Path) {
  const JsonValue *Found = Of.at(Path);
  return Found ? Found->Text : "";
}

uint64_t numberAt(const JsonValue &Of, std::initializer_list<std::string_view> Path) {
  const JsonValue *Found = Of.at(Path);
  return Found ? Found->asNumber() : 0;
}

Key keyOfFinding(const JsonValue &F) {
  return {textAt(F, {"path"}), numberAt(F, {"line"}), numberAt(F, {"column"}), textAt(F, {"check"})};
}

Key keyOfResult(const JsonValue &R) {
  const JsonValue *Place = R.at({"locations", "0", "physicalLocation"});
  if (!Place)
    return {"", 0, 0, textAt(R, {"ruleId"})};
  return {textAt(*Place, {"artifactLocation", "uri"}), numberAt(*Place, {"region", "startLine"}),
          numberAt(*Place, {"region", "startColumn"}), textAt(R, {"ruleId"})};
}

/// Into stays sorted.
void join(std::vector<JsonValue> &Into, const std::vector<JsonValue> &New, Key (*KeyOf)(const JsonValue &),
          std::string_view Count) {
  for (const JsonValue &Each : New) {
    auto Same = std::ranges::find(Into, KeyOf(Each), KeyOf);
    if (Same == Into.end())
      Into.push_back(Each);
    else
      Same->set(Count, JsonValue::number(numberAt(*Same, {Count}) + numberAt(Each, {Count})));
  }
  std::ranges::sort(Into, {}, KeyOf);
}

/// The rules of both runs, and for each result the number of its rule.
void joinRules(JsonValue &Run, const JsonValue &NewRun) {
  JsonValue *Tool = Run.find("tool"), *Driver = Tool ? Tool->find("driver") : nullptr;
  JsonValue *Rules = Driver ? Driver->find("rules") : nullptr;
  const JsonValue *NewRules = NewRun.at({"tool", "driver", "rules"});
  if (!Rules || !NewRules)
    return;
  auto IdOf = [](const JsonValue &Rule) { return textAt(Rule, {"id"}); };
  for (const JsonValue &Rule : NewRules->Items)
    if (std::ranges::find(Rules->Items, IdOf(Rule), IdOf) == Rules->Items.end())
      Rules->Items.push_back(Rule);
  std::ranges::sort(Rules->Items, {}, IdOf);
  for (JsonValue &Result : Run.find("results")->Items) {
    auto Rule = std::ranges::find(Rules->Items, textAt(Result, {"ruleId"}), IdOf);
    Result.set("ruleIndex", JsonValue::number(static_cast<uint64_t>(Rule - Rules->Items.begin())));
  }
}

JsonValue *memberOf(JsonValue *Of, std::string_view Name, JsonValue::Kind Kind) {
  JsonValue *Found = Of ? Of->find(Name) : nullptr;
  return Found && Found->Is == Kind ? Found : nullptr;
}

} // namespace

std::string merged(Format Of, const std::string &Old, const std::string &New) {
  std::optional<JsonValue> Both = JsonValue::parse(Old), Added = JsonValue::parse(New);
  if (!Added)
    return Old;
  const std::string Alone = Added->str() + "\n";
  if (!Both)
    return Alone;
  constexpr auto Array = JsonValue::Kind::Array;
  if (Of == Format::Json) {
    JsonValue *Findings = memberOf(&*Both, "findings", Array);
    if (!Findings)
      return Alone;
    join(Findings->Items, Added->find("findings")->Items, keyOfFinding, "count");
    return Both->str() + "\n";
  }
  JsonValue *Runs = memberOf(&*Both, "runs", Array);
  JsonValue *Run = Runs && !Runs->Items.empty() ? &Runs->Items.front() : nullptr;
  JsonValue *Results = memberOf(Run, "results", Array);
  if (!Results)
    return Alone;
  const JsonValue &NewRun = Added->find("runs")->Items.front();
  join(Results->Items, NewRun.find("results")->Items, keyOfResult, "occurrenceCount");
  joinRules(*Run, NewRun);
  // What an empty document said of its making.
  std::erase_if(Run->Members, [](const auto &Member) { return Member.Name == "invocations"; });
  return Both->str() + "\n";
}

} // namespace devtidy::runtime
