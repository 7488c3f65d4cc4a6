//===- SiteFilter.cpp ----------------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/pass/SiteFilter.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace devtidy::pass {

Expected<SiteFilter> SiteFilter::read(StringRef Path) {
  SiteFilter Filter;
  if (Path.empty())
    return Filter;
  Filter.All = false;
  auto Buffer = MemoryBuffer::getFile(Path);
  if (!Buffer)
    return createStringError(Buffer.getError(), "cannot read the sites " + Path + ": " + Buffer.getError().message());
  Expected<json::Value> Parsed = json::parse((*Buffer)->getBuffer());
  const json::Object *Document = Parsed ? Parsed->getAsObject() : nullptr;
  const json::Array *Sites = Document ? Document->getArray("sites") : nullptr;
  if (!Sites) {
    if (!Parsed)
      consumeError(Parsed.takeError());
    return createStringError(inconvertibleErrorCode(), Path + " is no list of device-tidy check --write-sites");
  }
  for (const json::Value &V : *Sites)
    if (const json::Object *Site = V.getAsObject())
      Filter.Wanted.emplace(Site->getString("path").value_or("").str(), Site->getInteger("line").value_or(0),
                            Site->getInteger("column").value_or(0));
  return Filter;
}

bool SiteFilter::wants(const DILocation *At) const {
  if (All || !At)
    return All;
  SmallString<256> Path(At->getFilename()), Real;
  sys::path::make_absolute(At->getDirectory(), Path);
  sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
  if (!sys::fs::real_path(Path, Real))
    Path = Real;
  return Wanted.count({Path.str().str(), At->getLine(), At->getColumn()}) != 0;
}

} // namespace devtidy::pass
