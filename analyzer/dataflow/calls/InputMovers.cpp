//===- InputMovers.cpp - Modules that bring their inputs elsewhere ------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/calls/InputMovers.h"
#include "dataflow/program/MovedParts.h"
#include "knowledge/Names.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace devtidy::dataflow {

/// True if V is self, or what self holds: `self.fc.weight`, `next(self.parameters())`.
static bool isOfSelf(const ir::Function &F, ir::ValueId V) {
  constexpr unsigned MaxDepth = 8;
  for (unsigned N = 0; N < MaxDepth; ++N) {
    if (F.isReceiver(V))
      return true;
    const ir::Inst *D = F.definition(V);
    const bool IsPart = D && (D->Kind == ir::InstKind::GetField || D->Kind == ir::InstKind::GetItem ||
                              (D->Kind == ir::InstKind::Call && D->Name == "next") ||
                              (D->Kind == ir::InstKind::Invoke &&
                               knowledge::findMethod(knowledge::Receiver::Module, {D->Name.data(), D->Name.size()})));
    if (!IsPart || D->Args.empty())
      return false;
    V = D->Args[0].Value;
  }
  return false;
}

/// True if the move I goes where a tensor is that the forward has made: `mask.to(h.device)`.
static bool followsTensor(const ir::Function &F, const ir::Inst &I) {
  const ir::Inst *To = I.Args.size() > 1 ? F.definition(I.Args[1].Value) : nullptr;
  return To && To->Kind == ir::InstKind::GetField && To->Name == "device" && !isOfSelf(F, To->Args[0].Value);
}

static bool movesInForward(Program &Prog, llvm::StringRef Class) {
  const std::optional<Program::Entry> Forward = Prog.Types.findMethod(Class, "forward");
  if (!Forward || !Forward->F->hasBody() || Forward->F->Blocks[0].Params.empty())
    return false;
  const ir::Function &F = *Forward->F;
  return llvm::any_of(F.Insts,
                      [&](const ir::Inst &I) { return isMove(I) && !onlyChangesType(F, I) && !followsTensor(F, I); });
}

/// The types of what a constructor has put into the member of self at P, a container.
static llvm::SmallVector<ir::Type, 4> heldTypes(FunctionFrame &In, PathId P) {
  llvm::SmallVector<ir::Type, 4> Types;
  const Path &Member = In.Prog.Paths[P];
  if (Member.Kind != Path::Root::Child || In.F.Class.empty() || Member.Parent != In.Prog.Paths.param(In.F, 0))
    return Types;
  const SolvedClass &C = In.Prog.solvedClass(In.F.Class);
  if (const auto *Facts = C.Fields.find(Member.Name); Facts != C.Fields.end()) {
    Types.append(Facts->second.Parts.begin(), Facts->second.Parts.end());
    Types.push_back(Facts->second.Element);
  }
  return Types;
}

bool holdsInputMovers(FunctionFrame &In, const Memory &Mem, const Value &V) {
  constexpr unsigned MaxContainers = 16;
  const auto IsContainer = [&](const Value &Held) {
    return In.isModule(Held) && In.Prog.Types.isContainer(In.object(Held.Obj).Class);
  };
  if (!IsContainer(V))
    return false;
  llvm::SmallVector<ObjectId, 4> Containers{V.Obj};
  for (unsigned N = 0; N < Containers.size() && N < MaxContainers; ++N)
    for (const auto &[Key, Held] : Mem.of(Containers[N])) {
      if (In.isModule(Held) && movesInForward(In.Prog, In.object(Held.Obj).Class))
        return true;
      if (IsContainer(Held) && !llvm::is_contained(Containers, Held.Obj))
        Containers.push_back(Held.Obj);
    }
  const Object &Whole = In.object(V.Obj);
  return Whole.K == Object::Kind::Symbolic && llvm::any_of(heldTypes(In, Whole.Path), [&](const ir::Type &T) {
           return T.Kind == ir::TypeKind::Object && movesInForward(In.Prog, T.Name);
         });
}

namespace {
/// What methods do with what they are given.
class Inputs {
public:
  Inputs(Program &Prog, llvm::StringRef Class) : Prog(Prog), Class(Class) {}

  /// Of a method that is given inputs of the module, in all parameters but self.
  bool moves(const Program::Entry &Method);

private:
  bool isInput(const ir::Function &F, PathId P) const;
  bool isAskedFor(const Summary &Sum, const ir::Function &F) const;

  Program &Prog;
  llvm::StringRef Class;
  llvm::SmallPtrSet<const ir::Function *, 4> Seen;
};
} // namespace

bool Inputs::isInput(const ir::Function &F, PathId P) const {
  const Path &Root = Prog.Paths[Prog.Paths.root(P)];
  return Root.Kind == Path::Root::Param && Root.Owner == &F && Root.Index != 0;
}

/// True if an operation wants an input where something else is.
bool Inputs::isAskedFor(const Summary &Sum, const ir::Function &F) const {
  const auto IsOfInput = [&](const GuardedTerm &T) { return T.T.isSymbol() && isInput(F, T.T.path()); };
  return llvm::any_of(Sum.Demands, [&](const Demand &D) {
    return D.Of != Meeting::Accelerator &&
           llvm::any_of(D.Sides, [&](const Side &X) { return llvm::any_of(X.P.terms(), IsOfInput); });
  });
}

bool Inputs::moves(const Program::Entry &Method) {
  const ir::Function &F = *Method.F;
  constexpr unsigned MaxMethods = 4;
  if (Seen.size() == MaxMethods || !Seen.insert(&F).second)
    return false;
  const std::shared_ptr<const Summary> Sum = Prog.solved(Method).Sum;
  bool Moves = false;
  Sum->Final.forEach([&](const Memory::Key &Key, const Value &) {
    const Object &O = Sum->Objects[Key.first.index()];
    Moves |= Key.second == DeviceField && O.K == Object::Kind::Symbolic && isInput(F, O.Path);
  });
  if (isAskedFor(*Sum, F))
    return false;
  if (Moves || !F.hasBody())
    return Moves;
  const auto &Params = F.Blocks[0].Params;
  // A method that a derived class defines, or another.
  return llvm::any_of(F.Insts, [&](const ir::Inst &I) {
    if (I.Kind != ir::InstKind::Invoke || Params.empty() || I.Args[0].Value != Params[0] ||
        llvm::none_of(llvm::drop_begin(I.Args), [&](const ir::Arg &A) { return llvm::is_contained(Params, A.Value); }))
      return false;
    const std::optional<Program::Entry> Next = Prog.Types.findMethod(Class, I.Name);
    return Next && moves(*Next);
  });
}

bool movesInputs(Program &Prog, llvm::StringRef Class) {
  const std::optional<Program::Entry> Forward = Prog.Types.findMethod(Class, "forward");
  return Forward && Inputs(Prog, Class).moves(*Forward);
}

} // namespace devtidy::dataflow
