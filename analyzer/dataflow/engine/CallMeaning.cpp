//===- CallMeaning.cpp - What a call is meant to call --------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/engine/CallMeaning.h"
#include "dataflow/engine/PartialCalls.h"
#include "dataflow/engine/Resolve.h"
#include "dataflow/state/Callables.h"
#include "dataflow/state/FunctionFrame.h"
#include "knowledge/Arrays.h"
#include "knowledge/Builtins.h"
#include "knowledge/ClassNames.h"
#include "knowledge/MethodNames.h"
#include "knowledge/Packages.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using ir::InstKind;

bool CallMeaning::makesPart() const {
  const Program &Prog = In.Prog;
  const Value &Called = Actuals[0];
  if (!In.isBuilding() || !Called.is(Value::Kind::Symbolic))
    return false;
  const Path &Root = Prog.Paths[Prog.Paths.root(Called.Path)];
  const bool IsOwn = Root.Kind == Path::Root::Param && Root.Index == 0;
  if (IsOwn || (Root.Kind != Path::Root::Param && Root.Kind != Path::Root::Global))
    return false;
  for (unsigned N = 1; N < Actuals.size(); ++N) {
    const Value &V = Actuals[N];
    bool IsPlace = V.is(Value::Kind::Device) || V.is(Value::Kind::Options) ||
                   (V.is(Value::Kind::Symbolic) && Prog.Paths[V.Path].IsDevice);
    // `device=` says where the part is; a device among the others may say anything.
    if (V.isTensor() || V.is(Value::Kind::Choice) || In.isModule(V) || (IsPlace && I.Args[N].Keyword != "device"))
      return false;
  }
  return true;
}

std::optional<Value> CallMeaning::calledMember() const {
  Program &Prog = In.Prog;
  const Value &Of = Actuals[0];
  if (const Value *Given = Of.isPlainPath() ? In.Out.Given.at(Prog.Paths.child(Of.Path, I.Name)) : nullptr)
    return *Given;
  if (!Of.is(Value::Kind::Object))
    return std::nullopt;
  if (const PathId P = In.object(Of.Obj).Path)
    if (const Value *Given = In.Out.Given.at(Prog.Paths.child(P, I.Name)))
      return *Given;
  llvm::StringRef Class = In.object(Of.Obj).Class;
  if (Prog.Types.findMethod(Class, I.Name) ||
      knowledge::findMethod(knowledge::Receiver::Module, {I.Name.data(), I.Name.size()}))
    return std::nullopt;
  const bool IsMade = Prog.Types.findClass(Class) && Prog.solvedClass(Class).Fields.contains(I.Name);
  const bool IsPart = knowledge::isModelPart({Class.data(), Class.size()}, {I.Name.data(), I.Name.size()});
  if (!IsMade && !IsPart && !S.Mem.has({Of.Obj, I.Name}) && !Prog.Types.isModuleDict(Class))
    return std::nullopt;
  Value Member = In.fields(S).read(Of.Obj, I.Name);
  const bool IsModule = In.isModule(Member) || Member.is(Value::Kind::Choice);
  return IsModule || isFunction(Prog, Member) ? std::optional(Member) : std::nullopt;
}

CallMeaning::CallMeaning(FunctionFrame &In, ir::InstId Id, llvm::ArrayRef<Value> Actuals, State &S)
    : In(In), I(In.F.inst(Id)), Actuals(Actuals), S(S) {}

const ir::Inst *CallMeaning::closure() const {
  if (I.Kind != InstKind::Invoke || I.Name != "step" || Actuals.size() != 2 || !Actuals[1].is(Value::Kind::Function) ||
      !Actuals[1].Func)
    return nullptr;
  // A step of the program does what it says.
  if (Actuals[0].is(Value::Kind::Object) && In.Prog.Types.findMethod(In.object(Actuals[0].Obj).Class, I.Name))
    return nullptr;
  return &In.Prog.Calls.ofClosure(I);
}

const ir::Inst *CallMeaning::started() const {
  if (In.M.declaresTypes() || (I.Kind != InstKind::Invoke && I.Kind != InstKind::Call))
    return nullptr;
  const bool IsOfProgram =
      I.Kind == InstKind::Invoke
          ? Actuals[0].is(Value::Kind::Object) &&
                In.Prog.Types.findMethod(In.object(Actuals[0].Obj).Class, I.Name).has_value()
          : In.Prog.Types.findFunction(I.Name).has_value() || In.Prog.Types.findClass(I.Name).has_value();
  return IsOfProgram ? nullptr : In.Prog.Calls.ofStarted(In.F, I);
}

namespace {
/// Who made the objects of libraries that a function uses.
class Makers {
public:
  /// IsItself: what an object is taken from does not count.
  Makers(const Program &Prog, bool IsItself) : Prog(Prog), IsItself(IsItself) {}

  /// The function that made the object V, or what V was taken from: `subplots` of axes[0, 1]. "" if it has no name.
  llvm::StringRef of(const ir::Function &F, ir::ValueId V) {
    for (unsigned Steps = 0; Steps < MaxSteps; ++Steps) {
      const ir::Inst *D = F.definition(V);
      if (D && D->Kind == InstKind::Call)
        return Prog.Types.canonical(D->Name);
      if (!D || D->Args.empty())
        return {};
      if (D->Kind == InstKind::GetField)
        return ofMember(F, *D);
      // with File(path) as file
      const bool IsTaken = D->Kind == InstKind::GetItem || D->Kind == InstKind::Unpack || D->Kind == InstKind::Next ||
                           D->Kind == InstKind::Iterate || D->Kind == InstKind::Invoke;
      const bool IsPart = D->Kind == InstKind::Unpack || knowledge::givesPart({D->Name.data(), D->Name.size()});
      if (D->Kind != InstKind::Enter && !(IsTaken && (!IsItself || IsPart)))
        return {};
      V = D->Args[0].Value;
    }
    return {};
  }

private:
  static constexpr unsigned MaxSteps = 8, MaxMembers = 3;

  /// Of `self.axes`, if all methods of the class that store it say the same.
  llvm::StringRef ofMember(const ir::Function &F, const ir::Inst &Read) {
    if (F.Class.empty() || Members >= MaxMembers || !F.isReceiver(Read.Args[0].Value))
      return {};
    ++Members;
    llvm::StringRef Maker;
    std::vector<Program::Entry> Writers = Prog.Types.constructors(F.Class);
    llvm::append_range(Writers, Prog.Links.methods(F.Class));
    for (const Program::Entry &E : Writers)
      for (const ir::Inst &I : E.F->Insts) {
        if (I.Kind != InstKind::SetField || I.Name != Read.Name || !E.F->isReceiver(I.Args[0].Value))
          continue;
        const ir::Inst *Stored = E.F->definition(I.Args[1].Value);
        if (Stored && Stored->Kind == InstKind::Const && Stored->Const.K == ir::Constant::Kind::None)
          continue;
        const llvm::StringRef By = of(*E.F, I.Args[1].Value);
        if (By.empty() || (!Maker.empty() && By != Maker))
          return {};
        Maker = By;
      }
    return Maker;
  }

  const Program &Prog;
  const bool IsItself;
  unsigned Members = 0; ///< how many were looked at
};
} // namespace

bool CallMeaning::isStartedByUnknown() const {
  if (I.Kind != InstKind::Invoke)
    return false;
  const llvm::StringRef Maker = Makers(In.Prog, false).of(In.F, I.Args[0].Value);
  const llvm::StringRef Told = In.staticType(I.Args[0].Value).Name;
  return !knowledge::isOfStarters(std::string_view(Maker)) && !knowledge::isOfStarters(std::string_view(Told));
}

/// The function that a method of a library's object stands for: `axes.plot(x)` draws what `plt.plot(x)` draws,
/// `file["x"] = x` makes an array as `array[i] = x` does. "" for others.
static llvm::StringRef functionOfObject(const FunctionFrame &In, const ir::Inst &I, llvm::ArrayRef<Value> Actuals) {
  const bool IsStore = I.Kind == InstKind::SetItem, IsRead = I.Kind == InstKind::GetItem;
  const bool IsObject = Actuals[0].is(Value::Kind::Object) && !In.isModule(Actuals[0]);
  const bool IsMember = Actuals[0].is(Value::Kind::Symbolic) && !Actuals[0].IsComputed;
  if (!Actuals[0].is(Value::Kind::Unknown) && !IsObject && !IsMember)
    return {};
  const llvm::StringRef Maker = Makers(In.Prog, IsStore || IsRead).of(In.F, I.Args[0].Value);
  // An array takes what has no dimension as a number.
  if (IsStore && !Actuals.back().rank().isPositive() && knowledge::takesNumbers(std::string_view(Maker)))
    return {};
  const llvm::StringRef Method = IsStore ? "__setitem__" : IsRead ? "__getitem__" : I.Name;
  const std::string_view Name = knowledge::functionOfObject(std::string_view(Maker), std::string_view(Method));
  return {Name.data(), Name.size()};
}

std::optional<CallMeaning::Other> CallMeaning::ofMethod() const {
  if (const llvm::StringRef Function = functionOfObject(In, I, Actuals); !Function.empty())
    return Other{&In.Prog.Calls.named(I, Function)};
  if (I.Kind != InstKind::Invoke)
    return std::nullopt;
  if (const llvm::StringRef Function = methodOfClass(In.Prog, Actuals[0], I.Name); !Function.empty())
    return Other{&In.Prog.Calls.named(I, Function)};
  const std::optional<Value> Member = calledMember();
  if (!Member)
    return std::nullopt;
  const ir::Inst &OfMember = In.Prog.Calls.ofMember(I);
  const llvm::StringRef Function = In.isModule(*Member) ? "" : nameOfCallable(In.Prog, *Member);
  if (!Function.empty())
    return Other{&In.Prog.Calls.named(OfMember, Function)};
  return Other{&OfMember, Member};
}

bool CallMeaning::readsMethod(const ir::Inst &Read) const {
  if (Read.Kind != InstKind::GetField)
    return false;
  const Value Of = In.operand(Read.Args[0], S);
  if (!Of.is(Value::Kind::Object) || S.Mem.has({Of.Obj, Read.Name}))
    return false;
  const std::optional<Program::Entry> E = In.Prog.Types.findMethod(In.object(Of.Obj).Class, Read.Name);
  const bool Moves = In.isModule(Of) && knowledge::movesModules({Read.Name.data(), Read.Name.size()});
  return E ? E->F->Decorators.empty() : Moves;
}

/// The class of the program of which I makes an object by a method that a package's base has,
/// `Net.from_pretrained(path)`. "" for other calls, and for those that may say where its weights go.
static llvm::StringRef classMade(const Program &Prog, const ir::Inst &I) {
  const auto [Class, Method] = I.Name.rsplit('.');
  if (I.Kind != InstKind::Call || I.Args.empty() || !I.Args[0].Keyword.empty() ||
      !knowledge::makesOwnClass({Method.data(), Method.size()}) || Prog.Types.findFunction(I.Name) ||
      !Prog.Types.findClass(Class))
    return {};
  const knowledge::ClassInfo *Library = Prog.Types.libraryClass(Class);
  // What the method of a package that nobody knows does, nobody knows; others say by keywords where the weights go.
  const bool IsPlaced = llvm::any_of(I.Args, [](const ir::Arg &A) {
    return !A.Keyword.empty() &&
           !llvm::is_contained({"config", "cache_dir", "dtype", "revision", "subfolder", "torch_dtype"}, A.Keyword);
  });
  return Library && !IsPlaced && Prog.Types.isMethodOfLibrary(Class, Method) ? Class : llvm::StringRef();
}

/// The parameter of F that V is; null for others.
static const ir::Param *parameter(const ir::Function &F, ir::ValueId V) {
  const auto &Params = F.Blocks[0].Params;
  const size_t N = llvm::find(Params, V) - Params.begin();
  return N < F.Params.size() ? &F.Params[N] : nullptr;
}

/// The text that V is, or stands for where nobody gives another one: `window` of `def f(n, window="hann_window")`.
static llvm::StringRef textByDefault(FunctionFrame &In, const ir::Arg &A, State &S) {
  if (const Value V = In.operand(A, S); V.isString())
    return V.Const.Text;
  const ir::Param *Given = parameter(In.F, A.Value);
  const bool IsText = Given && Given->HasDefault && Given->Default.K == ir::Constant::Kind::String;
  return IsText ? Given->Default.Text : llvm::StringRef();
}

llvm::StringRef functionByDefault(FunctionFrame &In, ir::ValueId Called) {
  const ir::Param *Given = parameter(In.F, Called);
  const ir::Inst *Read = Given ? nullptr : In.F.definition(Called);
  if (Read && Read->Kind == InstKind::GetField && !In.F.Class.empty() && In.F.isReceiver(Read->Args[0].Value)) {
    const auto &Kept = In.Prog.solvedClass(In.F.Class).Kept;
    const auto *It = llvm::find_if(Kept, [&](const auto &Of) { return Of.second == Read->Name; });
    const Path *Of = It != Kept.end() ? &In.Prog.Paths[It->first] : nullptr;
    if (Of && Of->Kind == Path::Root::Param && Of->Index < Of->Owner->Params.size() &&
        !In.Prog.Members.isWrittenOutsideConstructors(In.F.Class, Read->Name))
      Given = &Of->Owner->Params[Of->Index];
  }
  return Given ? In.Prog.Types.canonical(Given->DefaultFrom) : llvm::StringRef();
}

/// The function of a library that Apply calls by a name which the program computes, `getattr(torch, window)(n)`, or as
/// the default of a parameter, if it makes a tensor: where a caller gives another one, it is such a function, too. ""
/// for others.
static llvm::StringRef factoryCalled(FunctionFrame &In, const ir::Inst &Apply, llvm::ArrayRef<Value> Actuals,
                                     State &S) {
  if (llvm::any_of(Actuals, [](const Value &V) { return V.isTensor(); }))
    return {};
  const ir::Inst *Read = In.F.definition(Apply.Args[0].Value);
  // What a caller gives, that runs.
  const bool IsOpen = Actuals[0].isPlainPath() && In.Prog.Paths[Actuals[0].Path].Kind != Path::Root::Global;
  std::string Name = IsOpen ? functionByDefault(In, Apply.Args[0].Value).str() : "";
  if (Read && Read->Kind == InstKind::Call && Read->Name == "getattr" && Read->Args.size() == 2) {
    const ir::Inst *Of = In.F.definition(Read->Args[0].Value);
    const llvm::StringRef Text = textByDefault(In, Read->Args[1], S);
    if (Of && Of->Kind == InstKind::GetGlobal && !Text.empty())
      Name = (In.Prog.Types.canonical(Of->Name) + "." + Text).str();
  }
  const knowledge::Callable *Made = knowledge::findFunction(Name);
  return Made && Made->Kind == knowledge::Action::Create ? In.Prog.Names.intern(Name) : llvm::StringRef();
}

std::optional<CallMeaning::Other> CallMeaning::other() const {
  if (I.Kind == InstKind::Invoke || I.Kind == InstKind::GetItem || I.Kind == InstKind::SetItem)
    return ofMethod();
  Program &Prog = In.Prog;
  if (const llvm::StringRef Made = classMade(Prog, I); !Made.empty())
    return Other{&Prog.Calls.named(I, Made)};
  if (const ir::Inst *OfLibrary = I.Kind == InstKind::Call ? Prog.Calls.ofLibraryMethod(I) : nullptr)
    return Other{OfLibrary};
  // checkpoint(self.block, x)
  const ir::Inst *OfArgument = I.Kind == InstKind::Call ? Prog.Calls.ofArgument(I) : nullptr;
  if (I.Kind != InstKind::Apply && !OfArgument)
    return std::nullopt;
  const ir::Inst *OfPartial = asCallOfPartial(In, OfArgument ? *OfArgument : I, S);
  if (OfPartial)
    OfArgument = OfPartial;
  const ir::Inst &Apply = OfArgument ? *OfArgument : I;
  // getattr(torch, window)(n)
  if (const llvm::StringRef Factory = factoryCalled(In, Apply, Actuals, S); !Factory.empty() && !OfArgument)
    return Other{&Prog.Calls.named(Apply, Factory)};
  // step = self.step; step(x)
  if (const ir::Inst *Read = In.F.definition(Apply.Args[0].Value); Read && readsMethod(*Read))
    return Other{&Prog.Calls.ofMethod(Apply, *Read)};
  const Value Callee = OfArgument ? In.operand(Apply.Args[0], S) : Actuals[0];
  llvm::StringRef Name = nameOfCallable(Prog, Callee);
  if (Name.empty())
    Name = classOfChoice(Prog, Callee);
  if (Name.empty() && !OfArgument && makesPart())
    Name = I.Args.size() > 1 && I.Args[1].Keyword.empty() ? knowledge::ModuleClass : knowledge::IdentityClass;
  if (Name.empty() && !OfArgument)
    return std::nullopt;
  const ir::Inst &Named = Name.empty() ? *OfArgument : Prog.Calls.named(Apply, Name);
  // partial(torch.Tensor.to, device=d)(x)
  const ir::Inst *OfTensors = Named.Kind == InstKind::Call ? Prog.Calls.ofLibraryMethod(Named) : nullptr;
  return Other{OfTensors ? OfTensors : &Named};
}

} // namespace devtidy::dataflow
