//===- LowerModule.cpp - One Python file to one module --------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/python/Declare.h"
#include "frontend/python/Encoding.h"
#include "frontend/python/FunctionLowering.h"
#include "frontend/python/Parse.h"
#include "frontend/python/Records.h"
#include "ir/Simplify.h"
#include "llvm/ADT/StringExtras.h"

namespace devtidy::frontend::python {

/// After so many problems a file is no Python.
static constexpr size_t MaxProblems = 20;

/// `print "x"` and `exec code` of Python 2. `print >> file, x` is two operands of a tuple as well.
static bool isOldStatement(Node N) {
  if (!N.is(Kind::PrintStatement, Kind::ExecStatement))
    return false;
  const llvm::StringRef Word = N.is(Kind::PrintStatement) ? "print" : "exec";
  const llvm::StringRef Rest = N.text().drop_front(Word.size()).ltrim(" \t\f");
  return !Rest.empty() && !llvm::StringRef("([>-+*/").contains(Rest.front());
}

static void reportErrors(Unit &U, const Tree &T) {
  if (T.TimedOut)
    return U.problem(U.range(T.root()), "the parser took too long");
  uint32_t End = 0;
  for (uint32_t I = 0; I != T.Records.size() && U.M.Problems.size() != MaxProblems; ++I) {
    Node N(T, I);
    if (isOldStatement(N) && N.begin() >= End)
      U.problem(U.range(N), "invalid syntax: '" + N.text().take_while(llvm::isAlpha).str() + "' is a function");
    if (!N.is(Kind::Error, Kind::Missing, Kind::TooDeep) || N.begin() < End)
      continue;
    End = N.end();
    if (N.is(Kind::Missing))
      U.problem(U.range(N), "invalid syntax: expected '" + N.missing() + "'");
    else
      U.problem(U.range(N), N.is(Kind::Error) ? "invalid syntax" : "nested too deeply");
  }
}

/// A function whose body stops at an error may go on behind it.
static void markCutFunctions(Unit &U, const Tree &T) {
  for (const ir::Problem &P : U.M.Problems)
    for (auto &[S, Id] : U.Functions) {
      size_t Begin = P.Range.Begin - U.Offset;
      if (S->Where.end() <= Begin && T.Text.slice(S->Where.end(), Begin).trim().empty())
        U.M.function(Id).Incomplete = true;
    }
}

/// Who asks whether a parameter is None does not believe its annotation: `mask: Tensor`, and `if mask is None`.
static void noteMissing(ir::Function &F) {
  auto IsNone = [&](const ir::Arg &A) {
    const ir::Inst *D = F.definition(A.Value);
    return D && D->Kind == ir::InstKind::Const && D->Const.K == ir::Constant::Kind::None;
  };
  for (const ir::Inst &I : F.Insts)
    if (I.Kind == ir::InstKind::Op && (I.Name == "is" || I.Name == "is not") && I.Args.size() == 2 && IsNone(I.Args[1]))
      if (auto *P = llvm::find(F.Blocks[0].Params, I.Args[0].Value); P != F.Blocks[0].Params.end())
        if (ir::Type &T = F.Params[P - F.Blocks[0].Params.begin()].DeclaredType; !T.isUnknown())
          T.Optional = F.value(*P).StaticType.Optional = true;
}

/// Names the values of variables that were not written on the way.
static void nameUnbound(ir::Function &F) {
  for (ir::Inst &I : F.Insts)
    if (I.Kind == ir::InstKind::Opaque && I.Args.empty() && !I.Range.isValid() && !F.value(I.Result).Variable.empty())
      I.Name = ir::UnboundWord;
}

void FunctionLowering::finish() {
  if (!isTooLarge()) {
    B.finish();
    ir::mergeBlocks(F);
    ir::compact(F);
    noteMissing(F);
    nameUnbound(F);
    return;
  }
  U.problem(F.Range, "function is too large");
  F.Incomplete = true;
  F.Blocks.clear();
  F.Insts.clear();
  F.Values.clear();
}

static void lowerBodies(Unit &U, bool Checked) {
  for (const std::unique_ptr<Scope> &S : U.Names.all())
    if (auto It = U.Functions.find(S.get()); It != U.Functions.end())
      FunctionLowering(U, U.M.function(It->second), *S).lowerFunction();
  auto Statements = std::make_unique<ir::Function>();
  Scope &Module = *U.Names.module();
  Statements->Kind = ir::FunctionKind::TopLevel;
  Statements->InCheckedFile = Checked;
  Statements->Range = U.range(Module.Where);
  if (!FunctionLowering(U, *Statements, Module).lowerModule())
    return;
  ir::FunctionId Id = U.M.addFunction(Module.Name);
  Statements->Name = U.M.function(Id).Name;
  *U.M.Functions[Id.index()] = std::move(*Statements);
}

std::unique_ptr<ir::Module> lowerSource(llvm::StringRef Text, const LowerOptions &Options) {
  auto M = std::make_unique<ir::Module>();
  M->Lang = ir::Language::Python;
  M->Name = M->intern(Options.ModuleName);
  const ir::SourceFile *File = M->addFile(Options.DisplayPath, Options.Checked);
  llvm::StringRef Source = Text;
  Source.consume_front("\xEF\xBB\xBF");
  if (Source.contains('\0') || Source.size() > INT32_MAX) {
    const char *Why = Source.contains('\0') ? "not a Python file: it contains null bytes" : "file is too large";
    M->Problems.push_back({{File, 0, 0, 0}, Why});
    return M;
  }
  const uint32_t Offset = Text.size() - Source.size();
  const Encoding Bytes = Options.IsDecoded ? Encoding() : encodingOf(Source, Offset != 0);
  if (!Bytes.Problem.empty()) {
    const uint32_t At = Bytes.At + Offset;
    M->Problems.push_back({{File, At, At, At}, M->intern(Bytes.Problem)});
  }
  if (!Bytes.IsRead)
    return M;
  Tree T = parse(Source, {Options.Seconds, Options.MaxDepth, Bytes.Letters});
  Unit U(T, Options, *M, Offset);
  reportErrors(U, T);
  for (const auto &[Name, Target] : U.Names.aliases())
    M->Aliases.push_back({Name, Target});
  declareAll(U, Options.Checked);
  markCutFunctions(U, T);
  lowerBodies(U, Options.Checked);
  makeConstructors(U, Options.Checked);
  return M;
}

} // namespace devtidy::frontend::python
