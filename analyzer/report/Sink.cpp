//===- Sink.cpp - The output formats --------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report/Sink.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

using namespace devtidy::report;
using llvm::StringRef;

std::string ReportContext::displayed(StringRef Path) const {
  StringRef Rest = Path;
  if (!Root.empty() && Rest.consume_front(Root) && (Root.ends_with("/") || Rest.consume_front("/")) && !Rest.empty())
    return validUtf8(Rest);
  return validUtf8(llvm::sys::path::remove_leading_dotslash(Path));
}

std::string ReportContext::url(llvm::StringRef Check) const {
  Check.consume_front("device-");
  if (!PagesUrl.empty()) {
    const auto [Before, After] = PagesUrl.split("{check}");
    return (Before + Check + After).str();
  }
  return InformationUri.empty() ? "" : (InformationUri.rtrim('/') + "/docs/checks/" + Check + ".md").str();
}

std::string ReportContext::linked(llvm::StringRef Check) const {
  const std::string Url = Colors ? url(Check) : "";
  const auto Link = [](llvm::StringRef To) { return ("\x1b]8;;" + To + "\x1b\\").str(); };
  return Url.empty() ? Check.str() : Link(Url) + Check.str() + Link("");
}

const CheckInfo *ReportContext::find(StringRef Check) const {
  const auto *Found = llvm::find_if(Checks, [&](const CheckInfo &C) { return C.Name == Check; });
  return Found == Checks.end() ? nullptr : Found;
}

llvm::StringRef devtidy::report::settledName(Settled S) {
  switch (S) {
  case Settled::No:
    return "";
  case Settled::Confirmed:
    return "confirmed";
  case Settled::Refuted:
    return "refuted";
  case Settled::NotReached:
    return "not-reached";
  }
  return "";
}

std::vector<std::string> devtidy::report::worldNames(uint8_t Worlds) {
  std::vector<std::string> Names;
  for (auto [Bit, Name] : {std::pair(WorldCpu, "cpu"), std::pair(WorldGpu, "gpu"), std::pair(WorldMulti, "multi")})
    if (Worlds & Bit)
      Names.emplace_back(Name);
  return Names;
}

llvm::ArrayRef<Sink> devtidy::report::allSinks() {
  static constexpr Sink Sinks[] = {
      {"full", writeFull},     {"concise", writeConcise}, {"sarif", writeSarif}, {"json", writeJson},
      {"github", writeGitHub}, {"gitlab", writeGitLab},   {"junit", writeJUnit},
  };
  return Sinks;
}

const Sink *devtidy::report::findSink(StringRef Name) {
  const auto *Found = llvm::find_if(allSinks(), [&](const Sink &S) { return S.Name == Name; });
  return Found == allSinks().end() ? nullptr : Found;
}
