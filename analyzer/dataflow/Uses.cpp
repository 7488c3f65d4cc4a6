//===- Uses.cpp - What the use of a value tells about it ------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/FunctionSolver.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

void FunctionSolver::noteTensor(const Value &V) {
  if (V.is(Value::Kind::Unknown) && V.Elements)
    for (const Value &Part : *V.Elements)
      noteTensor(Part);
  if (!V.is(Value::Kind::Symbolic) || !V.Path || Prog.Paths[V.Path].IsTensor)
    return;
  Prog.Paths.markTensor(V.Path);
  SawTensor = true;
}

void FunctionSolver::noteOptional(llvm::ArrayRef<std::pair<Value, Cube>> Parts) {
  if (llvm::none_of(Parts, [](const auto &Part) { return Part.first.isTensor(); }))
    return;
  for (const auto &[V, Guard] : Parts) {
    if (!V.is(Value::Kind::Symbolic))
      continue;
    const Path &P = Prog.Paths[V.Path];
    bool Given = P.Kind == Path::Root::Param && P.Owner == &F && P.Index < F.Params.size();
    if (Given && F.Params[P.Index].HasDefault && !F.Params[P.Index].DefaultUnknown &&
        F.Params[P.Index].Default.K == ir::Constant::Kind::None)
      noteTensor(V);
  }
}

Value FunctionSolver::unknownOfParts(llvm::ArrayRef<std::pair<Value, Cube>> Parts) {
  Value V = Value::unknown();
  if (llvm::all_of(Parts, [](const auto &Part) { return Part.first.is(Value::Kind::Symbolic); })) {
    std::vector<Value> Elements;
    for (const auto &[Part, Guard] : Parts)
      Elements.push_back(Part);
    V.Elements = std::make_shared<const std::vector<Value>>(std::move(Elements));
  }
  return V;
}

void FunctionSolver::noteDevice(const Value &V) {
  // A device may be given as a string: `device: str = "cuda"`.
  if ((!V.is(Value::Kind::Symbolic) && !V.IsText) || !V.Path || Prog.Paths[V.Path].IsDevice)
    return;
  // What a global is would depend on who was asked first.
  if (Prog.Paths[Prog.Paths.root(V.Path)].Owner != &F)
    return;
  Prog.Paths.markDevice(V.Path);
  SawTensor = true;
}

/// The accelerator that a number or a device names.
std::optional<Placement> FunctionSolver::acceleratorOf(const Value &V) {
  noteDevice(V);
  if (V.isInt())
    return Placement::of(Term::device({knowledge::DeviceType::Cuda, static_cast<int16_t>(V.Const.Int)}));
  return deviceOf(V);
}

} // namespace devtidy::dataflow
