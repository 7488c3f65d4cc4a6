//===- SeveralObjects.cpp - Methods of one of several plain objects ------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/engine/SeveralObjects.h"
#include "dataflow/program/Overrides.h"
#include "dataflow/state/MemberClasses.h"
#include "dataflow/state/PartMoves.h"
#include "knowledge/Builtins.h"
#include "knowledge/MethodNames.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using ir::InstKind;

bool makesItsObjects(const Program &Prog, llvm::StringRef Class) {
  const std::optional<Program::ClassEntry> C = Prog.Types.findClass(Class);
  return C && C->C->Decorators.empty() && !Prog.Types.findMethod(Class, "__new__");
}

bool runsOwnMethod(const Program &Prog, llvm::StringRef Class, llvm::StringRef Method) {
  const std::optional<Program::Entry> Own = Prog.Types.findMethod(Class, Method);
  return Own && Own->F->Decorators.empty() && !isAbstract(*Own->F) && makesItsObjects(Prog, Class) &&
         !Prog.Members.isWrittenOutsideConstructors(Class, Method);
}

/// True for `isinstance(net, Large)`, where that is a class of the program, which says which of several it is.
static bool asksForClasses(const FunctionFrame &In, const ir::Inst &I) {
  const llvm::SmallVector<llvm::StringRef, 4> Asked = typesOf(In.Prog, In.F, I.Args[1].Value);
  return !Asked.empty() &&
         llvm::all_of(Asked, [&](llvm::StringRef T) { return In.Prog.Types.findClass(T).has_value(); });
}

/// True for `type(net)` that is only compared with classes of the program, `type(net) is Large`.
static bool isComparedWithClasses(const FunctionFrame &In, const ir::Inst &Type) {
  return llvm::all_of(In.F.Insts, [&](const ir::Inst &I) {
    if (llvm::none_of(I.Args, [&](const ir::Arg &A) { return A.Value == Type.Result; }))
      return true;
    return I.Kind == InstKind::Op && I.Args.size() == 2 && llvm::any_of(I.Args, [&](const ir::Arg &A) {
             const ir::Inst *Asked = In.F.definition(A.Value);
             return Asked && Asked->Kind == InstKind::GetGlobal && In.Prog.Types.findClass(Asked->Name);
           });
  });
}

/// True if F does nothing with V but call its methods, and give it back, alone or beside others: `return env, d`.
static bool isOnlyCalled(const ir::Function &F, ir::ValueId V, bool IsPart = false) {
  return llvm::all_of(F.Insts, [&](const ir::Inst &I) {
    const auto IsPassed = [&](const ir::Successor &Next) { return llvm::is_contained(Next.Args, V); };
    if (llvm::any_of(I.Targets, IsPassed))
      return false;
    const auto Uses = llvm::count_if(I.Args, [&](const ir::Arg &A) { return A.Value == V; });
    if (Uses == 0 || I.Kind == InstKind::Return)
      return true;
    if (!IsPart && I.Kind == InstKind::MakeTuple)
      return isOnlyCalled(F, I.Result, /*IsPart=*/true);
    return !IsPart && Uses == 1 && I.Kind == InstKind::Invoke && I.Args[0].Value == V;
  });
}

bool isAskedForKind(const FunctionFrame &In, ir::ValueId V) {
  constexpr unsigned MaxValues = 32;
  llvm::SmallVector<ir::ValueId, 8> Work{V};
  const auto Add = [&](ir::ValueId Other) {
    if (Other && !llvm::is_contained(Work, Other))
      Work.push_back(Other);
  };
  for (unsigned N = 0; N < Work.size(); ++N) {
    if (N == MaxValues)
      return true;
    for (const ir::Inst &I : In.F.Insts) {
      for (const ir::Successor &Next : I.Targets)
        for (unsigned At = 0; At < Next.Args.size(); ++At)
          if (Next.Args[At] == Work[N])
            Add(In.F.block(Next.Block).Params[At]);
      if (I.Args.empty() || I.Args[0].Value != Work[N])
        continue;
      const std::string_view Name(I.Name);
      if (I.Kind == InstKind::Call &&
          ((I.Args.size() == 2 && knowledge::asksForKind(Name) && asksForClasses(In, I)) ||
           (I.Args.size() == 1 && knowledge::tellsValue(Name) && isComparedWithClasses(In, I))))
        continue;
      const bool Asks = I.Kind == InstKind::Call && (knowledge::asksForKind(Name) || knowledge::tellsValue(Name) ||
                                                     knowledge::takesMembersByName(Name));
      if (Asks || (I.Kind == InstKind::GetField && I.Name.starts_with("__")))
        return true;
      // It gives what it has moved.
      if (I.Kind == InstKind::Invoke && knowledge::findMethod(knowledge::Receiver::Module, Name))
        Add(I.Result);
    }
  }
  return false;
}

/// True if O holds nothing that moves, nor says where something is.
static bool holdsNothing(const FunctionFrame &In, const State &S, ObjectId O) {
  using Kind = Value::Kind;
  return llvm::all_of(S.Mem.of(O), [&](const auto &Entry) {
    const Value &V = Entry.second;
    // Others may say another place, or put a flag.
    if (V.is(Kind::Device) || (V.is(Kind::Constant) && !V.isNumericConstant()))
      return false;
    if (V.is(Kind::Constant))
      return !In.Prog.Members.isWrittenOutsideConstructors(In.object(O).Class, Entry.first.second);
    return isOwnField(Entry.first.second) || V.is(Kind::Number) || V.is(Kind::Symbolic) ||
           (V.is(Kind::Unknown) && !V.Elements);
  });
}

bool callsOneOfObjects(const FunctionFrame &In, const State &S, const ir::Inst &I, const Value &Several) {
  if (I.Kind != InstKind::Invoke || !Several.isOneOfSeveral() || In.M.declaresTypes())
    return false;
  const auto Has = [&](const Value &V) {
    if (!V.is(Value::Kind::Object) || V.Partial || In.isModuleObject(V.Obj) || S.Mem.has({V.Obj, I.Name}))
      return false;
    return runsOwnMethod(In.Prog, In.object(V.Obj).Class, I.Name) &&
           !In.Prog.Types.hasUnknownBase(In.object(V.Obj).Class);
  };
  if (!llvm::all_of(*Several.Elements, Has))
    return false;
  if (isOnlyCalled(In.F, I.Args[0].Value))
    return true;
  const auto Writes = [&](const ir::Inst &Other) {
    return Other.Kind == InstKind::SetField && Other.Args[0].Value == I.Args[0].Value;
  };
  return llvm::none_of(In.F.Insts, Writes) && !isAskedForKind(In, I.Args[0].Value) &&
         llvm::all_of(*Several.Elements, [&](const Value &V) { return holdsNothing(In, S, V.Obj); });
}

static void forgetObject(FunctionFrame &In, State &S, const Value &V, unsigned Depth);

static void forgetHeld(FunctionFrame &In, State &S, const Memory::Key &Key, const Value &Held, unsigned Depth) {
  if (In.isModule(Held))
    PartMoves(In, S).loosen(Held.Obj, Placement::unknown());
  else if (Held.is(Value::Kind::Object))
    forgetObject(In, S, Held, Depth + 1);
  else
    S.Mem.set(Key, Value::unknown());
}

/// What the object V, which is no module, holds may be anything from here on.
static void forgetObject(FunctionFrame &In, State &S, const Value &V, unsigned Depth) {
  constexpr unsigned MaxDepth = 3;
  if (Depth > MaxDepth || !V.is(Value::Kind::Object))
    return;
  // What is forgotten may bring other members.
  const auto All = llvm::to_vector(S.Mem.of(V.Obj));
  for (const auto &[Key, Held] : All)
    if (!isOwnField(Key.second) || Key.second == ElementField)
      forgetHeld(In, S, Key, Held, Depth);
}

static bool areObjects(const FunctionFrame &In, const Value &Several) {
  return Several.isOneOfSeveral() && !Several.Elements->empty() &&
         llvm::all_of(*Several.Elements, [&](const Value &Part) { return isPlainObject(In, Part); });
}

void forgetSeveral(FunctionFrame &In, State &S, const Value &Several) {
  if (areObjects(In, Several))
    for (const Value &Part : *Several.Elements)
      forgetObject(In, S, Part, 0);
}

void forgetTaken(FunctionFrame &In, State &S, const ir::Inst &Read, const Value &Several) {
  const auto IsHarmless = [&](const ir::Inst &I) {
    const auto IsIt = [&](const ir::Arg &A) { return A.Value == Read.Result; };
    return llvm::none_of(I.Args, IsIt) || I.Kind == InstKind::GetField ||
           (I.Kind == InstKind::Apply && I.Args[0].Value == Read.Result &&
            llvm::none_of(llvm::drop_begin(I.Args), IsIt));
  };
  if (!areObjects(In, Several) || llvm::all_of(In.F.Insts, IsHarmless))
    return;
  for (const Value &Part : *Several.Elements) {
    const Memory::Key Key{Part.Obj, Read.Name};
    if (const Value *Held = S.Mem.find(Key); Held && Held->is(Value::Kind::Object))
      forgetHeld(In, S, Key, Value(*Held), 0);
  }
}

} // namespace devtidy::dataflow
