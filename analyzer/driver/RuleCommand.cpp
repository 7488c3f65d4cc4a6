//===- RuleCommand.cpp - device-tidy rule -------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/Check.h"
#include "checks/Run.h"
#include "driver/Commands.h"
#include "driver/Selection.h"
#include "report/ReadFile.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace devtidy::driver {

std::string readPage(StringRef Check, const ToolPaths &Tool) {
  Check.consume_front("device-");
  auto Buffer = report::readFileOrNull(Tool.pages() + "/" + Check.str() + ".md");
  return Buffer ? Buffer->getBuffer().str() : std::string();
}

static void printList() {
  size_t Width = 0;
  for (const checks::Check *C : checks::allChecks())
    Width = std::max(Width, C->Name.size());
  for (const checks::Check *C : checks::allChecks())
    outs() << C->Name << std::string(Width - C->Name.size() + 2, ' ') << "level " << C->Level << "  " << C->Headline
           << '\n';
}

Expected<int> runRule(const RuleArgs &Args, const ToolPaths &Tool) {
  if (Args.Name.empty() && !Args.All) {
    printList();
    return int(NoFinding);
  }
  if (!Args.Name.empty())
    if (std::string Why = explainUnknownCheck(Args.Name); !Why.empty()) {
      // Some have a page, and are only made while a program runs.
      std::string Page = StringRef(Args.Name).contains('/') ? "" : readPage(Args.Name, Tool);
      if (Page.empty())
        return createStringError(inconvertibleErrorCode(), Why);
      outs() << Page;
      return int(NoFinding);
    }
  Selection Wanted(Args.All ? ArrayRef<std::string>() : ArrayRef<std::string>(Args.Name), {}, 3, Settings());
  bool First = true;
  for (const std::string &Name : Wanted.enabled()) {
    std::string Page = readPage(Name, Tool);
    if (Page.empty())
      return createStringError(inconvertibleErrorCode(),
                               "the page of " + Name + " is not installed in " + Tool.pages());
    outs() << (First ? "" : "\n") << Page;
    First = false;
  }
  return int(NoFinding);
}

} // namespace devtidy::driver
