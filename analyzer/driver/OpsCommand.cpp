//===- OpsCommand.cpp - device-tidy ops ---------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Commands.h"
#include "driver/Installed.h"
#include "driver/Selection.h"
#include "knowledge/Names.h"
#include "knowledge/NamesText.h"
#include "knowledge/Operators.h"
#include "knowledge/OperatorsText.h"
#include "knowledge/Spelling.h"
#include "knowledge/Summaries.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
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

/// Names of functions, classes and methods without what they are in.
static std::vector<StringRef> shortNames() {
  std::vector<StringRef> Names;
  auto Add = [&](std::string_view Name) { Names.push_back(ir::lastName(Name)); };
  for (const OperatorOverload &O : allOperators())
    Names.emplace_back(O.Base);
  for (const Callable &C : allFunctions())
    Add(C.Name);
  for (const ClassInfo &C : allClasses())
    Add(C.Name);
  for (const Method &M : allMethods())
    Add(M.What.Name);
  for (const LibrarySummary &S : librarySummaries())
    Add(S.Name);
  return Names;
}

static std::vector<StringRef> qualifiedNames() {
  std::vector<StringRef> Names;
  for (const Callable &C : allFunctions())
    Names.emplace_back(C.Name);
  for (const ClassInfo &C : allClasses())
    Names.emplace_back(C.Name);
  for (const LibrarySummary &S : librarySummaries())
    Names.emplace_back(S.Name);
  return Names;
}

/// What was perhaps meant: the name with what it is in, else its parts from the last to the first.
static std::string guess(StringRef Name) {
  const std::string Expanded = expandName(std::string_view(Name));
  SmallVector<StringRef> Words;
  SplitString(Expanded, Words, ".:");
  const std::vector<StringRef> Qualified = qualifiedNames();
  auto InSamePackage = [&](StringRef Known) {
    return Known.consume_front(Words.front()) && (Known.starts_with(".") || Known.starts_with("::"));
  };
  if (Words.size() > 1 && any_of(Qualified, InSamePackage))
    if (std::string Nearest = didYouMean(Expanded, Qualified); !Nearest.empty())
      return Nearest;
  const std::vector<StringRef> Known = shortNames();
  if (Words.size() > 1)
    for (StringRef Word : reverse(Words))
      if (!findOperator(Word).empty())
        return ("; 'device-tidy ops " + Word + "' prints all of '" + Word + "'").str();
  for (StringRef Word : reverse(Words))
    if (std::string Nearest = didYouMean(Word, Known); !Nearest.empty())
      return Nearest;
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
  Expected<std::string> Python = pythonOrDefault("");
  if (!Python)
    return Python.takeError();
  chooseOperatorTable(Args.PyTorch, Args.PyTorch.empty() ? findInstalled(*Python, Folder, Tool.Root) : Installed());
  std::string Name = tableName(Args.Name);
  SmallVector<std::string, 3> Found;
  auto Add = [&](std::string Text) {
    if (!Text.empty())
      Found.push_back(std::move(Text));
  };
  Add(Args.Json ? operatorsAsJson(Name) : describeOperator(Name));
  const bool BesideOperator = !Found.empty();
  Add(Args.Json ? namesAsJson(Name, BesideOperator) : describeNames(Name, BesideOperator));
  if (hasSummaries())
    Add(Args.Json ? summariesAsJson(Name) : describeSummaries(Name));
  if (Found.empty())
    return createStringError(inconvertibleErrorCode(), "PyTorch " + std::string(operatorTableVersion()) +
                                                           " has no operator, function or class '" + Args.Name + "'" +
                                                           guess(Args.Name));
  if (Args.Json)
    outs() << "[\n" << join(Found, ",\n") << "\n]\n";
  else
    outs() << join(Found, "\n");
  return int(NoFinding);
}

} // namespace devtidy::driver
