//===- Globals.cpp - What a module leaves in its variables ----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A global that only top-level code assigns holds, in every function, what that code leaves in it. To learn it, the
// top-level function is solved once more by itself. In that pass a function that reads globals is unknown if nobody
// needs what it gives, so that `main()` at the end of a script does not need itself; of `model = Net(width)` the
// globals are symbols, and the function is solved again when they are known.
//
//===----------------------------------------------------------------------===//

#include "dataflow/FunctionSolver.h"
#include "dataflow/GlobalGuards.h"
#include "dataflow/GlobalReader.h"
#include "dataflow/Replaced.h"
#include "dataflow/TensorTypes.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using ir::InstKind;

bool Program::readsGlobals(const ir::Function &F, unsigned Depth) {
  auto [It, New] = Readers.try_emplace(&F, true);
  if (!New)
    return It->second;
  bool Reads = Depth > 20;
  for (const ir::Inst &I : F.Insts) {
    Reads |= I.Kind == InstKind::GetGlobal && Links.globalWriter(canonical(I.Name));
    if (I.Kind == InstKind::Call && !Reads)
      if (auto E = findFunction(I.Name))
        Reads |= readsGlobals(*E->F, Depth + 1) || llvm::any_of(E->F->Params, [&](const ir::Param &P) {
                   return !P.DefaultFrom.empty() && Links.globalWriter(canonical(P.DefaultFrom));
                 });
    if (Reads)
      break;
  }
  return Readers[&F] = Reads;
}

bool Program::mayFindGlobals(const ir::Function &F, bool IsUsed) {
  if (!readsGlobals(F))
    return true;
  const std::optional<unsigned> Running = IsUsed ? frameOf(F) : std::nullopt;
  if (Running)
    noteUnready(*Running);
  return IsUsed && !Running;
}

/// What a top level with that summary leaves in the global at the path Of.
void Program::readGlobal(GlobalFacts &Facts, const Summary &Sum, const GlobalGuards &Guards, PathId Of) const {
  const auto Holder =
      llvm::find_if(Sum.Objects, [&](const Object &O) { return O.K == Object::Kind::Symbolic && O.Path == Of; });
  const Value *Held =
      Holder == Sum.Objects.end() ? nullptr : Sum.Final.find({ObjectId(Holder - Sum.Objects.begin()), CellField});
  if (!Held)
    return;
  Facts.V = *Held;
  if (Facts.V.is(Value::Kind::Object)) {
    Facts.Class = Sum.Objects[Facts.V.Obj.index()].Class;
    if (const Value *D = Sum.Final.find({Facts.V.Obj, DeviceField}))
      Facts.ModuleDevice = Guards.ported(D->P.isBottom() ? placeOf(Sum, Facts.V.Obj) : D->P, /*Asks=*/true);
    if (knowledge::isNamespace({Facts.Class.data(), Facts.Class.size()}))
      Facts.Left = &Sum;
  }
  const bool OfMachine = !Facts.V.Cond || Facts.V.Cond->isOfMachine();
  const std::optional<Placement> P = Guards.ported(Facts.V.P, /*Asks=*/Facts.V.isTensor());
  if (P && OfMachine && !Facts.V.Elements)
    Facts.V.P = *P;
  else
    Facts.V = Value::unknown();
}

const Program::GlobalFacts *Program::globalFacts(llvm::StringRef Name) {
  if (Base)
    if (auto It = Base->Globals.find(Name); It != Base->Globals.end() && !It->second.Running)
      return &It->second;
  if (auto It = Globals.find(Name); It != Globals.end()) {
    noteUnready(It->second.Unready);
    return It->second.Running ? nullptr : &It->second;
  }
  std::optional<Entry> Writer = Links.globalWriter(Name);
  if (!Writer || Stack.size() > 40 || isSkipped(*Writer->F))
    return nullptr;
  // All that this top level writes is found together.
  llvm::SmallVector<llvm::StringRef, 8> Names;
  for (const ir::Inst &I : Writer->F->Insts)
    if (I.Kind == InstKind::SetGlobal && Links.globalWriter(I.Name))
      if (auto [It, New] = Globals.try_emplace(I.Name); New) {
        It->second.Running = true;
        It->second.Unready = Stack.size();
        Names.push_back(It->first());
      }
  auto Attempt = std::make_unique<SolvedFunction>();
  Attempt->Owner = this;
  Attempt->M = Writer->M;
  Attempt->F = Writer->F;
  Attempt->OnlyGlobals = true;
  const unsigned Depth = Stack.size();
  Stack.push_back({Writer->F, Depth});
  FunctionSolver(*this, *Attempt, /*KeepsEvents=*/false).run();
  const unsigned Before = std::min(Stack.back().Unready, Stack.back().Low < Depth ? Stack.back().Low : ~0U);
  Stack.pop_back();
  forgetUnready(Depth);
  const Summary &Sum = *Attempt->Sum;
  const GlobalGuards Guards(*this, Sum, Names);
  for (llvm::StringRef G : Names) {
    GlobalFacts &Facts = Globals[G];
    Facts.Running = false;
    Facts.Unready = Before < Depth ? Before : ~0U;
    readGlobal(Facts, Sum, Guards, Paths.global(G));
  }
  TopLevels.push_back(std::move(Attempt));
  noteUnready(Globals[Name].Unready);
  return &Globals[Name];
}

/// True if functions beside this one write the global, whenever somebody calls them.
bool GlobalReader::isWrittenByOthers(llvm::StringRef Name) const {
  return !Prog.isGlobalOfModule(Name) && llvm::any_of(In.M.Functions, [&](const auto &Other) {
    return Other.get() != &F && Other->Kind != ir::FunctionKind::TopLevel &&
           llvm::any_of(Other->Insts, [&](const ir::Inst &I) {
             return I.Kind == InstKind::SetGlobal && Prog.canonical(I.Name) == Name;
           });
  });
}

GlobalReader::GlobalReader(FunctionFrame &In, State &S) : In(In), Prog(In.Prog), F(In.F), Objects(In.Objects), S(S) {}

std::optional<Value> GlobalReader::ofClass(ObjectId O, llvm::StringRef Name) {
  const llvm::StringRef Of = Objects[O].Class;
  if (isOwnField(Name) || !Prog.findClass(Of) || Prog.isWrittenOutsideConstructors(Of, Name))
    return std::nullopt;
  llvm::SmallVector<llvm::StringRef, 8> Work{Of};
  for (unsigned N = 0; N < Work.size() && N < 16; ++N) {
    const std::optional<Program::ClassEntry> C = Prog.findClass(Work[N]);
    if (!C || llvm::any_of(C->C->Fields, [&](const ir::Field &Field) { return Field.Name == Name; }))
      continue;
    const llvm::StringRef Variable = Prog.intern(C->C->Name.str() + "." + Name.str());
    if (!Prog.findFunction(Variable) && Prog.isGlobalOfModule(Variable)) {
      if (Prog.solvedClass(Of).Fields.contains(Name))
        return std::nullopt;
      const Value V = value(Variable, {}, {});
      return Objects[O].K == Object::Kind::Allocated ? V : unlessReplaced(Prog, Variable, V);
    }
    for (llvm::StringRef Base : C->C->Bases)
      Work.push_back(Base);
  }
  return std::nullopt;
}

/// The devices in a namespace of a module, and in those that it holds, unless somebody assigns such a member.
void GlobalReader::bringDevices(ObjectId Mine, const Summary &Left, ObjectId Theirs) {
  for (const auto &[Key, Held] : Left.Final.of(Theirs)) {
    if (Prog.isWrittenOutsideConstructors({}, Key.second) || S.Mem.has({Mine, Key.second}))
      continue;
    const bool IsOfMachine = llvm::all_of(Held.P.terms(), [](const GuardedTerm &T) { return !T.isConditional(); });
    if (Held.is(Value::Kind::Device) && !Held.P.hasSymbol() && IsOfMachine)
      S.Mem.set({Mine, Key.second}, Held);
    const llvm::StringRef Class = Held.is(Value::Kind::Object) ? Left.Objects[Held.Obj.index()].Class : "";
    if (PathId Inner = knowledge::isNamespace({Class.data(), Class.size()})
                           ? Prog.Paths.child(Objects[Mine].Path, Key.second)
                           : PathId()) {
      const ObjectId O = Objects.symbolic(Inner, Class);
      S.Mem.set({Mine, Key.second}, Value::object(O));
      bringDevices(O, Left, Held.Obj);
    }
  }
}

Value GlobalReader::read(const ir::Inst &I) {
  const llvm::StringRef Name = Prog.canonical(I.Name);
  const Value V = value(Name, In.staticType(I.Result), I.Range);
  // `self.x` of a variable of the class.
  const llvm::StringRef Class = Name.rsplit('.').first;
  const bool IsOfSelf = F.Name.starts_with(Class) && F.Name.drop_front(Class.size()).starts_with(".") &&
                        F.Kind != ir::FunctionKind::TopLevel && Prog.findClass(Class);
  return IsOfSelf ? unlessReplaced(Prog, Name, V) : V;
}

Value GlobalReader::value(llvm::StringRef Name, const ir::Type &T, ir::SourceRange Range) {
  if (std::string_view View(Name.data(), Name.size()); knowledge::isDtype(View) || knowledge::isNumber(View))
    return Value::number();
  if (std::optional<Value> Type = tensorType(Name))
    return *Type;
  PathId Path = Prog.Paths.global(Name);
  ObjectId Holder = Objects.symbolic(Path, "");
  if (const Value *It = S.Mem.find({Holder, CellField})) {
    Value Held = *It;
    if (Held.is(Value::Kind::Constant) && isWrittenByOthers(Name)) {
      Held.Path = Path;
      Held.IsDefault = true;
    }
    return Held;
  }
  Value Unknown = symbolicValue(In, Path, T, StepKind::Member, Range);
  bool IsWriter = F.Kind == ir::FunctionKind::TopLevel && llvm::any_of(F.Insts, [&](const ir::Inst &W) {
                    return W.Kind == InstKind::SetGlobal && W.Name == Name;
                  });
  const Program::GlobalFacts *Facts = IsWriter ? nullptr : Prog.globalFacts(Name);
  if (!Facts)
    return Unknown;
  Value V = Facts->V;
  V.Identity = 0;
  switch (V.K) {
  case Value::Kind::Constant:
  case Value::Kind::Number:
    V.Path = Path;
    return V;
  case Value::Kind::Device:
    Prog.Paths.markDevice(Path);
    return V;
  case Value::Kind::Tensor:
  case Value::Kind::Options:
    return V;
  case Value::Kind::Object: {
    Value Global = Value::object(Objects.symbolic(Prog.Paths.child(Path, CellField), Facts->Class));
    if (Facts->ModuleDevice && !Prog.movedParts().isGlobalMoved(Name) && !S.Mem.has({Global.Obj, DeviceField})) {
      S.Mem.set({Global.Obj, DeviceField}, Value::tensor(*Facts->ModuleDevice));
      Objects[Global.Obj].AtEntry = std::make_shared<const Placement>(*Facts->ModuleDevice);
    }
    if (Facts->Left)
      bringDevices(Global.Obj, *Facts->Left, Facts->V.Obj);
    return Global;
  }
  default:
    return Unknown;
  }
}

} // namespace devtidy::dataflow
