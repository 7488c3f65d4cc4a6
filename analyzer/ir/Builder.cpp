//===- Builder.cpp - SSA construction, shared by all front ends -----------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ir/Builder.h"
#include "ir/Simplify.h"
#include <algorithm>
#include <cassert>
#include <iterator>

namespace devtidy::ir {

static bool isTemporary(llvm::StringRef Var) { return Var.starts_with("$"); }

Builder::Builder(Module &M, Function &F) : M(M), F(F) {
  assert(!F.hasBody() && "the function is built already");
  Current = createBlock();
  States[0].Sealed = true;
  for (const Param &P : F.Params) {
    ValueId V = newValue(entry(), InstId(), P.DeclaredType, P.Name);
    F.Blocks[0].Params.push_back(V);
    if (!P.Name.empty())
      writeVariable(P.Name, V);
  }
}

BlockId Builder::createBlock() {
  F.Blocks.emplace_back();
  States.emplace_back();
  return BlockId(F.Blocks.size() - 1);
}

void Builder::setBlock(BlockId B) { Current = B; }

bool Builder::isTerminated() const {
  const std::vector<InstId> &Insts = F.block(Current).Insts;
  return !Insts.empty() && ir::isTerminator(F.inst(Insts.back()).Kind);
}

ValueId Builder::newValue(BlockId B, InstId Def, Type T, llvm::StringRef Var) {
  F.Values.push_back({Def, B, T, isTemporary(Var) ? llvm::StringRef() : Var});
  return ValueId(F.Values.size() - 1);
}

/// Makes room for one more. A vector copies what it holds where a move may throw, as those of lists may.
static void makeRoom(std::vector<Inst> &Insts) {
  if (Insts.size() != Insts.capacity())
    return;
  std::vector<Inst> More;
  More.reserve(std::max<size_t>(16, 2 * Insts.size()));
  std::move(Insts.begin(), Insts.end(), std::back_inserter(More));
  Insts = std::move(More);
}

ValueId Builder::append(Inst I, Type StaticType) {
  if (isTerminated())
    setBlock(createBlock());
  InstId Id(F.Insts.size());
  I.Parent = Current;
  I.Result = hasResult(I.Kind) ? newValue(Current, Id, StaticType, "") : ValueId();
  ValueId Result = I.Result;
  F.block(Current).Insts.push_back(Id);
  makeRoom(F.Insts);
  F.Insts.push_back(std::move(I));
  if (ir::isTerminator(F.Insts.back().Kind))
    addEdges(Current, F.Insts.back());
  return Result;
}

void Builder::addEdges(BlockId From, const Inst &Terminator) {
  for (const Successor &S : Terminator.Targets) {
    BlockState &To = States[S.Block.index()];
    assert(!To.Sealed && "a sealed block gets no further predecessor");
    // Two edges from one block carry the same values: one entry is enough.
    if (To.Preds.empty() || To.Preds.back() != From)
      To.Preds.push_back(From);
  }
}

ValueId Builder::constant(Constant C, SourceRange R) {
  static constexpr TypeKind Kinds[] = {TypeKind::None, TypeKind::Bool, TypeKind::Number, TypeKind::Number,
                                       TypeKind::String};
  Inst I;
  I.Kind = InstKind::Const;
  C.Text = M.intern(C.Text);
  I.Const = C;
  I.Range = R;
  Type T;
  T.Kind = Kinds[static_cast<unsigned>(C.K)];
  return append(std::move(I), T);
}

ValueId Builder::constantNone(SourceRange R) { return constant({}, R); }
ValueId Builder::constantBool(bool V, SourceRange R) { return constant({Constant::Kind::Bool, V, {}}, R); }
ValueId Builder::constantInt(int64_t V, SourceRange R) { return constant({Constant::Kind::Int, V, {}}, R); }
ValueId Builder::constantString(llvm::StringRef S, SourceRange R) {
  return constant({Constant::Kind::String, 0, S}, R);
}

static Inst makeInst(InstKind K, llvm::ArrayRef<Arg> Args, SourceRange R) {
  Inst I;
  I.Kind = K;
  I.Args.assign(Args.begin(), Args.end());
  I.Range = R;
  return I;
}

ValueId Builder::opaque(llvm::ArrayRef<Arg> Args, SourceRange R, Type T) {
  return append(makeInst(InstKind::Opaque, Args, R), T);
}

ValueId Builder::slice(llvm::ArrayRef<Arg> Bounds, SourceRange R) {
  Inst I = makeInst(InstKind::Opaque, Bounds, R);
  I.Name = SliceWord;
  return append(std::move(I));
}

ValueId Builder::call(llvm::StringRef Name, llvm::ArrayRef<Arg> Args, SourceRange R, Type T) {
  Inst I = makeInst(InstKind::Call, Args, R);
  I.Name = M.intern(Name);
  return append(std::move(I), T);
}

ValueId Builder::invoke(llvm::StringRef Method, llvm::ArrayRef<Arg> ReceiverAndArgs, SourceRange R, Type T) {
  Inst I = makeInst(InstKind::Invoke, ReceiverAndArgs, R);
  I.Name = M.intern(Method);
  return append(std::move(I), T);
}

ValueId Builder::op(llvm::StringRef Operator, llvm::ArrayRef<Arg> Args, SourceRange R, Type T) {
  Inst I = makeInst(InstKind::Op, Args, R);
  I.Name = M.intern(Operator);
  return append(std::move(I), T);
}

void Builder::jump(BlockId Target, SourceRange R) {
  Inst I = makeInst(InstKind::Jump, {}, R);
  I.Targets.push_back({Target, {}});
  append(std::move(I));
}

void Builder::branch(Arg Cond, BlockId Then, BlockId Else, SourceRange R) {
  Inst I = makeInst(InstKind::Branch, Cond, R);
  I.Targets.push_back({Then, {}});
  I.Targets.push_back({Else, {}});
  append(std::move(I));
}

void Builder::fork(BlockId Normal, BlockId Handler, SourceRange R, llvm::StringRef Caught) {
  Inst I = makeInst(InstKind::Fork, {}, R);
  I.Name = M.intern(Caught);
  I.Targets.push_back({Normal, {}});
  I.Targets.push_back({Handler, {}});
  append(std::move(I));
}

void Builder::ret(std::optional<Arg> Value, SourceRange R) {
  Inst I = makeInst(InstKind::Return, {}, R);
  if (Value)
    I.Args.push_back(*Value);
  append(std::move(I));
}

void Builder::writeVariable(llvm::StringRef Var, ValueId V) {
  Var = M.intern(Var);
  States[Current.index()].Definitions[Var] = V;
  if (F.value(V).Variable.empty() && !isTemporary(Var))
    F.value(V).Variable = Var;
}

ValueId Builder::readVariable(llvm::StringRef Var) {
  ValueId V = readIn(M.intern(Var), Current);
  fillPending();
  return V;
}

bool Builder::isVariable(llvm::StringRef Var) const {
  for (const BlockState &S : States)
    if (S.Definitions.contains(Var))
      return true;
  return false;
}

ValueId Builder::readIn(llvm::StringRef Var, BlockId B) {
  llvm::SmallVector<BlockId, 8> Path;
  ValueId V;
  while (!V) {
    BlockState &S = States[B.index()];
    if (auto It = S.Definitions.find(Var); It != S.Definitions.end()) {
      V = It->second;
    } else if (Path.size() > States.size()) {
      // Unreachable blocks that have only each other: a loop after a return.
      V = undefined(Var);
    } else if (S.Sealed && S.Preds.size() == 1) {
      Path.push_back(B);
      B = S.Preds.front();
    } else if (S.Sealed && S.Preds.empty()) {
      V = undefined(Var);
    } else {
      V = addParameter(Var, B);
    }
  }
  for (BlockId P : Path)
    States[P.index()].Definitions[Var] = V;
  return V;
}

ValueId Builder::addParameter(llvm::StringRef Var, BlockId B) {
  BlockState &S = States[B.index()];
  ValueId V = newValue(B, InstId(), {}, Var);
  F.block(B).Params.push_back(V);
  S.ParamVars.push_back(Var);
  S.Definitions[Var] = V;
  if (S.Sealed)
    Pending.push_back({B, static_cast<unsigned>(S.ParamVars.size() - 1)});
  return V;
}

ValueId Builder::undefined(llvm::StringRef Var) {
  ValueId &V = Undefined[Var];
  if (V)
    return V;
  InstId Id(F.Insts.size());
  V = newValue(entry(), Id, {}, Var);
  Inst I;
  I.Kind = InstKind::Opaque;
  I.Result = V;
  I.Parent = entry();
  F.Insts.push_back(std::move(I));
  std::vector<InstId> &Entry = F.block(entry()).Insts;
  Entry.insert(Entry.begin(), Id);
  return V;
}

void Builder::fillPending() {
  while (!Pending.empty()) {
    PendingParameter P = Pending.pop_back_val();
    llvm::StringRef Var = States[P.Block.index()].ParamVars[P.Position];
    // readIn never adds predecessors, so indexing stays good while it adds parameters elsewhere.
    for (unsigned I = 0; I != States[P.Block.index()].Preds.size(); ++I) {
      BlockId Pred = States[P.Block.index()].Preds[I];
      ValueId V = readIn(Var, Pred);
      for (Successor &S : F.inst(F.block(Pred).Insts.back()).Targets) {
        if (S.Block != P.Block)
          continue;
        if (S.Args.size() <= P.Position)
          S.Args.resize(P.Position + 1);
        S.Args[P.Position] = V;
      }
    }
  }
}

void Builder::seal(BlockId B) {
  BlockState &S = States[B.index()];
  if (S.Sealed)
    return;
  S.Sealed = true;
  for (unsigned I = 0; I != S.ParamVars.size(); ++I)
    Pending.push_back({B, I});
  fillPending();
}

void Builder::finish() {
  for (unsigned I = 0; I != F.Blocks.size(); ++I) {
    setBlock(BlockId(I));
    if (!isTerminated())
      append(makeInst(InstKind::Unreachable, {}, {}));
  }
  for (unsigned I = 0; I != F.Blocks.size(); ++I)
    seal(BlockId(I));
  removeUnreachableBlocks(F);
  removeTrivialParameters(F);
  dropUnusedUndefined();
  compact(F);
  F.Blocks.shrink_to_fit();
  F.Insts.shrink_to_fit();
  F.Values.shrink_to_fit();
}

void Builder::dropUnusedUndefined() {
  std::vector<bool> Used(F.Values.size());
  for (const Block &B : F.Blocks)
    for (InstId Id : B.Insts) {
      for (const Arg &A : F.inst(Id).Args)
        Used[A.Value.index()] = true;
      for (const Successor &S : F.inst(Id).Targets)
        for (ValueId V : S.Args)
          Used[V.index()] = true;
    }
  for (const auto &Entry : Undefined) {
    InstId Definition = F.value(Entry.second).Definition;
    if (!Used[Entry.second.index()])
      llvm::erase(F.Blocks[0].Insts, Definition);
  }
}

} // namespace devtidy::ir
