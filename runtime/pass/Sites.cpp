//===- Sites.cpp --------------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/pass/Sites.h"
#include "runtime/pass/HostReads.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include <set>

using namespace llvm;
using devtidy::abi::OperandKind;
using devtidy::abi::SiteKind;

namespace devtidy::pass {
namespace {

/// What a DataLoader puts together: an Example, or a vector of them. Batches of the program's own types say nothing.
Result batchOf(StringRef Iterator, SmallVectorImpl<uint64_t> &Offsets) {
  StringRef Batch = Iterator.substr(Iterator.find('<') + 1);
  const bool IsVector = Batch.consume_front("std::vector<");
  if (!Batch.consume_front("torch::data::Example<at::Tensor, "))
    return Result::None;
  constexpr uint64_t Size = sizeof(void *);
  if (Batch.starts_with("at::Tensor>"))
    Offsets.assign({0, Size});
  else if (Batch.starts_with("void>") || Batch.starts_with("torch::data::example::NoTarget>"))
    Offsets.assign({0});
  else
    return Result::None;
  return IsVector ? Result::BatchVector : Result::Batch;
}

Result resultOf(const CallBase &Call, const Callee &C, SmallVectorImpl<uint64_t> &Offsets) {
  if (C.IsBatch)
    return batchOf(C.Name.Context, Offsets);
  // The part inside has noted it.
  if (C.IsAny)
    return Result::None;
  if (!Call.arg_size() || !Call.paramHasAttr(0, Attribute::StructRet))
    return Result::None;
  const auto *Type = dyn_cast_or_null<StructType>(Call.getParamStructRetType(0));
  if (!Type || !Type->hasName())
    return Result::None;
  if (Type->getName() == "class.at::Tensor" || (C.SharesData && Type->getName() == "class.at::TensorBase"))
    return Result::Tensor;
  // Every vector that an operator returns is one of tensors.
  if (C.Kind == SiteKind::Operator && Type->getName().starts_with("class.std::vector"))
    return Result::TensorVector;
  if (const Function *F = Call.getCalledFunction())
    Offsets.append(returnedTensors(*F));
  return Offsets.empty() ? Result::None : Result::Tensors;
}

/// What the user's code says: the operator's token, or the function's name.
std::string calledName(const Callee &C, const UserLocation &Where) {
  StringRef Name = Where.Called.empty() ? StringRef(C.Name.Base) : Where.Called;
  // The struct of at::_ops, where nobody knows more.
  if (Where.Called.empty() && C.Kind == SiteKind::Operator && Name == "call")
    Name = C.Operation;
  Name = Name.take_until([](char X) { return X == '<'; });
  if (Name == "operator()" || Name == "operator->")
    return C.Name.Base;
  if (Name.consume_front("operator"))
    return Name.trim().str();
  return Name.str();
}

/// Where the batches of a DataLoader are made of the data set's tensors.
bool collates(const CallSite &S) { return S.Kind == SiteKind::Operator && S.Operation == "stack"; }

bool isWanted(const CallSite &S, const Callee &C, const UserLocation &Where, bool InLibrary) {
  // The parts of a Sequential say what they are given.
  if (InLibrary)
    return (S.Kind == SiteKind::Module && !C.IsScript && !C.IsAny) || collates(S);
  if (S.Kind == SiteKind::HostRead || S.Kind == SiteKind::Pointer)
    return S.Called == "accessor" || Where.IsDirect;
  if (S.Kind == SiteKind::Library)
    return Where.IsDirect || !Where.At || C.SharesData;
  return true;
}

} // namespace

bool CallSite::isChecked() const {
  if (!IsWanted)
    return false;
  switch (Kind) {
  case SiteKind::Module:
  case SiteKind::HostRead:
  case SiteKind::Optimizer:
  case SiteKind::Backward:
    return true;
  case SiteKind::ModuleMove:
  case SiteKind::ModuleMake:
  case SiteKind::Library:
  case SiteKind::Pointer:
    return false;
  case SiteKind::Operator:
    break;
  }
  return Operands.size() > 1 || any_of(Operands, [](const Operand &O) {
           return O.Kind != OperandKind::Tensor && O.Kind != OperandKind::OptionalTensor;
         });
}

/// A function of LibTorch's headers that is inlined makes several results at one place: the variable is initialised by
/// the last one.
static void nameLastOnly(MutableArrayRef<CallSite> OfFunction) {
  std::set<std::tuple<std::string, unsigned, unsigned>> Named;
  for (CallSite &S : reverse(OfFunction))
    if (!S.ResultName.empty() && !Named.emplace(S.ResultName, S.At->getLine(), S.At->getColumn()).second)
      S.ResultName.clear();
}

std::vector<CallSite> findSites(Module &M, const Locations &Lines, const ResultNames &Results, Callees &Known) {
  const Variables Names(M, Lines);
  std::vector<CallSite> Sites;
  for (Function &F : M) {
    if (F.isDeclaration() || F.hasAvailableExternallyLinkage())
      continue;
    bool InLibrary = isLibraryName(F.getName());
    std::string FunctionName;
    const size_t First = Sites.size();
    for (Instruction &I : instructions(F)) {
      auto *Call = dyn_cast<CallBase>(&I);
      if (!Call || Call->isInlineAsm())
        continue;
      const Function *Target = Call->getCalledFunction();
      const Callee *C = Target ? Known.find(*Target) : Known.findVirtual(*Call);
      if (!C)
        continue;
      UserLocation Where = Lines.of(*Call);
      CallSite S{Call, C->Kind, C->Operation, calledName(*C, Where)};
      // Without lines nobody says which calls are of wrappers.
      if (C->IsPointer && !InLibrary && !Lines.hasLines()) {
        Where.IsDirect = true;
        if (isOfAccessor(*Call))
          S.Called = "accessor";
      }
      // What is not read here may be for a kernel.
      if (C->IsPointer && !InLibrary && Where.IsDirect && S.Called != "accessor" && !isReadByHost(*Call))
        S.Kind = SiteKind::Pointer;
      if (!isWanted(S, *C, Where, InLibrary))
        continue;
      if (FunctionName.empty())
        FunctionName = splitName(F.getName()).Qualified;
      S.Function = InLibrary ? "" : FunctionName;
      S.At = InLibrary ? nullptr : Where.At;
      S.Operands = operandsOf(*Call, *C);
      for (const Operand &O : S.Operands)
        S.Names.push_back(Names.nameOf(O.Slot));
      // Of a virtual call nobody knows what it is before it is made.
      S.Returns = Target ? resultOf(*Call, *C, S.Offsets) : Result::None;
      // The name of a structure is not that of a tensor in it.
      if (S.Returns == Result::Tensor || S.Returns == Result::TensorVector)
        S.ResultName = Results.at(S.At);
      if (S.Returns == Result::Tensor)
        S.Device = deviceArgument(*Call, *C);
      if (S.isChecked() || S.Returns != Result::None || S.Kind == SiteKind::ModuleMove ||
          S.Kind == SiteKind::ModuleMake || (S.Kind == SiteKind::Pointer && !S.Operands.empty()))
        Sites.push_back(std::move(S));
    }
    nameLastOnly(MutableArrayRef(Sites).drop_front(First));
  }
  return Sites;
}

} // namespace devtidy::pass
