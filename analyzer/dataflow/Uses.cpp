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
  // What is transposed is a tensor, too.
  const Path P = Prog.Paths[V.Path];
  if (P.Kind == Path::Root::Child && llvm::is_contained({"T", "mT", "H", "mH"}, P.Name))
    noteTensor(Value::symbolic(P.Parent));
}

void FunctionSolver::noteMoved(const Value &V) {
  if (!V.is(Value::Kind::Symbolic) || !V.Path)
    return;
  Prog.Paths.markMoved(V.Path);
  if (Prog.Paths[V.Path].IsOperand)
    noteTensor(V);
}

void FunctionSolver::noteMovedTensor(ir::ValueId V, const State &S) {
  const ir::Inst *From = F.definition(V);
  if (From && From->Kind == ir::InstKind::Invoke && knowledge::movesModules({From->Name.data(), From->Name.size()}))
    noteTensor(operand(From->Args[0], S));
}

void FunctionSolver::noteOperand(const Value &V) {
  if (!V.is(Value::Kind::Symbolic) || !V.Path)
    return;
  Prog.Paths.markOperand(V.Path);
  if (Prog.Paths[V.Path].IsMoved)
    noteTensor(V);
}

void FunctionSolver::noteAttribute(const Value &Of, llvm::StringRef Name) {
  if (M.declaresTypes())
    return;
  const auto *C = knowledge::findMethod(knowledge::Receiver::Tensor, {Name.data(), Name.size()});
  if (C && C->Kind == knowledge::Action::QueryIsType)
    noteTensor(Of);
  // Modules have a device, too, but nobody computes with them.
  if (C && C->Kind == knowledge::Action::QueryDevice)
    noteMoved(Of);
}

void FunctionSolver::noteTypeAsked(const ir::Inst &Comparison, const State &S) {
  // Models have a type, as they have a device; types of arrays are others than these.
  auto IsType = [&](ir::ValueId V) {
    const ir::Inst *D = F.definition(V);
    auto Is = [&](const ir::Inst *X) {
      return X && X->Kind == ir::InstKind::GetGlobal && knowledge::isDtype(std::string_view(Prog.canonical(X->Name)));
    };
    const bool IsSeveral = D && (D->Kind == ir::InstKind::MakeTuple || D->Kind == ir::InstKind::MakeList);
    return Is(D) || (IsSeveral && llvm::any_of(D->Args, [&](const ir::Arg &A) { return Is(F.definition(A.Value)); }));
  };
  if (M.declaresTypes() || Comparison.Args.size() != 2)
    return;
  for (unsigned N : {0U, 1U}) {
    const ir::Inst *Asked = F.definition(Comparison.Args[N].Value);
    if (Asked && Asked->Kind == ir::InstKind::GetField && Asked->Name == "dtype" &&
        IsType(Comparison.Args[1 - N].Value))
      noteMoved(operand(Asked->Args[0], S));
  }
}

void FunctionSolver::noteOptional(llvm::ArrayRef<std::pair<Value, Cube>> Parts) {
  auto IsDevice = [&](const Value &V) {
    bool IsAsked = V.is(Value::Kind::Symbolic) && Prog.Paths[V.Path].Name == "device"; // x.device
    return V.is(Value::Kind::Device) || IsAsked || (V.isString() && deviceOf(V));
  };
  const bool IsTensor = llvm::any_of(Parts, [](const auto &Part) { return Part.first.isTensor(); });
  const bool IsPlace = llvm::any_of(Parts, [&](const auto &Part) { return IsDevice(Part.first); });
  for (const auto &[V, Guard] : Parts) {
    const bool IsLeftOut = V.is(Value::Kind::Symbolic) && mayBeLeftOut(V.Path);
    if (IsTensor && IsLeftOut)
      noteTensor(V);
    else if (IsPlace && !IsTensor && (IsLeftOut || IsDevice(V)))
      noteDevice(V);
  }
}

bool FunctionSolver::mayBeLeftOut(PathId Id) const {
  const Path &P = Prog.Paths[Id];
  if (P.Kind != Path::Root::Param || P.Owner != &F || P.Index >= F.Params.size())
    return false;
  const ir::Param &Given = F.Params[P.Index];
  return Given.HasDefault && !Given.DefaultUnknown && Given.Default.K == ir::Constant::Kind::None;
}

Value FunctionSolver::unknownOfParts(llvm::ArrayRef<std::pair<Value, Cube>> Parts, bool OfSummary) {
  constexpr unsigned MaxAlternatives = 6;
  std::vector<Value> Elements;
  std::vector<Cube> Guards;
  bool Guarded = true, Untyped = false;
  const bool AreFunctions = llvm::all_of(Parts, [](const auto &Part) {
    const Value &V = Part.first;
    auto IsFunction = [](const Value &X) { return X.is(Value::Kind::Function) && X.Func; };
    return IsFunction(V) || V.is(Value::Kind::Bottom) || (V.isOneOfSeveral() && llvm::all_of(*V.Elements, IsFunction));
  });
  auto Add = [&](const Value &V, const Cube &Guard) {
    Untyped |= V.is(Value::Kind::Symbolic);
    Guarded &= Guard.size() <= Cube::MaxTerm;
    bool Known = false;
    for (unsigned N = 0; N < Elements.size() && !Known; ++N)
      Known = Elements[N] == V && Guards[N] == Guard;
    if (!Known) {
      Elements.push_back(V);
      Guards.push_back(Guard);
    }
    const bool IsHeld = V.is(Value::Kind::Object) || V.is(Value::Kind::Tuple);
    return V.is(Value::Kind::Symbolic) || V.isTensor() || V.isNone() || (OfSummary && IsHeld) || AreFunctions;
  };
  for (const auto &[V, Guard] : Parts) {
    if (V.is(Value::Kind::Bottom))
      continue;
    if (!V.is(Value::Kind::Unknown) || !V.Elements) {
      if (!Add(V, Guard))
        return Value::unknown();
      continue;
    }
    Guarded &= V.Guards != nullptr;
    for (unsigned N = 0; N < V.Elements->size(); ++N)
      if (std::optional<Cube> Both = V.Guards ? (*V.Guards)[N].meet(Guard) : Guard)
        Add((*V.Elements)[N], *Both);
  }
  if ((!Untyped && !OfSummary && !AreFunctions) || Elements.size() > MaxAlternatives)
    return Value::unknown();
  Value R = Value::unknown();
  R.Elements = std::make_shared<const std::vector<Value>>(std::move(Elements));
  if (Guarded)
    R.Guards = std::make_shared<const std::vector<Cube>>(std::move(Guards));
  return R;
}

void FunctionSolver::noteDevice(const Value &V) {
  // A device may be given as a string: `device: str = "cuda"`.
  // So may an option of the program: args.device.
  const bool IsOption = V.is(Value::Kind::Unknown) && !V.Elements;
  if ((!V.is(Value::Kind::Symbolic) && !V.IsText && !V.IsGiven && !IsOption) || !V.Path || Prog.Paths[V.Path].IsDevice)
    return;
  // What a global is would depend on who was asked first.
  if (Prog.Paths[Prog.Paths.root(V.Path)].Owner != &F)
    return;
  Prog.Paths.markDevice(V.Path);
  SawTensor = true;
}

} // namespace devtidy::dataflow
