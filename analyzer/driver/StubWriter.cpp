//===- StubWriter.cpp - What the analysis knows of a module, in Python --===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/StubWriter.h"
#include "dataflow/domain/EachIndex.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace devtidy::driver {

using dataflow::Path;
using dataflow::PathId;
using dataflow::SolvedFunction;
using dataflow::Value;
using Text = std::optional<std::string>;

namespace {

bool isIdentifier(StringRef Name) {
  return !Name.empty() && !isDigit(Name.front()) && all_of(Name, [](char C) { return isAlnum(C) || C == '_'; });
}

Text literal(const ir::Constant &C) {
  switch (C.K) {
  case ir::Constant::Kind::None:
    return "None";
  case ir::Constant::Kind::Bool:
    return C.Int ? "True" : "False";
  case ir::Constant::Kind::Int:
    return std::to_string(C.Int);
  case ir::Constant::Kind::Float:
    return C.Text.empty() ? std::nullopt : Text(C.Text.str());
  case ir::Constant::Kind::String:
    if (any_of(C.Text, [](char Ch) { return Ch == '"' || Ch == '\\' || !isPrint(Ch); }))
      return std::nullopt;
    return ("\"" + C.Text + "\"").str();
  }
  return std::nullopt;
}

std::string signature(const ir::Function &F) {
  std::string Result;
  bool HasDefault = false, HasStar = false;
  for (const ir::Param &P : F.Params) {
    const bool IsValue = P.PassMode == ir::Param::Mode::Value;
    if (IsValue && HasDefault && !P.HasDefault && !HasStar) {
      Result += ", *";
      HasStar = true;
    }
    HasStar |= P.PassMode == ir::Param::Mode::Star;
    HasDefault |= P.HasDefault;
    Result += Result.empty() ? "" : ", ";
    Result += P.PassMode == ir::Param::Mode::Star ? "*" : P.PassMode == ir::Param::Mode::StarStar ? "**" : "";
    Result += P.Name;
    if (P.HasDefault)
      Result += "=" + (P.DefaultUnknown ? std::nullopt : literal(P.Default)).value_or("...");
  }
  return Result;
}

StringRef lastName(StringRef Qualified) {
  const StringRef Last = Qualified.rsplit('.').second;
  return Last.empty() ? Qualified : Last;
}

} // namespace

bool StubWriter::isModule(const ir::Function &F, PathId At) const {
  const Path &Is = P.Paths[At];
  return Is.Kind == Path::Root::Param && Is.Index == 0 && Is.Owner == &F && !F.Class.empty() &&
         P.Types.isModuleClass(F.Class);
}

Text StubWriter::path(const ir::Function &F, PathId At) const {
  const Path &Is = P.Paths[At];
  if (Is.Kind == Path::Root::Param) {
    const bool IsOwn =
        Is.Owner == &F && Is.Index < F.Params.size() && F.Params[Is.Index].PassMode == ir::Param::Mode::Value;
    return IsOwn ? Text(F.Params[Is.Index].Name.str()) : std::nullopt;
  }
  if (Is.Kind == Path::Root::Meeting) {
    const Text One = path(F, Is.Parent), Other = path(F, Is.Other);
    return One && Other ? Text("torch.add(" + *One + ", " + *Other + ")") : std::nullopt;
  }
  if (Is.Kind != Path::Root::Child || dataflow::isOwnField(Is.Name))
    return std::nullopt;
  const Text Parent = path(F, Is.Parent);
  if (!Parent)
    return std::nullopt;
  StringRef Position = Is.Name;
  if (Position.consume_front("[") && Position.consume_back("]") && !Position.empty() && all_of(Position, isDigit))
    return *Parent + "[" + Position.str() + "]";
  return isIdentifier(Is.Name) ? Text(*Parent + "." + Is.Name.str()) : std::nullopt;
}

/// Of x.to(d) nobody may know whether d is a device, or a tensor that is there.
bool StubWriter::isEither(const ir::Function &F, const dataflow::Placement &At) const {
  const dataflow::GuardedTerm *Only = At.single();
  if (!Only || !Only->T.isSymbol())
    return false;
  const Path &Is = P.Paths[Only->T.path()];
  return Is.Kind == Path::Root::Param && !isModule(F, Only->T.path()) && !Is.IsDevice && !Is.IsTensor &&
         !Is.IsOperand && !Is.IsMoved;
}

Text StubWriter::deviceOf(const SolvedFunction &S, const dataflow::Placement &At) const {
  const dataflow::GuardedTerm *Only = At.isUnknown() ? nullptr : At.single();
  if (!Only || Only->Imprecise || dataflow::isEach(Only->T))
    return std::nullopt;
  if (Only->T.kind() == dataflow::Term::Kind::Default)
    return "";
  if (!Only->T.isSymbol()) {
    knowledge::Device D = Only->T.device();
    if (D.Index == dataflow::UnknownIndex)
      D.Index = -1;
    return "\"" + D.str() + "\"";
  }
  PathId Of = Only->T.path();
  const Path &Is = P.Paths[Of];
  if (Is.Kind == Path::Root::Child && Is.Name == dataflow::DeviceField)
    Of = Is.Parent;
  Text Named = path(*S.F, Of);
  if (!Named || Is.IsDevice)
    return Named;
  if (isEither(*S.F, At))
    return Named;
  return Of != Only->T.path() || isModule(*S.F, Of) ? "next(" + *Named + ".parameters()).device" : *Named + ".device";
}

Text StubWriter::tensorAt(const SolvedFunction &S, const dataflow::Placement &At) const {
  const Text Device = deviceOf(S, At);
  if (!Device)
    return std::nullopt;
  if (Device->empty())
    return "torch.empty(1)";
  return isEither(*S.F, At) ? "torch.empty(1).to(" + *Device + ")" : "torch.empty(1, device=" + *Device + ")";
}

Text StubWriter::elements(const SolvedFunction &S, const Value &V) const {
  std::string Result;
  for (const Value &E : *V.Elements) {
    const Text Part = value(S, E);
    if (!Part)
      return std::nullopt;
    Result += *Part + ", ";
  }
  return "(" +
         (V.Elements->size() == 1 ? StringRef(Result).rtrim(' ') : StringRef(Result).drop_back(Result.empty() ? 0 : 2))
             .str() +
         ")";
}

Text StubWriter::value(const SolvedFunction &S, const Value &V) const {
  switch (V.K) {
  case Value::Kind::Constant:
    return literal(V.Const);
  case Value::Kind::Number:
    if (V.Cond || V.IsCount || V.IsCounted || V.IsIndex)
      return std::nullopt;
    return V.Path ? path(*S.F, V.Path) : Text("1.0");
  case Value::Kind::Tensor: {
    if (V.Partial)
      return std::nullopt;
    if (!V.MayBeModule)
      return tensorAt(S, V.P);
    // Nobody knows whether that is a tensor: of what was moved there, to() is the same.
    const Text Device = deviceOf(S, V.P);
    const ir::Param *Moved = nullptr;
    unsigned Count = 0;
    for (const ir::Param &Given : S.F->Params)
      if (P.Paths[P.Paths.param(*S.F, unsigned(&Given - S.F->Params.data()))].IsMoved) {
        Moved = &Given;
        ++Count;
      }
    if (Count == 1 && Device && !Device->empty())
      return (Moved->Name + ".to(" + *Device + ")").str();
    return tensorAt(S, V.P);
  }
  case Value::Kind::Device: {
    const Text Device = deviceOf(S, V.P);
    return Device && !Device->empty() ? Text("torch.device(" + *Device + ")") : std::nullopt;
  }
  case Value::Kind::Tuple:
    return elements(S, V);
  case Value::Kind::Object: {
    const dataflow::Object &O = S.Sum->Objects[V.Obj.index()];
    return O.K == dataflow::Object::Kind::Symbolic ? path(*S.F, O.Path) : std::nullopt;
  }
  case Value::Kind::Symbolic: {
    const Text Named = path(*S.F, V.Path);
    return Named && V.IsComputed ? Text(*Named + " + 1") : Named;
  }
  default:
    return std::nullopt;
  }
}

/// What a member is given. A part of a module is the state that it has.
Text StubWriter::held(const SolvedFunction &S, const Value &V) const {
  if (V.K == Value::Kind::Tensor && V.IsParameter)
    if (const Text Made = tensorAt(S, V.P))
      return "torch.nn.Parameter(" + *Made + ")";
  if (V.K == Value::Kind::Object && S.Sum->Objects[V.Obj.index()].K == dataflow::Object::Kind::Allocated)
    for (const auto &[Key, State] : S.Sum->Final.of(V.Obj))
      if (Key.second == dataflow::DeviceField)
        if (const Text Made = tensorAt(S, State.P))
          return "torch.nn.Parameter(" + *Made + ")";
  return value(S, V);
}

Text StubWriter::side(const SolvedFunction &S, const dataflow::Side &X) const {
  const dataflow::GuardedTerm *Only = X.P.isUnknown() ? nullptr : X.P.single();
  if (!Only || X.IsElement)
    return std::nullopt;
  if (Only->T.isSymbol() && !X.IsModule) {
    const PathId At = Only->T.path();
    if (!P.Paths[At].IsDevice && !isModule(*S.F, At))
      return path(*S.F, At);
  }
  return tensorAt(S, X.P);
}

/// "" if there are no words for it.
std::string StubWriter::demand(const SolvedFunction &S, const dataflow::Demand &D) const {
  if (!D.Path.isAlways() || D.isOfOpenCallee())
    return "";
  Lines Sides;
  for (const dataflow::Side &X : D.Sides) {
    if (X.P.isBottom())
      continue;
    const Text Named = side(S, X);
    if (!Named)
      return "";
    if (!is_contained(Sides, *Named))
      Sides.push_back(*Named);
  }
  if (D.Of == dataflow::Meeting::HostAccess && !Sides.empty())
    return Sides.front() + ".numpy()";
  if (D.Of != dataflow::Meeting::Operands || D.Rule >= knowledge::DeviceRule::Any || Sides.size() < 2)
    return "";
  if (D.Rule == knowledge::DeviceRule::Index)
    return Sides.size() == 2 ? Sides[0] + "[" + Sides[1] + "]" : "";
  std::string Result = Sides.front();
  for (const std::string &Next : ArrayRef(Sides).drop_front())
    Result = ("torch.add(" + Twine(Result) + ", " + Next + ")").str();
  return Result;
}

/// False if there is something that cannot be said.
bool StubWriter::addEffects(const SolvedFunction &S, Lines &Out) const {
  bool IsWhole = true;
  const bool Constructs = S.F->Kind == ir::FunctionKind::Constructor;
  S.Sum->Final.forEach([&](const dataflow::Memory::Key &Key, const Value &V) {
    const dataflow::Object &O = S.Sum->Objects[Key.first.index()];
    if (O.K == dataflow::Object::Kind::Environment && !V.is(Value::Kind::Bottom))
      IsWhole = false;
    if (O.K != dataflow::Object::Kind::Symbolic || dataflow::isOwnField(Key.second))
      return;
    const Text To = path(*S.F, O.Path), Given = held(S, V);
    if (To && Given && isIdentifier(Key.second))
      Out.push_back(V.Registered && !V.IsParameter && V.K == Value::Kind::Tensor
                        ? *To + ".register_buffer(\"" + Key.second.str() + "\", " + *Given + ")"
                        : *To + "." + Key.second.str() + " = " + *Given);
    // What a constructor does not set is unknown.
    else if (!Constructs)
      IsWhole = false;
  });
  return IsWhole;
}

StubWriter::Body StubWriter::body(const SolvedFunction &S) const {
  Body Result;
  const bool Constructs = S.F->Kind == ir::FunctionKind::Constructor;
  if (!S.Sum->Known || !S.Sum->Returns)
    return {{}, "is not known"};
  if (Constructs && P.Types.isModuleClass(S.F->Class))
    Result.Statements.push_back("super().__init__()");
  if (!addEffects(S, Result.Statements))
    return {{}, "changes what it is given, or globals"};
  unsigned Left = 0;
  for (const dataflow::Demand &D : S.Sum->Demands) {
    if (D.Of == dataflow::Meeting::Accelerator)
      continue; // no operand of anything
    const std::string Said = demand(S, D);
    if (Said.empty())
      ++Left;
    else if (!is_contained(Result.Statements, Said))
      Result.Statements.push_back(Said);
  }
  if (Left)
    Result.Statements.push_back("# not said: " + std::to_string(Left) + " more that it wants of its operands");
  const Text Given = Constructs ? Text("None") : value(S, S.Sum->Result);
  if (!Given)
    return {{}, "gives what is not one thing, or unknown"};
  if (*Given != "None")
    Result.Statements.push_back("return " + *Given);
  return Result;
}

std::string StubWriter::function(const SolvedFunction &S, StringRef Indent) {
  const Body Is = body(S);
  const StringRef Name = lastName(S.F->Name);
  const bool IsMethod = !S.F->Class.empty();
  if (!Is.Why.empty() && !IsMethod)
    return ("# " + Name + " " + Is.Why + "\n\n\n").str();
  const bool SaysNothing = none_of(Is.Statements, [](StringRef Line) { return !Line.starts_with("#"); });
  if (SaysNothing && !IsMethod)
    return "";
  std::string Result;
  if (S.F->Kind == ir::FunctionKind::StaticMethod)
    Result += (Indent + "@staticmethod\n").str();
  Result += (Indent + "def " + Name + "(" + signature(*S.F) + "):").str();
  if (!Is.Why.empty())
    Result += " ...  # " + Is.Why;
  else if (SaysNothing)
    Result += "\n" + Indent.str() + "    return None";
  for (const std::string &Line : Is.Statements)
    Result += "\n" + Indent.str() + "    " + Line;
  Said += Is.Why.empty();
  return Result + (IsMethod ? "\n\n" : "\n\n\n");
}

std::string StubWriter::classOf(const dataflow::SolvedClass &C) {
  const StringRef Name = lastName(C.C->Name);
  if (!isIdentifier(Name)) // one of several of that name
    return "";
  const bool IsPlain =
      all_of(C.C->Bases, [&](StringRef Base) { return Base == "torch.nn.Module" || Base == "object"; });
  if (!C.Known || !IsPlain || !C.C->Decorators.empty())
    return ("# " + Name + " has bases or decorators, or is not known\n\n\n").str();
  const unsigned Before = Said;
  std::string Methods;
  for (const SolvedFunction *S : P.functions())
    if (S->F->Class == C.C->Name && isIdentifier(lastName(S->F->Name)) && S->F->Name.rsplit('.').first == C.C->Name) {
      if (!S->F->Decorators.empty() ||
          (S->F->Kind != ir::FunctionKind::Constructor && body(*S).Why.starts_with("changes"))) {
        Said = Before;
        return ("# " + Name + "." + lastName(S->F->Name) + " has decorators, or changes its object\n\n\n").str();
      }
      Methods += function(*S, "    ");
    }
  if (Methods.empty())
    return "";
  return ("class " + Name + (C.IsModule ? "(torch.nn.Module)" : "") + ":\n" + StringRef(Methods).rtrim('\n') + "\n\n\n")
      .str();
}

std::string StubWriter::write(const ir::Module &M) {
  std::string Result;
  for (const dataflow::SolvedClass *C : P.classes())
    if (C->C->Name.rsplit('.').first == M.Name)
      Result += classOf(*C);
  for (const SolvedFunction *S : P.functions())
    if (S->F->Kind == ir::FunctionKind::Free && S->F->Name.rsplit('.').first == M.Name &&
        isIdentifier(lastName(S->F->Name)))
      Result +=
          S->F->Decorators.empty() ? function(*S, "") : ("# " + lastName(S->F->Name) + " has decorators\n\n\n").str();
  if (!Said)
    return "";
  return "import torch\n\n\n" + StringRef(Result).rtrim('\n').str() + "\n";
}

} // namespace devtidy::driver
