//===- Makers.cpp - Calls of functions and classes that a variable holds ------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `layer = nn.Conv2d if conv else nn.Linear; self.fc = layer(8, 8)`: what is called is known by its name, so the call
// is the one of that name. Where several classes of modules may be meant, one stands for all of them: they do the same
// with devices.
//
//===----------------------------------------------------------------------===//

#include "dataflow/LooseStores.h"
#include "dataflow/PartMoves.h"
#include "dataflow/Resolve.h"
#include "knowledge/Builtins.h"
#include "knowledge/ClassNames.h"
#include "knowledge/Packages.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using ir::InstKind;

const ir::Inst &Program::asCall(const ir::Inst &Apply, llvm::StringRef Name) {
  std::unique_ptr<ir::Inst> &Slot = NamedCalls[{&Apply, intern(Name)}];
  if (!Slot) {
    Slot = std::make_unique<ir::Inst>(Apply);
    Slot->Kind = InstKind::Call;
    Slot->Name = intern(Name);
    Slot->Args.erase(Slot->Args.begin());
  }
  return *Slot;
}

const ir::Inst &Program::asCallOfMember(const ir::Inst &Invoke) {
  std::unique_ptr<ir::Inst> &Slot = NamedCalls[{&Invoke, ""}];
  if (!Slot) {
    Slot = std::make_unique<ir::Inst>(Invoke);
    Slot->Kind = InstKind::Apply;
    Slot->Name = "";
    // What is called is `self.fc`, of which Invoke has `self` and where the name begins.
    if (ir::SourceRange &Range = Slot->Args[0].Range; Range.isValid() && Invoke.Range.Point >= Range.End)
      Range.End = Invoke.Range.Point + Invoke.Name.size();
  }
  return *Slot;
}

const ir::Inst *Program::asCallOfArgument(const ir::Inst &Call) {
  const llvm::StringRef Name = canonical(Call.Name);
  const knowledge::Callable *C = knowledge::findFunction({Name.data(), Name.size()});
  if (!C || C->Kind != knowledge::Action::CallFunction || findFunction(Call.Name))
    return nullptr;
  const ir::Arg *Function = argumentFor(*C, Call, "function");
  if (!Function)
    return nullptr;
  std::unique_ptr<ir::Inst> &Slot = NamedCalls[{&Call, ""}];
  if (!Slot) {
    Slot = std::make_unique<ir::Inst>(Call);
    Slot->Kind = InstKind::Apply;
    Slot->Name = "";
    Slot->Args = {*Function};
    const bool TakesAll = C->Params.ends_with("...");
    const ir::Arg *Input = argumentFor(*C, Call, "input");
    for (const ir::Arg &A : Call.Args)
      if (&A != Function && (TakesAll || &A == Input))
        Slot->Args.push_back(A);
    Slot->Args[0].Keyword = "";
  }
  return Slot.get();
}

const ir::Inst &Program::asCallOfClosure(const ir::Inst &Invoke) {
  std::unique_ptr<ir::Inst> &Slot = NamedCalls[{&Invoke, "()"}];
  if (!Slot) {
    Slot = std::make_unique<ir::Inst>(Invoke);
    Slot->Kind = InstKind::Apply;
    Slot->Name = "";
    Slot->Args = {Invoke.Args[1]};
    Slot->Args[0].Keyword = "";
  }
  return *Slot;
}

const ir::Inst &Program::asCallOfMethod(const ir::Inst &Apply, const ir::Inst &Read) {
  std::unique_ptr<ir::Inst> &Slot = NamedCalls[{&Apply, ""}];
  if (!Slot) {
    Slot = std::make_unique<ir::Inst>(Apply);
    Slot->Kind = InstKind::Invoke;
    Slot->Name = Read.Name;
    Slot->Args[0] = Read.Args[0];
  }
  return *Slot;
}

const ir::Inst *Program::asCallOfLibraryMethod(const ir::Inst &Call) {
  const auto [Class, Method] = Call.Name.rsplit('.');
  const auto *C = knowledge::findMethod(knowledge::Receiver::Module, {Method.data(), Method.size()});
  const llvm::StringRef Name = canonical(Class);
  if (!C || C->Kind == knowledge::Action::Forward || Call.Args.empty() || !Call.Args[0].Keyword.empty() ||
      !knowledge::findClass({Name.data(), Name.size()}) || !isModuleClass(Class) || findClass(Class))
    return nullptr;
  std::unique_ptr<ir::Inst> &Slot = NamedCalls[{&Call, ""}];
  if (!Slot) {
    Slot = std::make_unique<ir::Inst>(Call);
    Slot->Kind = InstKind::Invoke;
    Slot->Name = Method;
  }
  return Slot.get();
}

bool Program::isCallable(llvm::StringRef Name) const {
  llvm::StringRef Known = canonical(Name);
  std::string_view Spelled(Known.data(), Known.size());
  return findFunction(Name) || findClass(Name) || knowledge::findFunction(Spelled) || knowledge::findClass(Spelled) ||
         !knowledge::operatorForFunction(Spelled).empty() ||
         (Name.ends_with(".apply") && isAutogradFunction(Name.drop_back(6)));
}

/// `partial(nn.Conv2d, kernel_size=1)` is called as nn.Conv2d is, where one of several classes may be meant.
static bool isPlainPartial(const ir::Inst &I) {
  return llvm::all_of(llvm::drop_begin(I.Args), [](const ir::Arg &A) {
    return !A.Keyword.empty() && A.Keyword != "device" && !A.Keyword.starts_with("*");
  });
}

/// While a module is built, what was given and is called makes a part: `norm_layer(dim)`, which has state, or
/// `ACTS[name]()`, which has none.
bool FunctionSolver::makesPart(const ir::Inst &I, llvm::ArrayRef<Value> Actuals) const {
  const Value &Called = Actuals[0];
  if (!isBuilding() || !Called.is(Value::Kind::Symbolic))
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
    if (V.isTensor() || V.is(Value::Kind::Choice) || isModule(V) || (IsPlace && I.Args[N].Keyword != "device"))
      return false;
  }
  return true;
}

/// Functions of Python itself that matter here; nothing for others.
std::optional<Value> FunctionSolver::callOfPython(ir::InstId Id, llvm::ArrayRef<Value> Actuals, State &S) {
  const ir::Inst &I = inst(Id);
  if (Actuals.empty())
    return std::nullopt;
  // kwargs.pop("device", None)
  bool Takes = I.Kind == InstKind::Invoke && (I.Name == "pop" || I.Name == "get");
  if (Takes && Actuals.size() > 1 && Actuals[0].is(Value::Kind::Symbolic) && Actuals[1].isString() &&
      Prog.Paths[Actuals[0].Path].isKeywords() && (Actuals.size() == 2 || Actuals[2].isNone())) {
    PathId Held = Prog.Paths.element(Actuals[0].Path, Actuals[1].Const.Text);
    return Held ? std::optional(Value::symbolic(Held)) : std::nullopt;
  }
  if (I.Kind != InstKind::Call)
    return std::nullopt;
  if (knowledge::bindsArguments({I.Name.data(), I.Name.size()})) {
    const bool IsClass =
        Prog.isModuleClass(nameOfCallable(Prog, Actuals[0])) || !classOfChoice(Prog, Actuals[0]).empty();
    return isPlainPartial(I) && (isGiven(Prog, Actuals[0]) || IsClass) ? Actuals[0] : makePartial(Id, Actuals, S);
  }
  auto IsNamed = [](const ir::Arg &A) { return !A.Keyword.empty() && !A.Keyword.starts_with("*"); };
  if (const llvm::StringRef Name = Prog.canonical(I.Name);
      knowledge::isNamespace({Name.data(), Name.size()}) && llvm::all_of(I.Args, IsNamed)) {
    const ObjectId O = Objects.allocated(Id, 0, Name);
    for (unsigned N = 0; N < Actuals.size(); ++N)
      writeField(S, O, I.Args[N].Keyword, Actuals[N]);
    return Value::object(O);
  }
  if (I.Name == "getattr" && Actuals.size() == 2 && isModule(Actuals[0]) && Actuals[1].isString())
    if (Value Member = readField(S, Actuals[0].Obj, Actuals[1].Const.Text); isModule(Member))
      return Member;
  if (I.Name == "setattr" && Actuals.size() == 3) {
    PartMoves(*this, S).setMember(I.Args[0], Actuals[1], Actuals[2]);
    LooseStores(*this, S).setMember(Actuals[0], Actuals[1], Actuals[2]);
    if (isModule(Actuals[0]))
      return Value::none();
  }
  return std::nullopt;
}

/// `self.net.encoder(x)` calls a method as far as its spelling goes; it may be what a member holds.
std::optional<Value> FunctionSolver::calledMember(const ir::Inst &I, const Value &Of, State &S) {
  if (const Value *Given = Of.isPlainPath() ? Out.Given.at(Prog.Paths.child(Of.Path, I.Name)) : nullptr)
    return *Given;
  if (!Of.is(Value::Kind::Object))
    return std::nullopt;
  if (const PathId P = object(Of.Obj).Path)
    if (const Value *Given = Out.Given.at(Prog.Paths.child(P, I.Name)))
      return *Given;
  llvm::StringRef Class = object(Of.Obj).Class;
  if (Prog.findMethod(Class, I.Name) ||
      knowledge::findMethod(knowledge::Receiver::Module, {I.Name.data(), I.Name.size()}))
    return std::nullopt;
  const bool IsMade = isModule(Of) && Prog.findClass(Class) && Prog.solvedClass(Class).Fields.contains(I.Name);
  const bool IsPart = knowledge::isModelPart({Class.data(), Class.size()}, {I.Name.data(), I.Name.size()});
  if (!IsMade && !IsPart && !S.Mem.has({Of.Obj, I.Name}) && !Prog.isModuleDict(Class))
    return std::nullopt;
  Value Member = readField(S, Of.Obj, I.Name);
  return isModule(Member) || isFunction(Prog, Member) ? std::optional(Member) : std::nullopt;
}

/// optimizer.step(closure) calls the closure, and then does what it does without one.
void FunctionSolver::callClosure(ir::InstId Id, llvm::ArrayRef<Value> Actuals, State &S) {
  const ir::Inst &I = F.inst(Id);
  if (I.Name != "step" || Actuals.size() != 2 || !Actuals[1].is(Value::Kind::Function) || !Actuals[1].Func)
    return;
  // A step of the program does what it says.
  if (Actuals[0].is(Value::Kind::Object) && Prog.findMethod(object(Actuals[0].Obj).Class, I.Name))
    return;
  Named = &Prog.asCallOfClosure(I);
  NamedId = Id;
  call(Id, S);
  Named = nullptr;
}

/// The function that a method of a figure stands for: `axes.plot(x)` draws what `plt.plot(x)` draws. "" for others.
static llvm::StringRef functionOfFigure(const Program &Prog, const ir::Function &F, const ir::Inst &I,
                                        const Value &Receiver) {
  const std::string_view Function = knowledge::functionOfFigure({I.Name.data(), I.Name.size()});
  if (Function.empty() || !Receiver.is(Value::Kind::Unknown))
    return {};
  // fig, axes = plt.subplots(2, 2); axes[0, 1].plot(x); plt.figure().add_subplot(111).plot(x)
  ir::ValueId Of = I.Args[0].Value;
  for (unsigned Steps = 0; Steps < 8; ++Steps) {
    const ir::Inst *D = F.definition(Of);
    if (D && D->Kind == InstKind::Call)
      return knowledge::makesFigures(std::string_view(Prog.canonical(D->Name))) ? llvm::StringRef(Function)
                                                                                : llvm::StringRef();
    const bool IsTaken = D && !D->Args.empty() &&
                         (D->Kind == InstKind::GetItem || D->Kind == InstKind::Unpack || D->Kind == InstKind::Next ||
                          D->Kind == InstKind::Iterate || D->Kind == InstKind::Invoke);
    if (!IsTaken)
      return {};
    Of = D->Args[0].Value;
  }
  return {};
}

std::optional<Value> FunctionSolver::callNamed(ir::InstId Id, llvm::ArrayRef<Value> Actuals, State &S) {
  const ir::Inst &I = F.inst(Id);
  if (Named)
    return std::nullopt;
  const auto CallAs = [&](const ir::Inst &Other) {
    Named = &Other;
    NamedId = Id;
    Value Result = call(Id, S);
    Named = nullptr;
    return Result;
  };
  if (I.Kind == InstKind::Invoke) {
    callClosure(Id, Actuals, S);
    if (const llvm::StringRef Function = functionOfFigure(Prog, F, I, Actuals[0]); !Function.empty())
      return CallAs(Prog.asCall(I, Function));
    Called = calledMember(I, Actuals[0], S);
    if (!Called)
      return std::nullopt;
    const ir::Inst &OfMember = Prog.asCallOfMember(I);
    const llvm::StringRef Function = isModule(*Called) ? "" : nameOfCallable(Prog, *Called);
    if (!Function.empty())
      Called.reset();
    Value Result = CallAs(Function.empty() ? OfMember : Prog.asCall(OfMember, Function));
    Called.reset();
    return Result;
  }
  if (const ir::Inst *OfLibrary = I.Kind == InstKind::Call ? Prog.asCallOfLibraryMethod(I) : nullptr)
    return CallAs(*OfLibrary);
  // checkpoint(self.block, x)
  const ir::Inst *OfArgument = I.Kind == InstKind::Call ? Prog.asCallOfArgument(I) : nullptr;
  if (I.Kind != InstKind::Apply && !OfArgument)
    return std::nullopt;
  const ir::Inst *OfPartial = asCallOfPartial(OfArgument ? *OfArgument : I, S);
  if (OfPartial)
    OfArgument = OfPartial;
  const ir::Inst &Apply = OfArgument ? *OfArgument : I;
  auto IsMethod = [&](const ir::Inst &Read) {
    if (Read.Kind != InstKind::GetField)
      return false;
    const Value Of = operand(Read.Args[0], S);
    if (!Of.is(Value::Kind::Object) || S.Mem.has({Of.Obj, Read.Name}))
      return false;
    const std::optional<Program::Entry> E = Prog.findMethod(object(Of.Obj).Class, Read.Name);
    const bool Moves = isModule(Of) && knowledge::movesModules({Read.Name.data(), Read.Name.size()});
    return E ? E->F->Decorators.empty() : Moves;
  };
  // step = self.step; step(x)
  if (const ir::Inst *Read = F.definition(Apply.Args[0].Value); Read && IsMethod(*Read))
    return CallAs(Prog.asCallOfMethod(Apply, *Read));
  const Value Callee = OfArgument ? operand(Apply.Args[0], S) : Actuals[0];
  llvm::StringRef Name = nameOfCallable(Prog, Callee);
  if (Name.empty())
    Name = classOfChoice(Prog, Callee);
  if (Name.empty() && !OfArgument && makesPart(I, Actuals))
    Name = I.Args.size() > 1 && I.Args[1].Keyword.empty() ? knowledge::ModuleClass : knowledge::IdentityClass;
  if (Name.empty() && !OfArgument)
    return std::nullopt;
  return CallAs(Name.empty() ? *OfArgument : Prog.asCall(Apply, Name));
}

} // namespace devtidy::dataflow
