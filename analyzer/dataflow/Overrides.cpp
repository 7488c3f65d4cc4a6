//===- Overrides.cpp - Members that derived classes define anew ---------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/Overrides.h"
#include "dataflow/Instantiation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using ir::InstKind;

namespace {
using Names = llvm::SmallVector<llvm::StringRef, 4>;

/// The classes of the run from which C derives.
Names ancestorsOf(const Linker &Links, const ir::Module &M, const ir::Class &C) {
  Names Found;
  llvm::SmallVector<Linker::ClassEntry, 4> Work{{&M, &C}};
  for (unsigned N = 0; N < Work.size() && N < 32; ++N)
    for (const Linker::ClassEntry From = Work[N]; llvm::StringRef Base : From.C->Bases)
      if (auto Entry = Links.findClass(Links.canonical(Base, *From.M), *From.M);
          Entry && Entry->C != &C && !llvm::is_contained(Found, Entry->C->Name)) {
        Found.push_back(Entry->C->Name);
        Work.push_back(*Entry);
      }
  return Found;
}
} // namespace

/// The method's name without its class, parameters and number: "forward".
static llvm::StringRef methodName(const ir::Function &F) {
  llvm::StringRef Name = F.Name;
  Name.consume_front(F.Class);
  return Name.ltrim(".:").take_until([](char C) { return C == '(' || C == '#' || C == '.'; });
}

Overrides::Overrides(const Linker &Links) {
  llvm::DenseMap<llvm::StringRef, Names> Ancestors;
  for (const ir::Module *M : Links.modules())
    for (const ir::Class &C : M->Classes)
      if (!C.Bases.empty())
        Ancestors[C.Name].append(ancestorsOf(Links, *M, C));
  auto Note = [&](llvm::StringRef Class, llvm::StringRef Member) {
    if (auto It = Ancestors.find(Class); It != Ancestors.end())
      for (llvm::StringRef Ancestor : It->second)
        Members.insert({Ancestor, Member});
  };
  for (const ir::Module *M : Links.modules()) {
    for (const ir::Class &C : M->Classes)
      for (const ir::Field &Field : C.Fields)
        Note(C.Name, Field.Name);
    for (const auto &F : M->Functions) {
      if (!F->Class.empty() && F->hasBody())
        Note(F->Class, methodName(*F));
      for (const ir::Inst &I : F->Insts) {
        if (I.Kind == InstKind::SetGlobal && F->Kind == ir::FunctionKind::TopLevel)
          Note(I.Name.rsplit('.').first, I.Name.rsplit('.').second);
        if (I.Kind == InstKind::SetField && !F->Class.empty() && !F->Blocks[0].Params.empty() &&
            I.Args[0].Value == F->Blocks[0].Params[0])
          Note(F->Class, I.Name);
      }
    }
  }
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
