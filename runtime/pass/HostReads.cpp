//===- HostReads.cpp ----------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/pass/HostReads.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace devtidy::pass {
namespace {

using Blocks = SmallPtrSet<const BasicBlock *, 8>;

/// Where code of this function reads or writes through the pointer.
Blocks dereferences(const Value &Pointer) {
  Blocks Found;
  SetVector<const Value *> Same;
  Same.insert(&Pointer);
  for (unsigned I = 0; I != Same.size(); ++I)
    for (const User *U : Same[I]->users()) {
      if (isa<LoadInst, MemTransferInst, MemSetInst>(U)) {
        Found.insert(cast<Instruction>(U)->getParent());
      } else if (const auto *Store = dyn_cast<StoreInst>(U)) {
        if (Store->getPointerOperand() == Same[I])
          Found.insert(Store->getParent());
        else if (const auto *Slot = dyn_cast<AllocaInst>(Store->getPointerOperand()))
          for (const User *Reader : Slot->users())
            if (isa<LoadInst>(Reader))
              Same.insert(Reader);
      } else if (isa<GetElementPtrInst, PHINode, SelectInst, BitCastInst>(U)) {
        Same.insert(U);
      }
    }
  return Found;
}

StringRef calledBy(const CallBase &Call) {
  return Call.getCalledFunction() ? Call.getCalledFunction()->getName() : StringRef();
}

/// A question of where a tensor is, of a device, or of the devices of the machine.
bool asksForDevice(const CallBase &Call) {
  const StringRef Name = calledBy(Call);
  if (Name.starts_with("_ZNK2at10TensorBase"))
    return any_of(ArrayRef<StringRef>{"7is_cudaEv", "6is_cpuEv", "6deviceEv", "10get_deviceEv"},
                  [&](StringRef End) { return Name.ends_with(End); });
  return Name.starts_with("_ZNK3c106Device") || Name.starts_with("_ZN5torch4cuda");
}

/// Blocks that end in a branch on what the function has asked of a tensor's device.
Blocks branchesOnDevices(const Function &F) {
  Blocks Found;
  SetVector<const Value *> Known;
  for (const Instruction &I : instructions(F))
    if (const auto *Call = dyn_cast<CallBase>(&I); Call && asksForDevice(*Call))
      Known.insert(Call);
  for (unsigned I = 0; I != Known.size(); ++I)
    for (const User *U : Known[I]->users()) {
      if (const auto *Store = dyn_cast<StoreInst>(U)) {
        if (Store->getValueOperand() == Known[I])
          Known.insert(Store->getPointerOperand()->stripInBoundsOffsets());
      } else if (const auto *Call = dyn_cast<CallBase>(U)) {
        // Of a device: its type, its index, whether it is another one's equal.
        if (calledBy(*Call).starts_with("_ZNK3c106Device") || calledBy(*Call).starts_with("llvm.expect"))
          Known.insert(Call);
        else if (const auto *Copy = dyn_cast<MemTransferInst>(Call); Copy && Copy->getRawSource() == Known[I])
          Known.insert(Copy->getRawDest()->stripInBoundsOffsets());
      } else if (isa<BranchInst, SwitchInst>(U)) {
        Found.insert(cast<Instruction>(U)->getParent());
      } else if (isa<Instruction>(U)) {
        Known.insert(U);
      }
    }
  return Found;
}

} // namespace

bool isReadByHost(const CallBase &Pointer) {
  const Blocks Reads = dereferences(Pointer);
  if (Reads.empty())
    return false;
  const Blocks Branches = branchesOnDevices(*Pointer.getFunction());
  SetVector<const BasicBlock *> Reached;
  Reached.insert(Pointer.getParent());
  for (unsigned I = 0; I != Reached.size(); ++I) {
    if (Reads.contains(Reached[I]))
      return true;
    if (!Branches.contains(Reached[I]))
      Reached.insert(succ_begin(Reached[I]), succ_end(Reached[I]));
  }
  return false;
}

bool isOfAccessor(const Value &Pointer) {
  return any_of(Pointer.users(), [&](const User *U) {
    if (const auto *Store = dyn_cast<StoreInst>(U); Store && Store->getValueOperand() == &Pointer)
      return any_of(Store->getPointerOperand()->users(),
                    [](const User *Reader) { return isa<LoadInst>(Reader) && isOfAccessor(*Reader); });
    const auto *Made = dyn_cast<CallBase>(U);
    return Made && calledBy(*Made).contains("14TensorAccessorI");
  });
}

} // namespace devtidy::pass
