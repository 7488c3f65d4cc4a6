//===- Meetings.cpp - What meets beside the operands of operators -------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/FunctionSolver.h"

namespace devtidy::dataflow {

using ir::InstKind;
using knowledge::ClassKind;
using knowledge::DeviceRule;

Side FunctionSolver::namedSide(llvm::StringRef Name, Placement P) {
  return {.P = std::move(P), .Dim = Rank::AtLeastOne, .Position = ~0U, .Name = Name};
}

Value FunctionSolver::makeGenerator(ir::InstId Id, llvm::StringRef Params, State &S) {
  const ir::Inst &I = F.inst(Id);
  Placement P = Placement::of(Term::device({}));
  if (const ir::Arg *A = argumentFor(Params, I, "device")) {
    Value V = operand(*A, S);
    P = V.isNone() ? P : deviceOf(V).value_or(Placement::unknown());
  } else if (Params.contains("index")) {
    const ir::Arg *Index = argumentFor(Params, I, "index");
    Value V = Index ? operand(*Index, S) : Value::bottom();
    P = V.isInt() ? Placement::of(Term::device({knowledge::DeviceType::Cuda, static_cast<int16_t>(V.Const.Int)}))
        : Index   ? Placement::unknown()
                  : currentAccelerator(S, nullptr);
  }
  ObjectId O = allocate(Id, 0, "torch.Generator");
  S.Mem[{O, DeviceField}] = Value::tensor(P.withOrigin([&](const Step *) { return stepAt(StepKind::Created, Id); }));
  return Value::object(O);
}

bool FunctionSolver::isGenerator(ObjectId O) const {
  const knowledge::ClassInfo *Class = Prog.libraryClass(object(O).Class);
  return Class && Class->Kind == ClassKind::Generator;
}

/// Random numbers are made where the result is, and the generator has to be there (ATen/core/Generator.h,
/// check_generator). Samplers and data loaders draw theirs on the default device (torch/utils/data/dataloader.py).
void FunctionSolver::meetGenerators(ir::InstId Id, const Event &E, const Value &Result, State &S) {
  bool Draws = E.Kind == InstKind::Create || E.Kind == InstKind::Aten || E.Kind == InstKind::View;
  for (unsigned N = 0; N < E.Operands.size(); ++N) {
    const Operand &O = E.Operands[N];
    if (!O.V.is(Value::Kind::Object) || !isGenerator(O.V.Obj))
      continue;
    Placement P = placementOf(S, O.V);
    if (P.isBottom() || P.isUnknown())
      continue;
    // Whoever hands a generator in knows where it is.
    Side Generator{.P = P, .Dim = Rank::AtLeastOne, .Partial = O.V.Partial, .Position = N, .IsTrusted = true};
    Generator.Range = O.A->Range;
    if (Draws && Result.isTensor())
      recordDemand(Id, E.Name, DeviceRule::Same, {Generator, namedSide("the result", Result.P)}, S, Meeting::Generator);
    else if (O.A->Keyword == "generator" && (E.Known || E.Kind == InstKind::Construct))
      recordDemand(Id, E.Name, DeviceRule::Same, {Generator, namedSide("the order", defaultDevice(S, Id))}, S,
                   Meeting::Generator);
  }
}

void FunctionSolver::meetHost(ir::InstId Id, unsigned Position, const Event &E, State &S) {
  llvm::StringRef Name = F.inst(Id).Name;
  if (size_t At = Name.find_last_of(":."); At != llvm::StringRef::npos)
    Name = Name.substr(At + 1);
  llvm::SmallVector<Side, 4> Sides;
  addSides(S, F.inst(Id).Args[Position], E.Operands[Position].V, Position, Sides);
  if (Sides.size() != 1)
    return;
  // Lengths that come in are on the CPU; those that were computed from the input are where the input is.
  const GuardedTerm *Mine = Sides[0].P.single();
  const GuardedTerm *Input = Position != 0 ? E.Operands[0].V.P.single() : nullptr;
  Sides[0].IsTrusted = !Mine || !Input || Mine->T != Input->T || E.Operands[Position].V.Path;
  Sides.push_back(namedSide("the CPU", Placement::of(Term::device({}))));
  recordDemand(Id, Name, DeviceRule::Same, Sides, S, Meeting::HostArgument);
}

} // namespace devtidy::dataflow
