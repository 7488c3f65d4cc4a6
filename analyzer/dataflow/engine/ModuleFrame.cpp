//===- ModuleFrame.cpp - Modules, as the rule of a concept sees them -----===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/engine/ModuleFrame.h"
#include "dataflow/domain/EachIndex.h"
#include "dataflow/engine/FunctionSolver.h"
#include "dataflow/state/ModuleUse.h"
#include "dataflow/state/PartMoves.h"
#include "dataflow/state/Placing.h"
#include "dataflow/state/Taken.h"
#include "dataflow/state/Texts.h"
#include "knowledge/ClassNames.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

bool ModuleFrame::isModule(const Value &V) const { return F.Solver.isModule(V); }
bool ModuleFrame::isUsedAsModule(ir::ValueId V) const { return dataflow::isUsedAsModule(F.Solver.M, F.Solver.F, V); }
ObjectId ModuleFrame::moduleOf(const Value &V) {
  if (V.is(Value::Kind::Object))
    return V.Obj;
  return V.is(Value::Kind::Symbolic) ? symbolic(V.Path) : ObjectId();
}
ObjectId ModuleFrame::symbolic(PathId P) { return F.Solver.Objects.symbolic(P, ""); }
llvm::SmallVector<ObjectId, 2> ModuleFrame::modulesIn(const Value &V) const {
  return PartMoves(F.Solver, F.S).modulesIn(V);
}

ObjectId ModuleFrame::makePart(ObjectId Whole, const Placement &P) {
  const ObjectId Part = F.Solver.Objects.allocated(F.Id, 1, knowledge::ModuleClass, /*Weak=*/true);
  F.S.Mem.set({Part, DeviceField}, Value::tensor(P));
  if (Whole)
    F.S.Mem.set({Part, WholeField}, Value::object(Whole));
  return Part;
}

bool ModuleFrame::registersByAssignment(ObjectId O) const {
  const knowledge::ClassInfo *Base = F.program().Types.libraryClass(F.object(O).Class);
  return Base && knowledge::registersByAssignment(*Base);
}

Placement ModuleFrame::place(ObjectId O) const { return F.Solver.residence(F.S).place(O); }
void ModuleFrame::move(ObjectId O, const Placement &P, bool All) { F.Solver.residence(F.S).move(O, P, All); }
void ModuleFrame::moveChoice(const Value &Choice, const Placement &P, bool All) {
  F.Solver.residence(F.S).moveChoice(Choice, P, All);
}
bool ModuleFrame::moveElement(const ir::Arg &A, const Placement &P) {
  return PartMoves(F.Solver, F.S).moveElement(A, F.Id, P);
}
bool ModuleFrame::coversAll(ir::ValueId V) const { return PartMoves(F.Solver, F.S).coversAll(V, F.Id); }
bool ModuleFrame::isOfRound(Literal L) const { return F.Solver.Rounding.isOfRound(L, F.Solver.Record.here()); }
void ModuleFrame::loosen(ObjectId O, const Placement &P) { PartMoves(F.Solver, F.S).loosen(O, P); }
void ModuleFrame::loosenBehind(ir::ValueId V, const Placement &P) { PartMoves(F.Solver, F.S).loosenBehind(V, P); }
void ModuleFrame::forget(ObjectId O) { F.Solver.residence(F.S).forget(O); }

llvm::SmallVector<ObjectId, 4> ModuleFrame::meant(ObjectId O) {
  const Value *Whole = F.S.Mem.find({O, WholeField});
  return Whole && Whole->is(Value::Kind::Object) ? F.Solver.residence(F.S).knownParts(Whole->Obj)
                                                 : llvm::SmallVector<ObjectId, 4>();
}

void ModuleFrame::setData(const ir::Arg &A, const Value &V) { PartMoves(F.Solver, F.S).setData(A, V, F.Id); }

llvm::StringRef ModuleFrame::memberNamed(llvm::StringRef Role) {
  const Value Name = F.given(Role);
  if (Name.isString())
    return F.program().Names.intern(Name.Const.Text);
  const ir::Arg *A = F.argument(Role);
  return A ? nameOfSeveral(F.Solver, A->Value) : llvm::StringRef();
}

void ModuleFrame::registerState(ObjectId O, Value &V, llvm::StringRef Name) {
  F.Solver.residence(F.S).registerState(O, V, Name);
}
void ModuleFrame::registerHeld(ObjectId O, const Value &V) { PartMoves(F.Solver, F.S).registerHeld(O, V); }
void ModuleFrame::markRegistered(const Value &V) { dataflow::markRegistered(F.S.Mem, V); }
void ModuleFrame::registerTaken(ir::ValueId V) {
  const bool InPlace = F.Self.is(Value::Kind::Object) && !registersByAssignment(F.Self.Obj);
  dataflow::registerTaken(F.Solver, F.S, V, InPlace);
  // `for (nn::Linear l : {a, b}) register_module(name, l)`: whoever holds one of these shares what moves.
  for (const Value &Each : InPlace ? modulesTaken(F.Solver, F.S, V) : std::vector<Value>())
    registerHeld(F.Self.Obj, Each);
}
void ModuleFrame::fill(ObjectId O, llvm::ArrayRef<Operand> Operands, const Placement &P) {
  F.Solver.residence(F.S).fill(O, Operands, P);
}

std::optional<Program::Entry> ModuleFrame::body(const Value &V, std::vector<Value> &Captures) const {
  return PartMoves(F.Solver, F.S).function(V, Captures);
}
bool ModuleFrame::movesSomething(const Program::Entry &Of) const { return PartMoves::movesSomething(*Of.M, *Of.F); }

/// The tensors that were brought to the current accelerator are on the first: nobody chose another one before.
static void nameCurrent(Memory &Mem) {
  std::vector<std::pair<Memory::Key, Value>> Held;
  Mem.forEach([&](const Memory::Key &Key, const Value &V) {
    if (V.isTensor() && !V.P.isUnknown() &&
        llvm::any_of(V.P.terms(), [](const GuardedTerm &T) { return isCurrent(T.T); }))
      Held.emplace_back(Key, V);
  });
  for (auto &[Key, V] : Held) {
    Placement Named;
    for (const GuardedTerm &T : V.P.terms())
      Named.joinIn(Placement::of(isCurrent(T.T) ? Term::device({knowledge::DeviceType::Cuda, 0}) : T.T, T.Origin)
                       .guardedBy(T.Guard));
    V.P = Named;
    Mem.set(Key, V);
  }
}

/// True if D is about what is on the accelerator of a replica, and what is or may be on a certain one.
static bool isOfReplica(const Demand &D) {
  auto Has = [&](auto Holds) {
    return llvm::any_of(D.Sides, [&](const Side &X) { return llvm::any_of(X.P.terms(), Holds); });
  };
  return D.Of == Meeting::Operands && Has([](const GuardedTerm &T) { return isOfReplica(T.T); }) &&
         Has([](const GuardedTerm &T) { return T.T.isSymbol() || T.T.device().Index >= 0; });
}

void ModuleFrame::replicate(ObjectId O) {
  const std::optional<Program::Entry> Forward = F.program().Types.findMethod(F.object(O).Class, "forward");
  // Who says which accelerators there are may say one.
  const auto Chooses = [](const ir::Inst &I) {
    return I.Kind == ir::InstKind::Const && I.Const.Text == "CUDA_VISIBLE_DEVICES";
  };
  const bool ChoosesAny =
      llvm::any_of(F.Solver.M.Functions, [&](const auto &Of) { return llvm::any_of(Of->Insts, Chooses); });
  if (!Forward || Forward->M->IsModel || ChoosesAny)
    return;
  const Placement Here = Placement::of(Term::device({knowledge::DeviceType::Cuda, ReplicaIndex}));
  const State Before = F.S;
  if (F.S.hold(Literal::multi())) {
    nameCurrent(F.S.Mem);
    move(O, Here, /*All=*/true);
    std::vector<Value> Given{Value::object(O)};
    for (const ir::Param &P : llvm::drop_begin(Forward->F->Params)) {
      const bool IsGiven = P.PassMode == ir::Param::Mode::Value && !P.HasDefault;
      Given.push_back(IsGiven ? Value::tensor(Here) : Value::bottom());
    }
    Given.insert(Given.end(), F.I.Args.size(), Value::unknown()); // none of them is an argument of this call
    auto &Demands = F.Solver.Record.now().Demands;
    const size_t Known = Demands.size();
    auto &Calls = F.Solver.Record.now().Calls;
    const Callers Noted = Calls;
    (void)F.call(*Forward, Given);
    // A constructor does not run it: whoever calls the wrapper does, when the module has moved.
    if (F.Solver.F.Kind == ir::FunctionKind::Constructor) {
      Calls = Noted;
      Calls.notePassed(*Forward->F, F.Solver.F, F.Solver.hasAccelerator(Before),
                       Before.Mem.has({ObjectId(EnvironmentIndex), CurrentDevice}));
    }
    size_t Kept = Known;
    for (size_t N = Known; N < Demands.size(); ++N)
      if (isOfReplica(Demands[N].D))
        std::swap(Demands[Kept++], Demands[N]);
    Demands.resize(Kept);
  }
  F.S = Before;
}

} // namespace devtidy::dataflow
