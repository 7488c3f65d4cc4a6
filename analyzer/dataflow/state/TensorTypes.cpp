//===- TensorTypes.cpp - torch.cuda.FloatTensor as a value ----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The constructors of Python that PyTorch had before torch.tensor are types, too, and say a device by that:
//
//   Tensor = torch.cuda.FloatTensor if cuda else torch.FloatTensor
//   x = x.type(Tensor); y = Tensor(2, 3); z = z.type(x.type())
//
// As a value such a type is the options of the tensors that it makes.
//
//===----------------------------------------------------------------------===//

#include "dataflow/state/TensorTypes.h"
#include "dataflow/state/FunctionFrame.h"
#include "knowledge/Arrays.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using knowledge::Action;
using knowledge::Device;
using knowledge::DeviceType;

std::optional<Value> tensorType(llvm::StringRef Name) {
  const knowledge::Callable *C = knowledge::findFunction({Name.data(), Name.size()});
  if (!C || !knowledge::isTensorType(*C))
    return std::nullopt;
  Device D = C->Kind == Action::CreateCuda ? Device{DeviceType::Cuda, -1} : Device{};
  return Value::options(Placement::of(Term::device(D)));
}

std::optional<Placement> placeOfType(const Value &V) {
  if (V.is(Value::Kind::Options))
    return V.P;
  // "torch.cuda.FloatTensor" if use_cuda else "torch.FloatTensor"
  if (V.isOneOfSeveral()) {
    Placement P;
    for (const auto &[Part, Guard] : llvm::zip(*V.Elements, *V.Guards)) {
      const std::optional<Placement> Place = placeOfType(Part);
      if (!Place)
        return std::nullopt;
      P.joinIn(Place->guardedBy(Guard));
    }
    return P;
  }
  std::optional<Value> Named = V.isString() ? tensorType(V.Const.Text) : std::nullopt;
  return Named ? std::optional(Named->P) : std::nullopt;
}

std::optional<Value> memberType(FunctionFrame &In, const Value &Of, llvm::StringRef Name, State &S) {
  if (!Of.is(Value::Kind::Object) || !In.Prog.Types.findClass(In.object(Of.Obj).Class))
    return std::nullopt;
  const SolvedClass &C = In.Prog.solvedClass(In.object(Of.Obj).Class);
  const auto *Known = C.Fields.find(Name);
  const bool IsMade = Known != C.Fields.end() && Known->second.Made.Kind == ir::TypeKind::Options;
  if (!IsMade && !S.Mem.has({Of.Obj, Name}))
    return std::nullopt;
  Value Type = In.fields(S).read(Of.Obj, Name);
  bool IsType = Type.is(Value::Kind::Options) && !Type.P.isBottom() && !Type.P.isUnknown();
  return IsType ? std::optional(std::move(Type)) : std::nullopt;
}

bool isHostArray(const FunctionFrame &In, ir::ValueId V, unsigned Depth) {
  constexpr unsigned MaxDepth = 6;
  const ir::Inst *D = Depth < MaxDepth ? In.F.definition(V) : nullptr;
  if (!D)
    return false;
  if (D->Kind == ir::InstKind::Call)
    return knowledge::makesArrays(std::string_view(In.Prog.Types.canonical(D->Name)));
  if (D->Kind == ir::InstKind::Invoke && knowledge::isOfArraysAlone(std::string_view(D->Name)))
    return true;
  if (D->Kind == ir::InstKind::Invoke || D->Kind == ir::InstKind::GetItem)
    return isHostArray(In, D->Args[0].Value, Depth + 1);
  const auto IsNumber = [&](const ir::Arg &A) {
    const ir::Inst *Made = In.F.definition(A.Value);
    return Made && Made->Kind == ir::InstKind::Const;
  };
  return D->Kind == ir::InstKind::Op && !llvm::all_of(D->Args, IsNumber) &&
         llvm::all_of(D->Args, [&](const ir::Arg &A) { return IsNumber(A) || isHostArray(In, A.Value, Depth + 1); });
}

} // namespace devtidy::dataflow
