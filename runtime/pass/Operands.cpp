//===- Operands.cpp -----------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How clang passes the parameter types of ATen (System V ABI for x86-64, section 3.2.3; AAPCS64): references and
// classes with a destructor by address, small classes in one register or two, and in memory where the registers are
// used up.
//
//===----------------------------------------------------------------------===//

#include "runtime/pass/Operands.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/InstrTypes.h"

using namespace llvm;
using devtidy::abi::OperandKind;

namespace devtidy::pass {
namespace {

/// What is looked at; nothing for a parameter that says nothing of devices.
std::optional<OperandKind> kindOf(StringRef Type) {
  return StringSwitch<std::optional<OperandKind>>(Type)
      .Cases({"at::Tensor const&", "at::Tensor&", "at::Tensor&&", "at::Tensor"}, OperandKind::Tensor)
      .Cases({"std::optional<at::Tensor> const&", "std::optional<at::Tensor>"}, OperandKind::OptionalTensor)
      .Case("std::optional<std::tuple<at::Tensor, at::Tensor>>", OperandKind::OptionalPair)
      .Case("c10::ArrayRef<at::Tensor>", OperandKind::TensorList)
      .Case("std::vector<at::Tensor, std::allocator<at::Tensor>> const&", OperandKind::TensorVector)
      .Case("c10::IListRef<at::Tensor> const&", OperandKind::MaterialTensorList)
      .Case("c10::List<std::optional<at::Tensor>> const&", OperandKind::OptionalTensorList)
      .Cases({"c10::ArrayRef<at::indexing::TensorIndex>", "std::initializer_list<at::indexing::TensorIndex>"},
             OperandKind::IndexList)
      .Case("std::optional<at::Generator>", OperandKind::Generator)
      .Cases({"std::vector<c10::IValue, std::allocator<c10::IValue>>",
              "std::vector<c10::IValue, std::allocator<c10::IValue>> const&"},
             OperandKind::ValueVector)
      .Default(std::nullopt);
}

/// True for classes of two machine words without a destructor.
bool isPair(StringRef Type) {
  return Type.starts_with("c10::ArrayRef<") || Type.starts_with("std::basic_string_view<") ||
         Type.starts_with("std::initializer_list<") || Type == "std::optional<double>" ||
         Type == "std::optional<long>" || Type == "c10::Stream";
}

bool isModuleSite(abi::SiteKind Kind) {
  return Kind == abi::SiteKind::Module || Kind == abi::SiteKind::ModuleMove || Kind == abi::SiteKind::ModuleMake;
}

bool isInMemory(const CallBase &Call, unsigned I) { return Call.paramHasAttr(I, Attribute::ByVal); }

/// How many arguments of the call the parameter takes up.
unsigned wordsOf(const CallBase &Call, unsigned I, StringRef Type) {
  if (!isPair(Type) || isInMemory(Call, I) || Call.getArgOperand(I)->getType()->isAggregateType())
    return 1;
  return 2;
}

/// A generator has to be one of the device that is asked for; where there are tensors, of theirs.
void addDevice(SmallVectorImpl<Operand> &Operands, const CallBase &Call, const Callee &C) {
  if (Operands.size() != 1 || Operands.front().Kind != OperandKind::Generator)
    return;
  if (Value *Device = deviceArgument(Call, C))
    Operands.push_back({OperandKind::Device, Operands.front().Position, Device});
}

} // namespace

SmallVector<Operand, 4> operandsOf(const CallBase &Call, const Callee &C) {
  SmallVector<Operand, 4> Result;
  if (C.Kind == abi::SiteKind::ModuleMake)
    return {{C.IsScript ? OperandKind::ScriptModule : OperandKind::Module, 0, Call.getArgOperand(0)}};
  unsigned I = Call.arg_size() && Call.paramHasAttr(0, Attribute::StructRet) ? 1 : 0;
  unsigned Position = 0;
  if (C.HasReceiver) {
    if (I >= Call.arg_size())
      return {};
    // The part inside says what it is given.
    if (C.IsAny)
      return {{OperandKind::AnyModule, 0, Call.getArgOperand(I)}};
    OperandKind Kind = C.IsScript && C.Name.Context == "torch::jit::Method" ? OperandKind::ScriptMethod
                       : C.IsScript                                         ? OperandKind::ScriptModule
                       : isModuleSite(C.Kind)                               ? OperandKind::Module
                       : C.Kind == abi::SiteKind::Optimizer                 ? OperandKind::Optimizer
                                                                            : OperandKind::Tensor;
    Result.push_back({Kind, Position++, Call.getArgOperand(I++)});
  }
  for (StringRef Type : C.Name.Parameters) {
    if (I >= Call.arg_size())
      return {};
    std::optional<OperandKind> Kind = kindOf(Type);
    unsigned Words = wordsOf(Call, I, Type);
    if (I + Words > Call.arg_size())
      return {};
    bool IsList = Kind == OperandKind::TensorList || Kind == OperandKind::IndexList;
    if (IsList && Words == 2)
      Result.push_back({*Kind, Position, Call.getArgOperand(I), Call.getArgOperand(I + 1)});
    else if (IsList && !isInMemory(Call, I))
      return {};
    else if (Kind == OperandKind::TensorList)
      Result.push_back({OperandKind::TensorListObject, Position, Call.getArgOperand(I)});
    else if (Kind && Call.getArgOperand(I)->getType()->isPointerTy())
      Result.push_back({*Kind, Position, Call.getArgOperand(I)});
    I += Words;
    ++Position;
  }
  if (I == Call.arg_size()) {
    addDevice(Result, Call, C);
    return Result;
  }
  // The receiver stands in front of what cannot be counted.
  if (C.HasReceiver && !Result.empty())
    return {Result.front()};
  return {};
}
Value *deviceArgument(const CallBase &Call, const Callee &C) {
  unsigned I = Call.arg_size() && Call.paramHasAttr(0, Attribute::StructRet) ? 1 : 0;
  I += C.HasReceiver;
  for (StringRef Type : C.Name.Parameters) {
    if (I >= Call.arg_size())
      return nullptr;
    if (Type == "std::optional<c10::Device>")
      return Call.getArgOperand(I)->getType()->isIntegerTy() ? Call.getArgOperand(I) : nullptr;
    I += wordsOf(Call, I, Type);
  }
  return nullptr;
}

} // namespace devtidy::pass
