//===- Callee.cpp -------------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/pass/Callee.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Function.h"

using namespace llvm;
using devtidy::abi::SiteKind;

namespace devtidy::pass {

/// True if the function returns an at::Tensor: a class with a destructor, for which the caller hands in the memory.
static bool returnsTensor(const Function &F) {
  if (!F.arg_size() || !F.hasParamAttribute(0, Attribute::StructRet))
    return false;
  const auto *Type = dyn_cast_or_null<StructType>(F.getParamStructRetType(0));
  return Type && Type->hasName() && Type->getName() == "class.at::Tensor";
}

static std::unique_ptr<const Callee> classify(const Function &F) {
  auto Result = std::make_unique<Callee>();
  Callee &C = *Result;
  if (std::optional<StringRef> Operator = operatorName(F.getName())) {
    C.Kind = SiteKind::Operator;
    C.Name = splitName(F.getName());
    C.Operation = Operator->str();
    C.IsWrapped = true;
    return Result;
  }
  if (F.isIntrinsic() || !isLibraryName(F.getName()))
    return nullptr;

  C.Name = splitName(F.getName());
  C.Operation = C.Name.Qualified;
  StringRef Context = C.Name.Context, Base = C.Name.Base;
  if (Context.starts_with("torch::nn::") && Context.ends_with("Impl") && Base == "forward") {
    C.Kind = SiteKind::Module;
    C.HasReceiver = true;
    C.IsWrapped = F.isDeclaration();
    return Result;
  }
  if (C.Operation == "torch::jit::Module::forward") {
    C.Kind = SiteKind::Module;
    C.HasReceiver = C.IsScript = C.IsWrapped = true;
    return Result;
  }
  if (C.Operation == "torch::nn::Module::to" || C.Operation == "torch::jit::Module::to") {
    C.Kind = SiteKind::ModuleMove;
    C.HasReceiver = C.IsWrapped = true;
    C.IsScript = Context == "torch::jit::Module";
    return Result;
  }
  if (Context == "at::TensorBase" || Context == "at::Tensor") {
    C.IsPointer =
        StringSwitch<bool>(Base).Cases({"data_ptr", "const_data_ptr", "mutable_data_ptr"}, true).Default(false);
    if (C.IsPointer) {
      C.Kind = SiteKind::HostRead;
      C.HasReceiver = C.IsWrapped = true;
      return Result;
    }
    // Indexing in C++ goes through functions of LibTorch itself.
    if ((Base == "index" || Base == "index_put_") && !C.Name.Parameters.empty() &&
        C.Name.Parameters.front() == "c10::ArrayRef<at::indexing::TensorIndex>") {
      C.Kind = SiteKind::Operator;
      C.Operation = Base == "index" ? "index_Tensor" : "index_put_";
      C.HasReceiver = C.IsWrapped = true;
      return Result;
    }
  }
  if (returnsTensor(F))
    return Result;
  return nullptr;
}

const Callee *Callees::find(const Function &F) {
  auto [Slot, New] = Known.try_emplace(&F);
  if (New)
    Slot->second = classify(F);
  return Slot->second.get();
}

} // namespace devtidy::pass
