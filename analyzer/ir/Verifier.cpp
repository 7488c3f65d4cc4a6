//===- Verifier.cpp - What is well-formed IR ------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ir/Verifier.h"
#include "ir/Dominators.h"
#include "ir/InstInfo.h"
#include "ir/Naming.h"
#include "llvm/ADT/StringSet.h"
#include <optional>

namespace devtidy::ir {

namespace {

/// The defects found so far.
class Defects {
public:
  static constexpr size_t Limit = 20;

  void add(std::string Line) {
    if (!isFull())
      Lines.push_back(std::move(Line));
  }
  bool isFull() const { return Lines.size() == Limit; }
  size_t count() const { return Lines.size(); }

  std::vector<std::string> Lines;
};

class FunctionVerifier {
public:
  FunctionVerifier(const Module &M, const Function &F, Defects &Out) : M(M), F(F), N(F), Out(Out) {}
  void verify();

private:
  void header();
  void blockShape(BlockId B);
  void parameters(BlockId B);
  void instruction(BlockId B, InstId Id);
  void payload(const Inst &I);
  void edges(const Inst &I);
  void definedOnce(ValueId V, BlockId B, InstId Definition);
  void uses(BlockId B, InstId Id);
  void use(ValueId V, BlockId B);
  void range(const SourceRange &R, llvm::StringRef What);
  bool isValue(ValueId V) const { return V && V.index() < F.Values.size(); }
  bool isBlock(BlockId B) const { return B && B.index() < F.Blocks.size(); }

  void report(const llvm::Twine &Text);
  void reportValue(ValueId V, llvm::StringRef Text);

  const Module &M;
  const Function &F;
  Naming N;
  Defects &Out;
  BlockId Block; ///< where we are, for messages
  const Inst *Where = nullptr;
  std::vector<bool> Defined, InstSeen;
  std::optional<Dominators> Tree;
  /// In the block being checked: its values that are not defined yet.
  std::vector<bool> Later;
};

} // namespace

void FunctionVerifier::report(const llvm::Twine &Text) {
  std::string Line;
  llvm::raw_string_ostream OS(Line);
  OS << "func @" << F.Name;
  if (Block) {
    OS << ", ";
    N.printBlock(Block, OS);
  }
  if (Where)
    OS << ", " << instKindName(Where->Kind);
  OS << ": " << Text;
  Out.add(std::move(Line));
}

void FunctionVerifier::reportValue(ValueId V, llvm::StringRef Text) {
  std::string Line;
  llvm::raw_string_ostream OS(Line);
  OS << "func @" << F.Name << ", ";
  N.printBlock(Block, OS);
  OS << ", ";
  N.printValue(V, OS);
  OS << ": " << Text;
  Out.add(std::move(Line));
}

static bool isFileOf(const Module &M, const SourceFile &F) {
  return F.Id.index() < M.Files.size() && &M.Files[F.Id.index()] == &F;
}

static bool isWellPlaced(const Module &M, const SourceRange &R) {
  return !R.isValid() || (isFileOf(M, *R.File) && R.Begin <= R.Point && R.Point <= R.End);
}

static llvm::StringRef rangeDefect(const Module &M, const SourceRange &R) {
  return isFileOf(M, *R.File) ? "range does not have begin <= point <= end" : "range lies in no file of the module";
}

void FunctionVerifier::range(const SourceRange &R, llvm::StringRef What) {
  if (!isWellPlaced(M, R))
    report(What + rangeDefect(M, R));
}

void FunctionVerifier::verify() {
  header();
  if (!F.hasBody())
    return;
  size_t Before = Out.count();
  Defined.assign(F.Values.size(), false);
  InstSeen.assign(F.Insts.size(), false);
  for (unsigned I = 0; I != F.Blocks.size() && !Out.isFull(); ++I)
    blockShape(BlockId(I));
  // Dominance means nothing before the graph is one.
  if (Out.count() != Before)
    return;
  Tree.emplace(F);
  Later.assign(F.Values.size(), false);
  for (unsigned I = 0; I != F.Blocks.size() && !Out.isFull(); ++I) {
    Block = BlockId(I);
    for (InstId Id : F.block(Block).Insts)
      if (F.inst(Id).Result)
        Later[F.inst(Id).Result.index()] = true;
    for (InstId Id : F.block(Block).Insts)
      uses(Block, Id);
  }
}

void FunctionVerifier::header() {
  range(F.Range, "");
  for (const Param &P : F.Params)
    range(P.Range, "parameter's ");
  if (F.CaptureCount > F.Params.size())
    report("captures more than it has parameters");
  if (F.hasBody() && F.Blocks[0].Params.size() != F.Params.size())
    report("entry block has " + llvm::Twine(F.Blocks[0].Params.size()) + " parameters, the function " +
           llvm::Twine(F.Params.size()));
}

void FunctionVerifier::blockShape(BlockId B) {
  Block = B;
  Where = nullptr;
  parameters(B);
  const std::vector<InstId> &Insts = F.block(B).Insts;
  if (Insts.empty())
    return report("block has no terminator");
  for (InstId Id : Insts) {
    Where = nullptr;
    if (!Id || Id.index() >= F.Insts.size()) {
      report("instruction id out of range");
      continue;
    }
    if (InstSeen[Id.index()]) {
      report("instruction stands in two places");
      continue;
    }
    InstSeen[Id.index()] = true;
    Where = &F.inst(Id);
    bool IsLast = Id == Insts.back();
    if (isTerminator(Where->Kind) != IsLast)
      report(IsLast ? "block does not end in a terminator" : "terminator before the end of its block");
    instruction(B, Id);
  }
  Where = nullptr;
}

void FunctionVerifier::parameters(BlockId B) {
  for (ValueId P : F.block(B).Params) {
    if (!isValue(P))
      report("parameter's value id out of range");
    else
      definedOnce(P, B, InstId());
  }
}

void FunctionVerifier::definedOnce(ValueId V, BlockId B, InstId Definition) {
  if (Defined[V.index()])
    return reportValue(V, "defined twice");
  Defined[V.index()] = true;
  if (F.value(V).Definition != Definition || F.value(V).Block != B)
    reportValue(V, "does not name the place of its definition");
}

void FunctionVerifier::instruction(BlockId B, InstId Id) {
  const Inst &I = F.inst(Id);
  if (I.Parent != B)
    report("does not name its block");
  if (I.Result.isValid() != hasResult(I.Kind))
    report(hasResult(I.Kind) ? "has no result" : "has a result, which its kind does not have");
  else if (I.Result && !isValue(I.Result))
    report("result's value id out of range");
  else if (I.Result)
    definedOnce(I.Result, B, Id);

  ArgumentBounds Bounds = argumentBounds(I.Kind);
  if (I.Args.size() < Bounds.Min || I.Args.size() > Bounds.Max)
    report("has " + llvm::Twine(I.Args.size()) + " arguments, takes " + llvm::Twine(Bounds.Min) +
           (Bounds.Max == Bounds.Min ? llvm::Twine("")
            : Bounds.Max == ~0U      ? llvm::Twine(" or more")
                                     : " to " + llvm::Twine(Bounds.Max)));
  for (const Arg &A : I.Args) {
    if (!isValue(A.Value))
      report("argument's value id out of range");
    range(A.Range, "argument's ");
  }
  range(I.Range, "");
  payload(I);
  edges(I);
}

void FunctionVerifier::payload(const Inst &I) {
  if (instInfo(I.Kind).Data == Payload::Name && I.Name.empty())
    report("has no name");
  if (instInfo(I.Kind).Data == Payload::Index && I.Index >= I.Count)
    report("takes element " + llvm::Twine(I.Index) + " of " + llvm::Twine(I.Count));
  if (I.Kind == InstKind::MakeDict) {
    size_t Paired = llvm::count_if(I.Args, [](const Arg &A) { return A.Keyword != "**"; });
    if (Paired % 2 != 0)
      report("has a key without a value");
  }
  if (I.Kind != InstKind::Closure)
    return;
  if (!I.Callee || I.Callee.index() >= M.Functions.size())
    return report("function id out of range");
  const Function &Callee = M.function(I.Callee);
  if (Callee.Kind != FunctionKind::Lambda)
    report("names @" + Callee.Name + ", which is not a lambda");
  else if (Callee.CaptureCount != I.Args.size())
    report("gives " + llvm::Twine(I.Args.size()) + " captures, @" + Callee.Name + " has " +
           llvm::Twine(Callee.CaptureCount));
}

void FunctionVerifier::edges(const Inst &I) {
  if (I.Targets.size() != successorCount(I.Kind))
    report("has " + llvm::Twine(I.Targets.size()) + " successors, takes " + llvm::Twine(successorCount(I.Kind)));
  for (const Successor &S : I.Targets) {
    if (!isBlock(S.Block)) {
      report("successor's block id out of range");
      continue;
    }
    if (S.Block == BlockId(0))
      report("jumps to the entry block");
    size_t Wanted = F.block(S.Block).Params.size();
    if (S.Args.size() != Wanted)
      report("edge gives " + llvm::Twine(S.Args.size()) + " arguments, its target has " + llvm::Twine(Wanted) +
             " parameters");
    for (ValueId V : S.Args)
      if (!isValue(V))
        report("edge argument's value id out of range");
  }
}

void FunctionVerifier::uses(BlockId B, InstId Id) {
  const Inst &I = F.inst(Id);
  for (const Arg &A : I.Args)
    use(A.Value, B);
  for (const Successor &S : I.Targets)
    for (ValueId V : S.Args)
      use(V, B);
  if (I.Result)
    Later[I.Result.index()] = false;
}

void FunctionVerifier::use(ValueId V, BlockId B) {
  if (!Defined[V.index()])
    reportValue(V, "used but never defined");
  else if (Later[V.index()])
    reportValue(V, "used before its definition");
  else if (!Tree->dominates(F.value(V).Block, B))
    reportValue(V, "its definition does not dominate this use");
}

static void verifyHeaders(const Module &M, Defects &Out) {
  llvm::StringSet<> Functions, Classes;
  for (const auto &F : M.Functions)
    if (!Functions.insert(F->Name).second)
      Out.add(("func @" + F->Name + ": name is taken by another function").str());
  for (const Class &C : M.Classes) {
    if (!Classes.insert(C.Name).second)
      Out.add(("class @" + C.Name + ": name is taken by another class").str());
    if (!isWellPlaced(M, C.Range))
      Out.add(("class @" + C.Name + ": " + rangeDefect(M, C.Range)).str());
    for (const Field &F : C.Fields)
      if (!isWellPlaced(M, F.Range))
        Out.add(("class @" + C.Name + ", field " + F.Name + ": " + rangeDefect(M, F.Range)).str());
  }
  llvm::StringSet<> Aliases;
  for (const Alias &A : M.Aliases) {
    if (A.isWildcard() != A.Target.ends_with(".*"))
      Out.add(("alias @" + A.Name + ": one side ends in '.*', the other does not").str());
    if (!A.isWildcard() && !Aliases.insert(A.Name).second)
      Out.add(("alias @" + A.Name + ": name is taken by another alias").str());
  }
  for (const Problem &P : M.Problems)
    if (!isWellPlaced(M, P.Range))
      Out.add(("problem \"" + P.Text + "\": " + rangeDefect(M, P.Range)).str());
}

std::vector<std::string> verify(const Module &M) {
  Defects Out;
  verifyHeaders(M, Out);
  for (const auto &F : M.Functions) {
    if (Out.isFull())
      break;
    FunctionVerifier(M, *F, Out).verify();
  }
  return std::move(Out.Lines);
}

} // namespace devtidy::ir
