//===- Callee.cpp -------------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/pass/Callee.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

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

/// The elements of structures whose members are all there; an optional has none to begin with.
static void addTensors(const Type *Of, uint64_t Offset, const DataLayout &Layout, SmallVectorImpl<uint64_t> &To) {
  auto *Class = dyn_cast<StructType>(const_cast<Type *>(Of));
  if (!Class || !Class->hasName())
    return;
  const StringRef Name = Class->getName();
  if (Name == "class.at::Tensor") {
    To.push_back(Offset);
    return;
  }
  if (none_of(ArrayRef<StringRef>{"class.std::tuple", "struct.std::_Tuple_impl", "struct.std::_Head_base",
                                  "struct.std::pair", "struct.torch::data::Example"},
              [&](StringRef Known) { return Name.starts_with(Known); }))
    return;
  const StructLayout &Places = *Layout.getStructLayout(Class);
  for (const auto &[I, Member] : enumerate(Class->elements()))
    addTensors(Member, Offset + Places.getElementOffset(I), Layout, To);
}

SmallVector<uint64_t, 2> returnedTensors(const Function &F) {
  SmallVector<uint64_t, 2> Offsets;
  if (F.arg_size() && F.hasParamAttribute(0, Attribute::StructRet))
    addTensors(F.getParamStructRetType(0), 0, F.getDataLayout(), Offsets);
  return Offsets;
}

/// True of torch::nn::ModuleHolder's constructors and of those that the holders of torch::nn inherit from it; other
/// classes have constructors that are given a holder. Itanium C++ ABI, section 5.1.4.3.
static bool isHolderConstructor(StringRef Mangled) {
  static constexpr StringLiteral Holder = "12ModuleHolderI";
  if (Mangled.starts_with("_ZN5torch2nn12ModuleHolderI"))
    return any_of(ArrayRef<StringRef>{"C1E", "C2E", "C1I", "C2I"}, [&](StringRef C) { return Mangled.contains(C); });
  const size_t Inherits = std::min(Mangled.find("CI1N"), Mangled.find("CI2N"));
  return Inherits != StringRef::npos && Mangled.find(Holder, Inherits) != StringRef::npos;
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
  if (C.Operation == "torch::jit::Module::forward" || C.Operation == "torch::jit::Method::operator()") {
    C.Kind = SiteKind::Module;
    C.HasReceiver = C.IsScript = C.IsWrapped = true;
    return Result;
  }
  if (C.Operation == "torch::nn::AnyModule::forward" || C.Operation == "torch::nn::AnyModule::any_forward") {
    C.Kind = SiteKind::Module;
    C.HasReceiver = C.IsAny = true;
    return Result;
  }
  if (C.Operation == "at::Tensor::_backward" || C.Operation == "torch::autograd::backward" ||
      C.Operation == "torch::autograd::grad") {
    C.Kind = SiteKind::Backward;
    C.HasReceiver = Context == "at::Tensor";
    C.IsWrapped = true;
    return Result;
  }
  // What makes the module that the holder has, not what takes one over.
  if (Context.starts_with("torch::nn::") && isHolderConstructor(F.getName()) && !C.Name.Parameters.empty() &&
      none_of(ArrayRef<StringRef>{"std::nullptr_t", "decltype(nullptr)", "std::shared_ptr<"},
              [&](StringRef Type) { return StringRef(C.Name.Parameters.front()).starts_with(Type); })) {
    C.Kind = SiteKind::ModuleMake;
    C.HasReceiver = true;
    return Result;
  }
  if (C.Operation == "torch::jit::load" && F.arg_size() && F.hasParamAttribute(0, Attribute::StructRet)) {
    C.Kind = SiteKind::ModuleMake;
    C.IsScript = true;
    return Result;
  }
  if (Context.starts_with("torch::data::Iterator<") && (Base == "operator*" || Base == "operator->")) {
    C.IsBatch = true;
    return Result;
  }
  if (C.Operation == "torch::nn::Module::to" || C.Operation == "torch::jit::Module::to") {
    C.Kind = SiteKind::ModuleMove;
    C.HasReceiver = C.IsWrapped = true;
    C.IsScript = Context == "torch::jit::Module";
    return Result;
  }
  // The state of one has a member of that name, which gives a number.
  if (Context.starts_with("torch::optim::") && Base == "step" && returnsTensor(F)) {
    C.Kind = SiteKind::Optimizer;
    C.HasReceiver = true;
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
    // What stands at the new tensor's address from before is not of it, though it starts with the mark of the other
    // one.
    if (Base == "data" || Base == "variable_data" || Base == "tensor_data") {
      C.HasReceiver = C.SharesData = C.IsWrapped = true;
      return Result;
    }
    // Indexing in C++ goes through functions of LibTorch itself.
    if ((Base == "index" || Base == "index_put_") && !C.Name.Parameters.empty() &&
        StringRef(C.Name.Parameters.front()).ends_with("<at::indexing::TensorIndex>")) {
      C.Kind = SiteKind::Operator;
      C.Operation = Base == "index" ? "index_Tensor" : "index_put_";
      C.HasReceiver = C.IsWrapped = true;
      return Result;
    }
  }
  // Gives back the tensor that it takes, in the wrappers of factories.
  if (C.Operation == "torch::autograd::make_variable")
    return nullptr;
  if (!returnedTensors(F).empty())
    return Result;
  return nullptr;
}

/// The place of torch::nn::Module::to(Device, Dtype, bool) in the table of virtual functions, and of to(Device, bool);
/// between them to(Dtype, bool). torch/nn/module.h of 2.13; test/pass/slots.cpp tests it.
static constexpr unsigned FirstMoveSlot = 5, LastMoveSlot = 7;

/// The same of torch::optim::Optimizer::step. torch/optim/optimizer.h of 2.13; test/pass/slots.cpp tests it.
static constexpr unsigned StepSlot = 2;

/// The slot of "this->vtable[Slot](...)", whose receiver is that argument.
static std::optional<uint64_t> virtualSlot(const CallBase &Call, unsigned Receiver) {
  const auto *Target = dyn_cast<LoadInst>(Call.getCalledOperand());
  const auto *Slot = Target ? dyn_cast<GetElementPtrInst>(Target->getPointerOperand()) : nullptr;
  const auto *Table = Slot && Slot->getNumIndices() == 1 ? dyn_cast<LoadInst>(Slot->getPointerOperand()) : nullptr;
  const auto *Index = Slot ? dyn_cast<ConstantInt>(Slot->idx_begin()->get()) : nullptr;
  if (!Table || !Index || Call.arg_size() <= Receiver || Table->getPointerOperand() != Call.getArgOperand(Receiver))
    return std::nullopt;
  return Index->getZExtValue();
}

static const Callee *newMethod(SiteKind Kind, StringRef Context, StringRef Base) {
  auto *C = new Callee;
  C->Kind = Kind;
  C->Operation = C->Name.Qualified = (Context + "::" + Base).str();
  C->Name.Context = Context;
  C->Name.Base = Base;
  C->HasReceiver = true;
  return C;
}

static bool isStep(const CallBase &Call) {
  if (Call.arg_size() != 3 || !Call.paramHasAttr(0, Attribute::StructRet) || virtualSlot(Call, 1) != StepSlot)
    return false;
  const auto *Result = dyn_cast<StructType>(Call.getParamStructRetType(0));
  return Result && Result->hasName() && Result->getName() == "class.at::Tensor" &&
         Call.getArgOperand(2)->getType()->isPointerTy();
}

const Callee *Callees::findVirtual(const CallBase &Call) {
  // Also other classes have functions of these types; the runtime asks the object whether it is a module, or an
  // optimizer.
  if (isStep(Call)) {
    static const Callee *const Step = newMethod(SiteKind::Optimizer, "torch::optim::Optimizer", "step");
    return Step;
  }
  std::optional<uint64_t> Slot = virtualSlot(Call, 0);
  if (!Slot || *Slot < FirstMoveSlot || *Slot > LastMoveSlot || !Call.getType()->isVoidTy() ||
      Call.arg_size() != (*Slot == FirstMoveSlot ? 4 : 3))
    return nullptr;
  for (unsigned I = 1; I != Call.arg_size(); ++I)
    if (!Call.getArgOperand(I)->getType()->isIntegerTy())
      return nullptr;
  static const Callee *const Move = newMethod(SiteKind::ModuleMove, "torch::nn::Module", "to");
  return Move;
}

const Callee *Callees::find(const Function &F) {
  auto [Slot, New] = Known.try_emplace(&F);
  if (New)
    Slot->second = classify(F);
  return Slot->second.get();
}

} // namespace devtidy::pass
