//===- Variables.cpp ----------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Before optimisation each variable has its stack slot, and a wrapper that was inlined keeps its parameters in slots of
// its own. A name is found by going back from a slot to what was stored there.
//
//===----------------------------------------------------------------------===//

#include "runtime/pass/Variables.h"
#include "runtime/pass/Names.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace devtidy::pass {
namespace {

/// What is stored in a slot that is written once; null otherwise.
const Value *onlyStored(const AllocaInst &Slot) {
  const Value *Stored = nullptr;
  for (const User *U : Slot.users())
    if (const auto *Store = dyn_cast<StoreInst>(U); Store && Store->getPointerOperand() == &Slot) {
      if (Stored)
        return nullptr;
      Stored = Store->getValueOperand();
    }
  return Stored;
}

/// operator->, operator* and get() of a library's class.
bool isAccess(StringRef Mangled) {
  return isLibraryName(Mangled) &&
         any_of(ArrayRef<StringRef>{"ptEv", "deEv", "getEv"}, [&](StringRef End) { return Mangled.ends_with(End); });
}

/// What a temporary is a copy of, or a method of; null if it is none, or if it is something else on another way.
const Value *copied(const AllocaInst &Temporary) {
  const Value *Of = nullptr;
  unsigned Writers = 0;
  for (const User *U : Temporary.users()) {
    const auto *Call = dyn_cast<CallBase>(U);
    const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    if (!Callee || !Call->arg_size() || Call->getArgOperand(0) != &Temporary)
      continue;
    const bool IsResult = Call->paramHasAttr(0, Attribute::StructRet);
    Writers += IsResult;
    if (Call->arg_size() < 2 || !isLibraryName(Callee->getName()))
      continue;
    // A constructor: Itanium C++ ABI, section 5.1.4.3.
    StringRef Name = Callee->getName();
    const bool Constructs =
        !IsResult && Call->arg_size() == 2 &&
        (Name.contains("C1E") || Name.contains("C2E") || Name.contains("C1I") || Name.contains("C2I"));
    Writers += Constructs;
    if (Constructs || (IsResult && Name.contains("10get_methodERK")))
      Of = Call->getArgOperand(1);
  }
  return Writers == 1 ? Of : nullptr;
}

const DIType *withoutSugar(const DIType *Type) {
  while (const auto *Derived = dyn_cast_or_null<DIDerivedType>(Type)) {
    if (Derived->getTag() == dwarf::DW_TAG_member || Derived->getTag() == dwarf::DW_TAG_inheritance)
      break;
    Type = Derived->getBaseType();
  }
  return Type;
}

/// Without typedef, const and their like.
const DIType *withoutNames(const DIType *Type) {
  for (const auto *Derived = dyn_cast_or_null<DIDerivedType>(Type);
       Derived && Derived->getTag() != dwarf::DW_TAG_pointer_type && Derived->getTag() != dwarf::DW_TAG_reference_type;
       Derived = dyn_cast_or_null<DIDerivedType>(Type))
    Type = Derived->getBaseType();
  return Type;
}

/// The member that starts at a byte of a class, in a base class or in a member that is a class, too.
StringRef memberAt(const DIType *Class, uint64_t Bits) {
  const auto *Composite = dyn_cast_or_null<DICompositeType>(withoutSugar(Class));
  if (!Composite)
    return "";
  for (const DINode *Element : Composite->getElements()) {
    const auto *Member = dyn_cast<DIDerivedType>(Element);
    if (!Member || Member->isStaticMember() || Bits < Member->getOffsetInBits())
      continue;
    uint64_t Inside = Bits - Member->getOffsetInBits();
    if (Member->getTag() == dwarf::DW_TAG_member && Inside == 0)
      return Member->getName();
    if (Member->getTag() == dwarf::DW_TAG_inheritance)
      if (StringRef Name = memberAt(Member->getBaseType(), Inside); !Name.empty())
        return Name;
  }
  return "";
}

} // namespace

Variables::Variables(const Module &M, const Locations &Lines) {
  for (const Function &F : M)
    for (const Instruction &I : instructions(F))
      for (const DbgVariableRecord &Record : filterDbgVars(I.getDbgRecordRange())) {
        // With optimisation, clang has made declarations assignments before any pass of a plugin runs.
        const Value *Address = Record.isDbgDeclare()  ? Record.getVariableLocationOp(0)
                               : Record.isDbgAssign() ? Record.getAddress()
                                                      : nullptr;
        const DILocalVariable *Variable = Record.getVariable();
        if (Address && !Variable->getName().empty() && !Lines.isLibrary(Variable->getScope()->getSubprogram()))
          Declared.try_emplace(Address, Variable);
      }
}

/// The parameter that a function gets by address, which it keeps in a slot of its own.
const DILocalVariable *Variables::passedByAddress(const Argument &A) const {
  for (const User *U : A.users())
    if (const auto *Store = dyn_cast<StoreInst>(U); Store && Store->getValueOperand() == &A)
      if (const DILocalVariable *Variable = Declared.lookup(Store->getPointerOperand()))
        return Variable;
  return nullptr;
}

std::string Variables::memberName(const GetElementPtrInst &Element) const {
  APInt Offset(64, 0);
  const auto *Base = dyn_cast<LoadInst>(Element.getPointerOperand());
  const DILocalVariable *Owner = Declared.lookup(Base ? Base->getPointerOperand() : Element.getPointerOperand());
  if (!Owner || !Element.accumulateConstantOffset(Element.getDataLayout(), Offset))
    return "";
  const StringRef Member = memberAt(Owner->getType(), Offset.getZExtValue() * 8);
  if (Owner->isArtificial() || Member.empty()) // 'this->weight'
    return Member.str();
  const DIType *Type = withoutNames(Owner->getType());
  const bool IsPointer = Type && Type->getTag() == dwarf::DW_TAG_pointer_type;
  return (Owner->getName() + (IsPointer ? "->" : ".") + Member).str();
}

std::string Variables::nameOf(const Value *Address) const {
  // The chain is as long as there are wrappers.
  constexpr unsigned MaxSteps = 24;
  for (unsigned Step = 0; Address && Step != MaxSteps; ++Step) {
    if (isa<AllocaInst, Argument>(Address))
      if (const DILocalVariable *Variable = Declared.lookup(Address))
        return Variable->isArtificial() ? "" : Variable->getName().str();
    if (const auto *A = dyn_cast<Argument>(Address)) {
      const DILocalVariable *Variable = passedByAddress(*A);
      return !Variable || Variable->isArtificial() ? "" : Variable->getName().str();
    }
    if (const auto *Global = dyn_cast<GlobalVariable>(Address)) {
      SmallVector<DIGlobalVariableExpression *, 1> Described;
      Global->getDebugInfo(Described);
      return Described.empty() ? "" : Described.front()->getVariable()->getName().str();
    }
    // A smart pointer or a holder stands for what it points to.
    if (const auto *Call = dyn_cast<CallBase>(Address)) {
      const Function *Callee = Call->getCalledFunction();
      if (!Callee || !isAccess(Callee->getName()) || Call->arg_size() != 1)
        return "";
      Address = Call->getArgOperand(0);
      continue;
    }
    if (const auto *Slot = dyn_cast<AllocaInst>(Address)) {
      Address = copied(*Slot);
      continue;
    }
    const auto *Load = dyn_cast<LoadInst>(Address);
    if (const auto *Element = dyn_cast<GetElementPtrInst>(Address)) {
      return memberName(*Element);
    }
    if (!Load)
      return "";
    const auto *Slot = dyn_cast<AllocaInst>(Load->getPointerOperand());
    if (!Slot) {
      Address = Load->getPointerOperand();
      continue;
    }
    if (const DILocalVariable *Variable = Declared.lookup(Slot))
      return Variable->isArtificial() ? "" : Variable->getName().str();
    Address = onlyStored(*Slot);
  }
  return "";
}

ResultNames::ResultNames(const Module &M, const Locations &Lines) {
  Variables Known(M, Lines);
  for (const Function &F : M) {
    if (isLibraryName(F.getName()))
      continue;
    for (const Instruction &I : instructions(F)) {
      const auto *Call = dyn_cast<CallBase>(&I);
      const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
      if (!Callee || !Call->getDebugLoc() || !Call->arg_size() || !Call->paramHasAttr(0, Attribute::StructRet) ||
          !isLibraryName(Callee->getName()))
        continue;
      if (std::string Name = Known.nameOf(Call->getArgOperand(0)); !Name.empty())
        Names.try_emplace(keyOf(*Call->getDebugLoc()), std::move(Name));
    }
  }
}

ResultNames::Key ResultNames::keyOf(const DILocation &At) {
  return {At.getScope()->getSubprogram(), At.getLine(), At.getColumn()};
}

std::string ResultNames::at(const DILocation *Call) const {
  auto Found = Call ? Names.find(keyOf(*Call)) : Names.end();
  return Found == Names.end() ? "" : Found->second;
}

} // namespace devtidy::pass
