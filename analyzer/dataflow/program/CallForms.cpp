//===- CallForms.cpp - Calls that are looked at as others -----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/program/CallForms.h"
#include "dataflow/program/Arguments.h"
#include "dataflow/program/Hierarchy.h"
#include "dataflow/program/NameTable.h"
#include "knowledge/MethodNames.h"
#include "knowledge/Packages.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace devtidy::dataflow {

using ir::InstKind;

const ir::Inst &CallForms::named(const ir::Inst &Apply, llvm::StringRef Name) {
  std::unique_ptr<ir::Inst> &Slot = Forms[{&Apply, Names.intern(Name)}];
  if (!Slot) {
    Slot = std::make_unique<ir::Inst>(Apply);
    Slot->Kind = InstKind::Call;
    Slot->Name = Names.intern(Name);
    Slot->Args.erase(Slot->Args.begin());
  }
  return *Slot;
}

const ir::Inst &CallForms::ofMember(const ir::Inst &Invoke) {
  std::unique_ptr<ir::Inst> &Slot = Forms[{&Invoke, ""}];
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

const ir::Inst *CallForms::ofArgument(const ir::Inst &Call) {
  const llvm::StringRef Name = Types.canonical(Call.Name);
  const knowledge::Callable *C = knowledge::findFunction({Name.data(), Name.size()});
  if (!C || C->Kind != knowledge::Action::CallFunction || Types.findFunction(Call.Name))
    return nullptr;
  const ir::Arg *Function = argumentFor(*C, Call, "function");
  if (!Function)
    return nullptr;
  std::unique_ptr<ir::Inst> &Slot = Forms[{&Call, ""}];
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

/// What the function is given that Start starts.
static void addArguments(const ir::Function &In, const ir::Inst &Start, llvm::StringRef Params, const ir::Arg &Function,
                         llvm::SmallVectorImpl<ir::Arg> &To) {
  if (Params.ends_with("...")) {
    for (const ir::Arg &A : llvm::make_range(&Function + 1, Start.Args.end()))
      To.push_back(A);
    return;
  }
  if (const ir::Arg *All = argumentFor(Params, Start, "arguments")) {
    const ir::Inst *Made = In.definition(All->Value);
    if (Made && (Made->Kind == InstKind::MakeTuple || Made->Kind == InstKind::MakeList)) {
      To.append(Made->Args.begin(), Made->Args.end());
    } else {
      To.push_back(*All);
      To.back().Keyword = "*";
    }
  }
  if (const ir::Arg *Named = argumentFor(Params, Start, "keywords")) {
    To.push_back(*Named);
    To.back().Keyword = "**";
  }
}

const ir::Inst *CallForms::ofStarted(const ir::Function &In, const ir::Inst &Start) {
  const bool IsMethod = Start.Kind == InstKind::Invoke;
  if (!IsMethod && Start.Kind != InstKind::Call)
    return nullptr;
  const llvm::StringRef Name = IsMethod ? Start.Name : Types.canonical(Start.Name);
  const std::string_view Words = knowledge::paramsOfStart(std::string_view(Name), IsMethod);
  const llvm::StringRef Params(Words.data(), Words.size());
  const ir::Arg *Function = Params.empty() ? nullptr : argumentFor(Params, Start, "function");
  const ir::Inst *Given = Function ? In.definition(Function->Value) : nullptr;
  if (!Given)
    return nullptr;
  std::unique_ptr<ir::Inst> &Slot = Forms[{&Start, "started"}];
  if (Slot)
    return Slot.get();
  ir::Inst Called = Start;
  Called.Args = {*Function};
  Called.Args[0].Keyword = "";
  if (Given->Kind == InstKind::GetGlobal && Types.findFunction(Given->Name)) {
    Called.Kind = InstKind::Call;
    Called.Name = Given->Name;
    Called.Args.clear();
  } else if (Given->Kind == InstKind::GetField && In.isReceiver(Given->Args[0].Value) &&
             Types.findMethod(In.Class, Given->Name)) {
    Called.Kind = InstKind::Invoke;
    Called.Name = Given->Name;
    Called.Args = {Given->Args[0]};
  } else if (Given->Kind == InstKind::Closure) {
    Called.Kind = InstKind::Apply;
    Called.Name = "";
  } else {
    return nullptr;
  }
  addArguments(In, Start, Params, *Function, Called.Args);
  Slot = std::make_unique<ir::Inst>(std::move(Called));
  return Slot.get();
}

const ir::Inst &CallForms::ofClosure(const ir::Inst &Invoke) {
  std::unique_ptr<ir::Inst> &Slot = Forms[{&Invoke, "()"}];
  if (!Slot) {
    Slot = std::make_unique<ir::Inst>(Invoke);
    Slot->Kind = InstKind::Apply;
    Slot->Name = "";
    Slot->Args = {Invoke.Args[1]};
    Slot->Args[0].Keyword = "";
  }
  return *Slot;
}

const ir::Inst &CallForms::ofMethod(const ir::Inst &Apply, const ir::Inst &Read) {
  std::unique_ptr<ir::Inst> &Slot = Forms[{&Apply, ""}];
  if (!Slot) {
    Slot = std::make_unique<ir::Inst>(Apply);
    Slot->Kind = InstKind::Invoke;
    Slot->Name = Read.Name;
    Slot->Args[0] = Read.Args[0];
  }
  return *Slot;
}

/// `nn.Module.cuda(net)`, as `net.cuda()`.
static bool isOfModules(const Hierarchy &Types, const ir::Inst &Call) {
  const auto [Class, Method] = Call.Name.rsplit('.');
  const auto *C = knowledge::findMethod(knowledge::Receiver::Module, {Method.data(), Method.size()});
  const llvm::StringRef Name = Types.canonical(Class);
  return C && C->Kind != knowledge::Action::Forward && knowledge::findClass({Name.data(), Name.size()}) &&
         Types.isModuleClass(Class) && !Types.findClass(Class);
}

const ir::Inst *CallForms::ofLibraryMethod(const ir::Inst &Call) {
  const llvm::StringRef Method = Call.Name.rsplit('.').second;
  if (Call.Args.empty() || !Call.Args[0].Keyword.empty() ||
      !(isOfModules(Types, Call) || knowledge::isMethodOfTensors(std::string_view(Types.canonical(Call.Name)))))
    return nullptr;
  std::unique_ptr<ir::Inst> &Slot = Forms[{&Call, ""}];
  if (!Slot) {
    Slot = std::make_unique<ir::Inst>(Call);
    Slot->Kind = InstKind::Invoke;
    Slot->Name = Method;
  }
  return Slot.get();
}

/// Arguments by position stand before those by keyword, and what a call gives by keyword comes in the place of what was
/// bound.
const ir::Inst &CallForms::ofPartial(const ir::Inst &Apply, const ir::Inst &Made) {
  const std::string Key = "partial " + llvm::utohexstr(reinterpret_cast<uintptr_t>(&Made));
  std::unique_ptr<ir::Inst> &Slot = Forms[{&Apply, Names.intern(Key)}];
  if (Slot)
    return *Slot;
  Slot = std::make_unique<ir::Inst>(Apply);
  Slot->Args = {Made.Args[0]};
  auto IsPositional = [](const ir::Arg &A) { return A.Keyword.empty() || A.Keyword == "*"; };
  for (const ir::Inst *From : {&Made, &Apply})
    llvm::copy_if(llvm::drop_begin(From->Args), std::back_inserter(Slot->Args), IsPositional);
  for (const ir::Arg &A : llvm::drop_begin(Made.Args))
    if (!IsPositional(A) && !(isNamed(A) && Apply.findKeyword(A.Keyword)))
      Slot->Args.push_back(A);
  for (const ir::Arg &A : llvm::drop_begin(Apply.Args))
    if (!IsPositional(A))
      Slot->Args.push_back(A);
  return *Slot;
}

const ir::Inst &CallForms::ofBound(const ir::Inst &Apply, llvm::StringRef Name, bool IsOpen) {
  std::unique_ptr<ir::Inst> &Slot = Forms[{&Apply, Names.intern(("bound " + Name).str())}];
  if (Slot)
    return *Slot;
  Slot = std::make_unique<ir::Inst>(Apply);
  Slot->Kind = InstKind::Call;
  Slot->Name = Names.intern(Name);
  ir::Arg Bound = Apply.Args[0];
  Bound.Keyword = "**";
  Slot->Args.assign(Apply.Args.begin() + 1, Apply.Args.end());
  Slot->Args.push_back(Bound);
  Bound.Keyword = "*";
  if (IsOpen)
    Slot->Args.insert(Slot->Args.begin(), Bound);
  return *Slot;
}

const ir::Inst &CallForms::ofProtocol(const ir::Inst &I, llvm::StringRef Method) {
  std::unique_ptr<ir::Inst> &Slot = Forms[{&I, Names.intern(Method)}];
  if (!Slot) {
    Slot = std::make_unique<ir::Inst>(I);
    Slot->Kind = InstKind::Invoke;
    Slot->Name = Names.intern(Method);
  }
  return *Slot;
}

} // namespace devtidy::dataflow
