//===- Baseline.cpp - The findings that were there before -----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report/Baseline.h"
#include "report/Fingerprint.h"
#include "report/ReadFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace devtidy::report;
using llvm::StringRef;

static constexpr int64_t Schema = 1;

Baseline::Key Baseline::keyOf(const Finding &F, const ReportContext &Context) {
  return {Context.displayed(F.Where.Path), F.Check, fingerprint(F, Context.Sources)};
}

Baseline Baseline::of(llvm::ArrayRef<Finding> Findings, const ReportContext &Context) {
  Baseline Result;
  for (const Finding &F : Findings)
    ++Result.Counts[keyOf(F, Context)];
  return Result;
}

static llvm::Error malformed(const llvm::Twine &Message) {
  return llvm::createStringError("malformed baseline: " + Message);
}

llvm::Expected<Baseline> Baseline::parse(StringRef Text) {
  llvm::Expected<llvm::json::Value> Value = parseJson(Text);
  if (!Value)
    return malformed(llvm::toString(Value.takeError()));
  const llvm::json::Object *Root = Value->getAsObject();
  const llvm::json::Array *Entries = Root ? Root->getArray("findings") : nullptr;
  if (!Entries)
    return malformed("no array 'findings'");
  if (std::optional<int64_t> Found = Root->getInteger("schema"); Found != Schema)
    return malformed("'schema' is not " + llvm::Twine(Schema) + "; write it again with --write-baseline");
  Baseline Result;
  for (auto [I, Entry] : llvm::enumerate(*Entries)) {
    const llvm::json::Object *Fields = Entry.getAsObject();
    if (!Fields)
      return malformed("findings[" + llvm::Twine(I) + "] is not an object");
    std::optional<StringRef> Path = Fields->getString("path"), Check = Fields->getString("check"),
                             Fingerprint = Fields->getString("fingerprint");
    std::optional<int64_t> Count = Fields->getInteger("count");
    if (!Path || !Check || !Fingerprint || !Count || *Count < 1)
      return malformed("findings[" + llvm::Twine(I) + "] lacks a path, check, fingerprint or count");
    Result.Counts[{Path->str(), Check->str(), Fingerprint->str()}] += *Count;
  }
  return Result;
}

void Baseline::write(llvm::raw_ostream &Out) const {
  llvm::json::OStream J(Out, /*IndentSize=*/2);
  J.object([&] {
    J.attribute("schema", Schema);
    J.attributeArray("findings", [&] {
      for (const auto &[Name, Count] : Counts)
        J.object([&, &Name = Name, &Count = Count] {
          J.attribute("path", std::get<0>(Name));
          J.attribute("check", std::get<1>(Name));
          J.attribute("fingerprint", std::get<2>(Name));
          J.attribute("count", Count);
        });
    });
  });
  Out << '\n';
}

std::vector<Finding> Baseline::onlyNew(std::vector<Finding> Findings, const ReportContext &Context) const {
  std::map<Key, unsigned> Left = Counts;
  llvm::erase_if(Findings, [&](const Finding &F) {
    auto Found = Left.find(keyOf(F, Context));
    if (Found == Left.end() || Found->second == 0)
      return false;
    --Found->second;
    return true;
  });
  return Findings;
}
