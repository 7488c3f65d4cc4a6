//===- ForkedAccelerator.cpp - device-forked-accelerator ----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Flags a data set or collate function that puts tensors on an accelerator although its data loader runs it in worker
// processes, which are forked and cannot use the accelerator of their parent (torch/cuda/__init__.py, _lazy_init), or
// pins what comes back, which only the CPU's tensors can be. Silent where no such loader is seen, and where the loader
// names another way to start its workers.
//
//===----------------------------------------------------------------------===//

#include "checks/support/Accelerator.h"
#include "dataflow/engine/Resolve.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::checks {

using dataflow::Value;
using ir::InstKind;

namespace {

/// A data loader as the program makes it.
struct Loader {
  const SolvedFunction *S;
  const Event *E;
  llvm::StringRef Params;

  const dataflow::Operand *operand(llvm::StringRef Role) const {
    const ir::Arg *A = dataflow::argumentFor(Params, *E->I, Role);
    for (const dataflow::Operand &O : E->Operands)
      if (A && O.A == A)
        return &O;
    return nullptr;
  }
  bool hasWorkers() const {
    const dataflow::Operand *O = operand("num_workers");
    return O && O->V.isInt() && O->V.Const.Int > 0 && !E->I->findKeyword("multiprocessing_context");
  }
  bool pins() const {
    const dataflow::Operand *O = operand("pin_memory");
    return O && O->V.is(Value::Kind::Constant) && O->V.truth() == true;
  }
};

} // namespace

static std::optional<Loader> asLoader(const SolvedFunction &S, const Event &E) {
  const knowledge::ClassInfo *C =
      E.I->Kind == InstKind::Call ? knowledge::findClass(std::string_view(E.I->Name)) : nullptr;
  if (!C || C->Kind != knowledge::ClassKind::DataLoader)
    return std::nullopt;
  return Loader{&S, &E, {C->Params.data(), C->Params.size()}};
}

/// The functions of the program that the loader calls for its samples and batches.
static llvm::SmallVector<Program::Entry, 2> calledBy(const Program &P, const Loader &L) {
  llvm::SmallVector<Program::Entry, 2> Found;
  if (const dataflow::Operand *O = L.operand("value"); O && O->V.is(Value::Kind::Object)) {
    llvm::StringRef Class = L.S->Sum->Objects[O->V.Obj.index()].Class;
    for (llvm::StringRef Method : {"__getitem__", "__getitems__", "__iter__"})
      if (std::optional<Program::Entry> E = P.Types.findMethod(Class, Method))
        Found.push_back(*E);
  }
  if (const dataflow::Operand *O = L.operand("collate_fn")) {
    const ir::Inst *D = L.S->F->definition(O->A->Value);
    if (O->V.is(Value::Kind::Function))
      Found.push_back({L.S->M, O->V.Func});
    else if (D && D->Kind == InstKind::GetGlobal)
      if (std::optional<Program::Entry> E = P.Types.findFunction(D->Name))
        Found.push_back(*E);
  }
  return Found;
}

/// True if a tensor on an accelerator comes back.
static bool returnsAccelerator(const SolvedFunction &S, const Value &V) {
  if (V.is(Value::Kind::Tuple))
    return llvm::any_of(*V.Elements, [&](const Value &E) { return returnsAccelerator(S, E); });
  return V.isTensor() && onAccelerator(S, V.P, {}).On;
}

static void run(const Program &P, Sink &Out) {
  llvm::SmallVector<const ir::Inst *, 4> Reported;
  for (const SolvedFunction *S : P.functions())
    for (const Event &Made : S->Events) {
      std::optional<Loader> L = asLoader(*S, Made);
      if (!L || !(L->hasWorkers() || L->pins()))
        continue;
      for (const Program::Entry &Callee : calledBy(P, *L)) {
        // Solving more of the program does not change what is solved.
        const SolvedFunction &C = const_cast<Program &>(P).solved(Callee);
        if (!L->hasWorkers() && !returnsAccelerator(C, C.Sum->Result))
          continue;
        for (const Event &E : C.Events) {
          bool Puts = E.HasTarget && (E.Kind == InstKind::Create || (E.Kind == InstKind::Move && !E.OnModule));
          const AcceleratorFacts Facts = Puts ? onAccelerator(C, E.Target, E.Path) : AcceleratorFacts();
          if (!Facts.On || llvm::is_contained(Reported, E.I))
            continue;
          Reported.push_back(E.I);
          Draft D = Out.draft(C, *E.I);
          D.worlds(Facts.Worlds & (report::WorldGpu | report::WorldMulti) & Out.worlds());
          D.slot("op", report::wording::quoted(E.Name)).slot("device", targetText(C, Out, E));
          D.slot("where", L->hasWorkers() ? "in a forked worker of the data loader" : "that the data loader pins");
          D.note(Out.place(Made.I->Range), report::wording::defined("the data loader"));
          Out.add(std::move(D));
        }
      }
    }
}

static const Check ForkedAccelerator = {
    .Name = "device-forked-accelerator",
    .Headline = "{op} puts a tensor on {device} {where}",
    .Level = 1,
    .Since = "0.1",
    .OnProgram = run,
};
REGISTER_CHECK(ForkedAccelerator)

} // namespace devtidy::checks
