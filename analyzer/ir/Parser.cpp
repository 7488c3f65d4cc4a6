//===- Parser.cpp - From the text form to the IR --------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ir/FunctionParser.h"
#include "ir/Text.h"
#include "llvm/ADT/Twine.h"

namespace devtidy::ir {

namespace {

class ModuleParser {
public:
  ModuleParser(Module &M, Cursor &C) : M(M), C(C) {}
  bool parse();

private:
  bool moduleHeader();
  bool file();
  bool problem();
  bool alias();
  bool classDefinition();
  bool resolveCallees();

  Module &M;
  Cursor &C;
  std::vector<PendingCallee> Callees;
};

} // namespace

bool ModuleParser::parse() {
  if (C.takeKeyword("module") && !moduleHeader())
    return false;
  while (!C.atEnd()) {
    size_t Start = C.position();
    llvm::StringRef Word = C.takeWord();
    bool Good;
    if (Word == "func")
      Good = FunctionParser(M, C, Callees).parse();
    else if (Word == "class")
      Good = classDefinition();
    else if (Word == "file")
      Good = file();
    else if (Word == "problem")
      Good = problem();
    else if (Word == "alias")
      Good = alias();
    else
      Good = C.fail(Start, "expected 'func', 'class', 'file', 'problem' or 'alias'");
    if (!Good)
      return false;
  }
  return resolveCallees();
}

bool ModuleParser::moduleHeader() {
  if (C.takeKeyword("cpp"))
    M.Lang = Language::Cpp;
  else if (C.takeKeyword("cuda"))
    M.Lang = Language::Cuda;
  else if (C.takeKeyword("python"))
    M.Lang = Language::Python;
  else
    return C.expected("'cpp', 'cuda' or 'python'");
  return C.quoted(M.Name);
}

bool ModuleParser::file() {
  llvm::StringRef Path;
  if (!C.quoted(Path))
    return false;
  M.addFile(Path, !C.takeKeyword("unchecked"));
  return true;
}

bool ModuleParser::problem() {
  Problem P;
  if (!C.quoted(P.Text) || !C.optionalRange(P.Range))
    return false;
  M.Problems.push_back(P);
  return true;
}

bool ModuleParser::alias() {
  Alias A;
  if (!C.symbol(A.Name) || !C.expect('=') || !C.symbol(A.Target))
    return false;
  M.Aliases.push_back(A);
  return true;
}

bool ModuleParser::classDefinition() {
  llvm::StringRef Name;
  if (!C.symbol(Name))
    return false;
  Class &K = M.Classes[M.addClass(Name).index()];
  if (C.take(':')) {
    do {
      if (!C.symbol(K.Bases.emplace_back()))
        return false;
    } while (C.take(','));
  }
  while (C.takeKeyword("decorator"))
    if (!C.symbol(K.Decorators.emplace_back()))
      return false;
  if (!C.optionalRange(K.Range))
    return false;
  if (!C.take('{'))
    return true;
  while (!C.take('}')) {
    Field F;
    if (!C.wordOrQuoted(F.Name, "a field name or '}'") || !C.expect(':') || !C.type(F.DeclaredType) ||
        !C.optionalRange(F.Range))
      return false;
    K.Fields.push_back(F);
  }
  return true;
}

bool ModuleParser::resolveCallees() {
  for (const PendingCallee &P : Callees) {
    FunctionId Callee = M.findFunction(P.Name);
    if (!Callee)
      return C.fail(P.Position, "expected a function of this module, '" + P.Name + "' is not");
    M.function(P.Function).inst(P.Closure).Callee = Callee;
  }
  return true;
}

llvm::Expected<std::unique_ptr<Module>> parse(llvm::StringRef Text) {
  auto M = std::make_unique<Module>();
  // One copy of the text serves all names and strings of the module.
  Cursor C(*M, M->intern(Text));
  if (!ModuleParser(*M, C).parse())
    return llvm::createStringError(C.complaint());
  return M;
}

} // namespace devtidy::ir
