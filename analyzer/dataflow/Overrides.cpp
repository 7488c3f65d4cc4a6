//===- Overrides.cpp - Members that derived classes define anew ---------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/Overrides.h"
#include "dataflow/Instantiation.h"
#include "dataflow/ResolutionOrder.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using ir::InstKind;

/// The method's name without its class, parameters and number: "forward".
static llvm::StringRef methodName(const ir::Function &F) {
  llvm::StringRef Name = F.Name;
  Name.consume_front(F.Class);
  return Name.ltrim(".:").take_until([](char C) { return C == '(' || C == '#' || C == '.'; });
}

namespace {
using Names = llvm::SmallVector<llvm::StringRef, 4>;
} // namespace

/// Calls Found with the class and the name of each member that M defines.
static void forEachMember(const ir::Module &M, llvm::function_ref<void(llvm::StringRef, llvm::StringRef)> Found) {
  for (const ir::Class &C : M.Classes)
    for (const ir::Field &Field : C.Fields)
      Found(C.Name, Field.Name);
  for (const auto &F : M.Functions) {
    if (!F->Class.empty() && F->hasBody())
      Found(F->Class, methodName(*F));
    for (const ir::Inst &I : F->Insts) {
      if (I.Kind == InstKind::SetGlobal && F->Kind == ir::FunctionKind::TopLevel)
        Found(I.Name.rsplit('.').first, I.Name.rsplit('.').second);
      if (I.Kind == InstKind::SetField && !F->Class.empty() && !F->Blocks[0].Params.empty() &&
          I.Args[0].Value == F->Blocks[0].Params[0])
        Found(F->Class, I.Name);
    }
  }
}

Overrides::Overrides(const Linker &Links) {
  llvm::MapVector<llvm::StringRef, Names> Bases;
  for (const ir::Module *M : Links.modules())
    for (const ir::Class &C : M->Classes)
      for (llvm::StringRef Base : C.Bases)
        if (auto Entry = Links.findClass(Links.canonical(Base, *M), *M); Entry && Entry->C != &C)
          Bases[C.Name].push_back(Entry->C->Name);
  // By class, those in whose place it comes where a member is looked for. Of two bases of a class, the second need not
  // know the first.
  llvm::DenseMap<llvm::StringRef, llvm::DenseSet<llvm::StringRef>> Behind;
  for (const auto &[Class, Direct] : Bases) {
    const Names Order = resolutionOrder(Class, [&](llvm::StringRef Name) { return Bases.lookup(Name); });
    const bool HasSeveral = llvm::any_of(Order, [&](llvm::StringRef C) { return Bases.lookup(C).size() > 1; });
    for (unsigned N = 0; N + 1 < Order.size() && (N == 0 || HasSeveral); ++N)
      Behind[Order[N]].insert(Order.begin() + N + 1, Order.end());
  }
  for (const ir::Module *M : Links.modules())
    forEachMember(*M, [&](llvm::StringRef Class, llvm::StringRef Member) {
      if (auto It = Behind.find(Class); It != Behind.end())
        for (llvm::StringRef Other : It->second)
          Members.insert({Other, Member});
    });
}

static bool isPublic(llvm::StringRef Class) { return !Class.drop_front(Class.find_last_of(".:") + 1).starts_with("_"); }

/// `raise NotImplementedError` asks derived classes for a method.
static bool asksForMethod(const ir::Function &F) {
  return llvm::any_of(F.Insts, [&](const ir::Inst &I) {
    const ir::Inst *Raised = I.Kind == InstKind::Raise && !I.Args.empty() ? F.definition(I.Args[0].Value) : nullptr;
    return Raised && Raised->Name == "NotImplementedError";
  });
}

/// None, True or False.
static bool isAnswer(const Value &V) {
  return V.isNone() || (V.is(Value::Kind::Constant) && V.Const.K == ir::Constant::Kind::Bool);
}

Value unlessReplaced(Program &Prog, llvm::StringRef Variable, const Value &V) {
  const auto [Class, Name] = Variable.rsplit('.');
  const bool IsReplaced = Prog.overrides().contains(Class, Name) || Prog.isWrittenOutsideConstructors(Class, Name);
  const PathId Path = IsReplaced || (isAnswer(V) && isPublic(Class)) ? Prog.Paths.global(Variable) : PathId();
  if (!Path)
    return V;
  Value Other = Value::symbolic(Path);
  if (V.is(Value::Kind::Number) || (V.is(Value::Kind::Constant) && !V.isNone())) {
    Other = Value::number();
    Other.Path = Path;
    Other.IsText = V.IsText || V.isString();
  } else if (V.is(Value::Kind::Device)) {
    Prog.Paths.markDevice(Path);
    Other = Value::device(Placement::of(Term::symbol(Path), nullptr));
  }
  return Other;
}

bool Instantiation::mayBeReplaced() const {
  const bool IsMethod = Callee.Kind == ir::FunctionKind::Method;
  if (Callee.Class.empty() || (!IsMethod && Callee.Kind != ir::FunctionKind::StaticMethod))
    return false;
  // super().f(x), and an object that was made here.
  const bool IsNamed = IsMethod && Solver.inst(Id).Kind == InstKind::Call;
  const bool IsMade = IsMethod && !Actuals.empty() && Actuals[0].is(Value::Kind::Object) &&
                      Solver.object(Actuals[0].Obj).K == Object::Kind::Allocated;
  const bool IsOverridden = !IsNamed && !IsMade && Solver.Prog.overrides().contains(Callee.Class, methodName(Callee));
  return IsOverridden || asksForMethod(Callee);
}

/// None and False of a method that others replace may be a tensor and True of theirs.
Value Instantiation::result() {
  Value V = value(Sum.Result);
  const bool IsFlag = V.is(Value::Kind::Number) ? V.Cond.has_value() : isAnswer(V) && !V.isNone();
  if ((!IsFlag && !V.isNone()) || !mayBeReplaced())
    return V;
  return IsFlag ? Value::number() : Value::unknown();
}

} // namespace devtidy::dataflow
