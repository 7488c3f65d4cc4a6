//===- Insert.cpp -------------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/pass/Insert.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using devtidy::abi::OperandKind;
using devtidy::abi::SiteKind;

namespace devtidy::pass {
namespace {

class Inserter {
public:
  Inserter(Module &M, const CallSite &Site) : M(M), Site(Site), Pointer(PointerType::getUnqual(M.getContext())) {}

  void run() {
    Record = record();
    Moved = movedModule();
    if (Site.isChecked())
      before();
    if (Site.Returns != Result::None || Site.Kind == SiteKind::ModuleMove || Site.Kind == SiteKind::ModuleMake ||
        Site.Kind == SiteKind::Module || Site.Kind == SiteKind::Pointer)
      after();
  }

private:
  Constant *number(uint64_t N) const { return ConstantInt::get(Type::getInt32Ty(M.getContext()), N); }

  Constant *text(StringRef Text) {
    // One copy of a text is enough for all sites.
    std::string Name = ("devtidy.text." + Text).str();
    if (GlobalVariable *Known = M.getNamedGlobal(Name))
      return Known;
    auto *Value = ConstantDataArray::getString(M.getContext(), Text);
    auto *Global =
        new GlobalVariable(M, Value->getType(), /*isConstant=*/true, GlobalValue::PrivateLinkage, Value, Name);
    Global->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
    return Global;
  }

  GlobalVariable *global(Constant *Value, bool IsConstant, const char *Name) {
    return new GlobalVariable(M, Value->getType(), IsConstant, GlobalValue::PrivateLinkage, Value, Name);
  }

  Constant *operands() {
    if (Site.Operands.empty())
      return ConstantPointerNull::get(Pointer);
    SmallVector<Constant *, 4> All;
    for (size_t I = 0; I != Site.Operands.size(); ++I)
      All.push_back(ConstantStruct::getAnon({text(Site.Names[I]), number(static_cast<uint32_t>(Site.Operands[I].Kind)),
                                             number(Site.Operands[I].Position)}));
    auto *Array = ArrayType::get(All.front()->getType(), All.size());
    return global(ConstantArray::get(Array, All), /*IsConstant=*/true, "devtidy.operands");
  }

  GlobalVariable *record() {
    const DIFile *File = Site.At ? Site.At->getFile() : nullptr;
    StringRef Folder = File ? File->getDirectory() : "";
    return global(ConstantStruct::getAnon(
                      {text(Site.Operation), text(Site.Called), text(File ? File->getFilename() : ""), text(Folder),
                       text(Site.ResultName), text(Site.Function), operands(), number(Site.Operands.size()),
                       number(Site.At ? Site.At->getLine() : 0), number(Site.At ? Site.At->getColumn() : 0),
                       number(static_cast<uint32_t>(Site.Kind)), number(0), number(0)}),
                  /*IsConstant=*/false, "devtidy.site");
  }

  CallInst *call(IRBuilder<> &At, StringRef Hook, ArrayRef<Value *> Arguments, Type *Returns = nullptr) {
    SmallVector<Type *, 4> Types;
    for (Value *A : Arguments)
      Types.push_back(A->getType());
    FunctionCallee Target =
        M.getOrInsertFunction(Hook, FunctionType::get(Returns ? Returns : At.getVoidTy(), Types, /*isVarArg=*/false));
    if (auto *F = dyn_cast<Function>(Target.getCallee())) {
      F->setDoesNotThrow();
      F->addFnAttr(Attribute::NonLazyBind); // called without the table of procedure links
    }
    CallInst *Inserted = At.CreateCall(Target, Arguments);
    Inserted->setDoesNotThrow();
    Inserted->setDebugLoc(Site.Call->getDebugLoc());
    return Inserted;
  }

  /// The module of a ModuleMove site, which a virtual call may not have.
  Value *movedModule() {
    if (Site.Kind != SiteKind::ModuleMove || Site.Operands.empty() || Site.Call->getCalledFunction())
      return Site.Operands.empty() ? nullptr : Site.Operands.front().Slot;
    IRBuilder<> At(Site.Call);
    return call(At, "devtidyAsModule", {Site.Operands.front().Slot}, Pointer);
  }

  /// The operands as an array on the stack.
  Value *slots(IRBuilder<> &At) {
    SmallVector<Value *, 8> Values;
    for (const Operand &O : Site.Operands) {
      const bool IsAsked = O.Kind == OperandKind::Optimizer && !Site.Call->getCalledFunction();
      if (O.Kind == OperandKind::Device)
        Values.push_back(At.CreateIntToPtr(At.CreateZExt(O.Slot, At.getInt64Ty()), Pointer));
      else
        Values.push_back(IsAsked ? call(At, "devtidyAsOptimizer", {O.Slot}, Pointer) : O.Slot);
      if (O.Length)
        Values.push_back(At.CreateIntToPtr(O.Length, Pointer));
    }
    Function &F = *Site.Call->getFunction();
    IRBuilder<> Entry(&F.getEntryBlock(), F.getEntryBlock().getFirstInsertionPt());
    auto *Array = ArrayType::get(Pointer, Values.size());
    Value *All = Entry.CreateAlloca(Array);
    for (unsigned I = 0; I != Values.size(); ++I)
      At.CreateStore(Values[I], At.CreateConstInBoundsGEP2_32(Array, All, 0, I));
    return All;
  }

  void before() {
    IRBuilder<> At(Site.Call);
    const auto &O = Site.Operands;
    if (O.empty())
      return;
    bool IsPair = Site.Kind == SiteKind::Operator && O.size() == 2 && O[0].Kind == OperandKind::Tensor &&
                  O[1].Kind == OperandKind::Tensor;
    if (IsPair)
      call(At, "devtidyPair", {Record, O[0].Slot, O[1].Slot});
    else
      call(At, "devtidyOperands", {Record, slots(At)});
  }

  /// Behind the call, on the way that is taken if nothing is thrown; null if there is none.
  Instruction *returned() const {
    if (auto *Invoke = dyn_cast<InvokeInst>(Site.Call)) {
      BasicBlock *Next = Invoke->getNormalDest();
      if (!Next->getSinglePredecessor())
        Next = SplitEdge(Invoke->getParent(), Next);
      return &*Next->getFirstInsertionPt();
    }
    if (const auto *Plain = dyn_cast<CallInst>(Site.Call); !Plain || Plain->isMustTailCall())
      return nullptr;
    return Site.Call->getNextNode();
  }

  /// The operand, or the first element of a list; null for an empty list.
  Value *firstOf(IRBuilder<> &At, const Operand &O) const {
    if (!O.Length)
      return O.Slot;
    Value *IsEmpty = At.CreateICmpEQ(O.Length, ConstantInt::get(O.Length->getType(), 0));
    return At.CreateSelect(IsEmpty, ConstantPointerNull::get(Pointer), O.Slot);
  }

  void result(IRBuilder<> &At, Value *From) {
    auto Tell = [&](Value *Tensor) { call(At, "devtidyResult", {Record, Tensor, From}); };
    switch (Site.Returns) {
    case Result::None:
      return;
    case Result::Tensor:
      return Tell(Site.Call->getArgOperand(0));
    case Result::TensorVector:
      call(At, "devtidyResults", {Record, Site.Call->getArgOperand(0), From});
      return;
    case Result::BatchVector:
      call(At, "devtidyResults", {Record, Site.Call, From});
      return;
    case Result::Tensors:
    case Result::Batch:
      Value *Base = Site.Returns == Result::Batch ? static_cast<Value *>(Site.Call) : Site.Call->getArgOperand(0);
      for (uint64_t Offset : Site.Offsets)
        Tell(Offset ? At.CreateConstInBoundsGEP1_64(At.getInt8Ty(), Base, Offset) : Base);
      return;
    }
  }

  void after() {
    Instruction *Next = returned();
    if (!Next)
      return;
    IRBuilder<> At(Next);
    if (Site.Kind == SiteKind::Pointer) {
      call(At, "devtidyPointer", {Record, Site.Operands.front().Slot, Site.Call});
      return;
    }
    Value *From = ConstantPointerNull::get(Pointer);
    if (!Site.Operands.empty() &&
        (Site.Operands.front().Kind == OperandKind::Tensor || Site.Operands.front().Kind == OperandKind::Module ||
         (Site.Operands.front().Kind == OperandKind::TensorList &&
          (Site.Returns == Result::Tensor || Site.Returns == Result::Tensors ||
           Site.Operation == "broadcast_tensors"))))
      From = firstOf(At, Site.Operands.front());
    if (Site.Device)
      call(At, "devtidyPlaced",
           {Record, Site.Call->getArgOperand(0), From, At.CreateZExtOrTrunc(Site.Device, At.getInt32Ty())});
    else
      result(At, From);
    if (Site.Kind == SiteKind::ModuleMake)
      call(At, "devtidyModuleMade", {Record, Site.Operands.front().Slot});
    else if (!Site.Operands.empty() &&
             (Site.Kind == SiteKind::ModuleMove || (Site.Kind == SiteKind::Module && !Site.Function.empty())))
      call(At, "devtidyModuleDone", {Record, Moved});
  }

  Module &M;
  const CallSite &Site;
  PointerType *Pointer;
  GlobalVariable *Record = nullptr;
  Value *Moved = nullptr;
};

} // namespace

void insertCalls(Module &M, const CallSite &Site) { Inserter(M, Site).run(); }

} // namespace devtidy::pass
