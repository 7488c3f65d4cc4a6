//===- OpsCommand.cpp - device-tidy ops ---------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Commands.h"
#include "driver/Installed.h"
#include "knowledge/Operators.h"
#include "knowledge/OperatorsText.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace devtidy::knowledge;

namespace devtidy::driver {

/// "+" means add, and C++ spells names with "::" or without "torch".
static std::string tableName(StringRef Name) {
  if (std::string_view Word = operatorForSyntax(std::string_view(Name)); !Word.empty())
    return std::string(Word);
  return Name.str();
}

Expected<int> runOps(const OpsArgs &Args, const ToolPaths &Tool) {
  SmallString<256> Folder;
  if (sys::fs::current_path(Folder))
    Folder.clear(); // nothing is looked for there
  chooseOperatorTable(Args.PyTorch,
                      Args.PyTorch.empty() ? findInstalled(pythonOrDefault(""), Folder, Tool.Root) : Installed());
  std::string Name = tableName(Args.Name);
  std::string Text = Args.Json ? operatorsAsJson(Name) : describeOperator(Name);
  if (Text.empty() || Text == "[]\n")
    return createStringError(inconvertibleErrorCode(),
                             "PyTorch " + std::string(operatorTableVersion()) + " has no operator '" + Args.Name + "'");
  outs() << Text;
  return int(NoFinding);
}

} // namespace devtidy::driver
