//===- Fingerprint.cpp - A name for a finding that survives line moves ----===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report/Fingerprint.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/xxhash.h"

using namespace devtidy::report;
using llvm::StringRef;

std::string devtidy::report::fingerprint(const Finding &F, SourceCache &Sources) {
  std::string Key = F.Check;
  Key += '\0';
  if (const SourceText *Source = Sources.get(F.Where.Path))
    for (char C : Source->line(Source->lineOf(F.Where.Point)))
      if (!llvm::isSpace(C))
        Key += C;
  Key += '\0';
  Key += F.Function;
  return llvm::utohexstr(llvm::xxh3_64bits(StringRef(Key)), /*LowerCase=*/true, /*Width=*/16);
}

std::vector<std::string> devtidy::report::countedFingerprints(llvm::ArrayRef<Finding> Findings, SourceCache &Sources) {
  std::vector<std::string> Result;
  llvm::StringMap<unsigned> Seen;
  for (const Finding &F : Findings) {
    std::string Name = fingerprint(F, Sources);
    unsigned Index = ++Seen[F.Where.Path + '\0' + Name];
    Result.push_back(Name + ":" + std::to_string(Index));
  }
  return Result;
}
