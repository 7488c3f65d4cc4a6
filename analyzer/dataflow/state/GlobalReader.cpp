//===- GlobalReader.cpp - What a variable of a module holds in a function -===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/state/GlobalReader.h"
#include "dataflow/state/Callables.h"
#include "dataflow/state/FunctionFrame.h"
#include "dataflow/state/Positions.h"
#include "dataflow/state/Replaced.h"
#include "dataflow/state/TensorTypes.h"
#include "knowledge/Builtins.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using ir::InstKind;

/// True if functions beside this one write the global, whenever somebody calls them.
bool GlobalReader::isWrittenByOthers(llvm::StringRef Name) const {
  return !Prog.Links.globalWriter(Name) && llvm::any_of(In.M.Functions, [&](const auto &Other) {
    return Other.get() != &F && Other->Kind != ir::FunctionKind::TopLevel &&
           llvm::any_of(Other->Insts, [&](const ir::Inst &I) {
             return I.Kind == InstKind::SetGlobal && Prog.Types.canonical(I.Name) == Name;
           });
  });
}

GlobalReader::GlobalReader(FunctionFrame &In, State &S) : In(In), Prog(In.Prog), F(In.F), Objects(In.Objects), S(S) {}

std::optional<Value> GlobalReader::ofClass(ObjectId O, llvm::StringRef Name) {
  const llvm::StringRef Of = Objects[O].Class;
  if (isOwnField(Name) || !Prog.Types.findClass(Of) || Prog.Members.isWrittenOutsideConstructors(Of, Name))
    return std::nullopt;
  llvm::SmallVector<llvm::StringRef, 8> Work{Of};
  for (unsigned N = 0; N < Work.size() && N < 16; ++N) {
    const std::optional<Program::ClassEntry> C = Prog.Types.findClass(Work[N]);
    const bool IsGivenByOthers = C && (!C->C->Decorators.empty() || Prog.Types.hasUnknownBase(Of)) &&
                                 llvm::any_of(C->C->Fields, [&](const ir::Field &Field) { return Field.Name == Name; });
    if (!C || IsGivenByOthers)
      continue;
    const llvm::StringRef Variable = Prog.Names.intern(C->C->Name.str() + "." + Name.str());
    // A property hides the variable of a base.
    if (Prog.Types.findFunction(Variable))
      return std::nullopt;
    if (Prog.Links.globalWriter(Variable)) {
      if (Prog.solvedClass(Of).Fields.contains(Name))
        return std::nullopt;
      const Value V = value(Variable, {}, {});
      return Objects[O].K == Object::Kind::Allocated ? V : unlessReplaced(Prog, Variable, V, Objects[O].Path);
    }
    for (llvm::StringRef Base : C->C->Bases)
      Work.push_back(Base);
  }
  return std::nullopt;
}

/// The devices in a namespace of a module, and in those that it holds, unless somebody assigns such a member.
void GlobalReader::bringDevices(ObjectId Mine, const Summary &Left, ObjectId Theirs) {
  for (const auto &[Key, Held] : Left.Final.of(Theirs)) {
    if (Prog.Members.isWrittenOutsideConstructors({}, Key.second) || S.Mem.has({Mine, Key.second}))
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

/// The constants in a table of a module, as its body has left them, unless somebody changes them. One of a class is
/// changed through objects, too.
void GlobalReader::bringConstants(ObjectId Mine, llvm::StringRef Table, const Summary &Left, ObjectId Theirs) {
  if (Prog.Types.findClass(Table.rsplit('.').first))
    return;
  for (const auto &[Key, Held] : Left.Final.of(Theirs))
    if (Held.is(Value::Kind::Constant) && !isOwnField(Key.second) && !S.Mem.has({Mine, Key.second}) &&
        !Prog.Members.mayTableChange(Table, Key.second))
      S.Mem.set({Mine, Key.second}, Value::constant(Held.Const));
}

/// The function that is called by the one in a variable of a module, which binds some of its arguments, and these, as
/// far as they are the same everywhere: `put = partial(torch.Tensor.to, device=d)`.
static void bringBound(const Program &Prog, State &S, ObjectId Mine, const Summary &Left, ObjectId Theirs) {
  for (const auto &[Key, Held] : Left.Final.of(Theirs)) {
    const bool IsSame = Held.is(Value::Kind::Constant) || !nameOfCallable(Prog, Held).empty() ||
                        (Held.is(Value::Kind::Device) && !Held.P.hasSymbol() &&
                         llvm::none_of(Held.P.terms(), [](const GuardedTerm &T) { return T.isConditional(); }));
    if (!S.Mem.has({Mine, Key.second}))
      S.Mem.set({Mine, Key.second}, IsSame ? Held : Value::unknown());
  }
}

Value GlobalReader::ofDefault(const ir::Param &P) {
  const llvm::StringRef Name = Prog.Types.canonical(P.DefaultFrom);
  const Value V = value(Name, P.DeclaredType, {});
  const GlobalFacts *Facts = V.is(Value::Kind::Object) ? Prog.globalFacts(Name) : nullptr;
  if (Facts && Facts->Left && Facts->Class == "list")
    for (const auto &[Key, Held] : Facts->Left->Final.of(Facts->V.Obj))
      if (Held.is(Value::Kind::Constant) && isIndexField(Key.second) && !S.Mem.has({V.Obj, Key.second}))
        S.Mem.set({V.Obj, Key.second}, Value::constant(Held.Const));
  return V;
}

Value GlobalReader::read(const ir::Inst &I) {
  const llvm::StringRef Name = Prog.Types.canonical(I.Name);
  const Value V = value(Name, In.staticType(I.Result), I.Range);
  // `self.x` of a variable of the class.
  const llvm::StringRef Class = Name.rsplit('.').first;
  const bool IsOfSelf = F.Name.starts_with(Class) && F.Name.drop_front(Class.size()).starts_with(".") &&
                        F.Kind != ir::FunctionKind::TopLevel && Prog.Types.findClass(Class);
  const bool HasSelf = F.Kind == ir::FunctionKind::Method || F.Kind == ir::FunctionKind::Constructor;
  return IsOfSelf ? unlessReplaced(Prog, Name, V, HasSelf ? Prog.Paths.param(F, 0) : PathId()) : V;
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
  const GlobalFacts *Facts = IsWriter ? nullptr : Prog.globalFacts(Name);
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
    // None without an accelerator: `STREAM = torch.cuda.Stream() if torch.cuda.is_available() else None`
    if (V.Partial && V.Cond && V.Cond->isOfMachine()) {
      Global.Partial = true;
      Global.Cond = V.Cond;
    }
    if (Facts->ModuleDevice && !Prog.Links.movedParts().isGlobalMoved(Name) && !S.Mem.has({Global.Obj, DeviceField})) {
      S.Mem.set({Global.Obj, DeviceField}, Value::tensor(*Facts->ModuleDevice));
      Objects[Global.Obj].AtEntry = std::make_shared<const Placement>(*Facts->ModuleDevice);
    }
    if (Facts->Left && knowledge::isNamespace(std::string_view(Facts->Class)))
      bringDevices(Global.Obj, *Facts->Left, Facts->V.Obj);
    else if (Facts->Left && knowledge::bindsArguments(std::string_view(Facts->Class)))
      bringBound(Prog, S, Global.Obj, *Facts->Left, Facts->V.Obj);
    else if (Facts->Left && Facts->Class == "dict")
      bringConstants(Global.Obj, Name, *Facts->Left, Facts->V.Obj);
    return Global;
  }
  case Value::Kind::Symbolic:
    return Prog.Types.findClass(nameOfCallable(Prog, V)) ? V : Unknown;
  default:
    return Unknown;
  }
}

} // namespace devtidy::dataflow
