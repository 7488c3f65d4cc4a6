//===- OpsCommand.cpp - device-tidy ops ---------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Commands.h"
#include "driver/Installed.h"
#include "driver/Selection.h"
#include "knowledge/Operators.h"
#include "knowledge/OperatorsText.h"
#include "knowledge/Summaries.h"
#include "llvm/ADT/STLExtras.h"
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

/// The operator that was perhaps meant: a name without its scope and its overload is compared.
static std::string guess(StringRef Name) {
  StringRef Base = Name.substr(Name.rfind("::") == StringRef::npos ? 0 : Name.rfind("::") + 2);
  SmallVector<StringRef> Bases;
  for (const OperatorOverload &O : allOperators())
    Bases.emplace_back(O.Base.data(), O.Base.size());
  SmallVector<StringRef> Words;
  Base.split(Words, '.');
  for (StringRef Word : reverse(Words)) {
    if (is_contained(Bases, Word))
      return ("; 'device-tidy ops " + Word + "' prints all of '" + Word + "'").str();
    if (std::string Nearest = didYouMean(Word, ArrayRef<StringRef>(Bases)); !Nearest.empty())
      return Nearest;
  }
  return "";
}

/// What was found in the sources of one release is not told of an older one.
static bool hasSummaries() {
  const std::vector<std::string_view> Tables = operatorTables();
  return find(Tables, operatorTableVersion()) >= find(Tables, summarizedRelease());
}

Expected<int> runOps(const OpsArgs &Args, const ToolPaths &Tool) {
  SmallString<256> Folder;
  if (sys::fs::current_path(Folder))
    Folder.clear(); // nothing is looked for there
  chooseOperatorTable(Args.PyTorch,
                      Args.PyTorch.empty() ? findInstalled(pythonOrDefault(""), Folder, Tool.Root) : Installed());
  std::string Name = tableName(Args.Name);
  std::string Operators = Args.Json ? operatorsAsJson(Name) : describeOperator(Name);
  std::string Functions;
  if (hasSummaries())
    Functions = Args.Json ? summariesAsJson(Name) : describeSummaries(Name);
  if (Operators.empty() && Functions.empty())
    return createStringError(inconvertibleErrorCode(), "PyTorch " + std::string(operatorTableVersion()) +
                                                           " has no operator '" + Args.Name + "'" + guess(Args.Name));
  const bool Both = !Operators.empty() && !Functions.empty();
  if (Args.Json)
    outs() << "[\n" << Operators << (Both ? ",\n" : "") << Functions << "\n]\n";
  else
    outs() << Operators << (Both ? "\n" : "") << Functions;
  return int(NoFinding);
}

} // namespace devtidy::driver
