//===- PythonCalls.cpp - Functions of Python itself -----------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/engine/PythonCalls.h"
#include "dataflow/domain/Alternatives.h"
#include "dataflow/engine/PartialCalls.h"
#include "dataflow/state/AskedOfFields.h"
#include "dataflow/state/Callables.h"
#include "dataflow/state/LooseStores.h"
#include "dataflow/state/PartMoves.h"
#include "dataflow/state/Texts.h"
#include "knowledge/Builtins.h"
#include "knowledge/ClassNames.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using ir::InstKind;

/// `partial(nn.Conv2d, kernel_size=1)` is called as nn.Conv2d is, where one of several classes may be meant.
static bool isPlainPartial(const ir::Inst &I) {
  return llvm::all_of(llvm::drop_begin(I.Args), [](const ir::Arg &A) {
    return !A.Keyword.empty() && A.Keyword != "device" && !A.Keyword.starts_with("*");
  });
}

/// The path of what I takes by a name that is known, or a default beside it: `kwargs.get("device",
/// d)`, `os.getenv("DEVICE", d)`. None if I takes nothing so.
static PathId takenByName(FunctionFrame &In, const ir::Inst &I, llvm::ArrayRef<Value> Actuals) {
  const bool IsEntry = I.Kind == InstKind::Invoke && (I.Name == "pop" || I.Name == "get" || I.Name == "setdefault");
  if (I.Kind == InstKind::Call && Actuals.size() == 2 && Actuals[0].isString() &&
      knowledge::readsSetting(std::string_view(In.Prog.Types.canonical(I.Name))))
    return In.Prog.Paths.element(In.Prog.Paths.global("environment"), Actuals[0].Const.Text);
  if (!IsEntry || Actuals.size() != 3 || !Actuals[1].isString())
    return {};
  const Value &Of = Actuals[0];
  const bool IsGivenDict =
      Of.is(Value::Kind::Object) && In.object(Of.Obj).K == Object::Kind::Symbolic && In.object(Of.Obj).Class == "dict";
  const PathId Holder = IsGivenDict ? In.object(Of.Obj).Path : mayHaveMembers(Of) ? Of.Path : PathId();
  // What options hold, and tables that others fill, has the name as a rule: `getattr(args, "device", "cpu")`.
  const Path *From = Holder ? &In.Prog.Paths[Holder] : nullptr;
  const bool IsKeywords = From && From->Kind == Path::Root::Param && From->Owner == &In.F &&
                          From->Index < In.F.Params.size() &&
                          In.F.Params[From->Index].PassMode == ir::Param::Mode::StarStar;
  return IsKeywords ? In.Prog.Paths.element(Holder, Actuals[1].Const.Text) : PathId();
}

/// `kwargs.pop("device", "cuda" if torch.cuda.is_available() else "cpu")`: what somebody has given under that name,
/// else the device beside it.
static std::optional<Value> takeDevice(FunctionFrame &In, const ir::Inst &I, llvm::ArrayRef<Value> Actuals, State &S) {
  if (Actuals.size() < 2 || !namesDevice(Actuals.back()) || In.M.declaresTypes())
    return std::nullopt;
  const PathId Held = takenByName(In, I, Actuals);
  if (!Held)
    return std::nullopt;
  PathTable &Paths = In.Prog.Paths;
  // What stands there is known where the program has put it.
  if (const std::optional<ObjectId> Known = In.Objects.known(Paths[Held].Parent))
    if (S.Mem.has({*Known, Paths[Held].Name}))
      return std::nullopt;
  Paths.markDevice(Held);
  const Literal Is = truthOf(In.Prog, Paths.question(Paths[Held].Parent, (" in " + Paths[Held].Name.trim("[]")).str()));
  Cube Given, Else;
  if (!Given.add(Is) || !Else.add(~Is))
    return std::nullopt;
  Value V = Value::device(Placement::of(Term::symbol(Held))).guardedBy(Given);
  V.joinIn(Actuals.back().guardedBy(Else));
  return V;
}

/// kwargs.pop("device", None)
static std::optional<Value> takeKeyword(const ir::Inst &I, llvm::ArrayRef<Value> Actuals, PathTable &Paths) {
  const bool Takes = I.Kind == InstKind::Invoke && (I.Name == "pop" || I.Name == "get");
  if (!Takes || Actuals.size() < 2 || !Actuals[0].is(Value::Kind::Symbolic) || !Actuals[1].isString() ||
      !Paths[Actuals[0].Path].isKeywords() || (Actuals.size() != 2 && !Actuals[2].isNone()))
    return std::nullopt;
  const PathId Held = Paths.element(Actuals[0].Path, Actuals[1].Const.Text);
  return Held ? std::optional(Value::symbolic(Held)) : std::nullopt;
}

/// `SimpleNamespace(device=d)`
static Value makeNamespace(FunctionFrame &In, ir::InstId Id, llvm::StringRef Class, llvm::ArrayRef<Value> Actuals,
                           State &S) {
  const ObjectId O = In.Objects.allocated(Id, 0, Class);
  for (unsigned N = 0; N < Actuals.size(); ++N)
    In.fields(S).write(O, In.inst(Id).Args[N].Keyword, Actuals[N]);
  return Value::object(O);
}

/// `setattr(self, f"grid_{i}", x)` and `getattr(self, f"grid_{j}")`: tensors of an object that are numbered, or named
/// by one word more, are alike. One of them stands for all.
static std::optional<Value> memberOfSeveral(FunctionFrame &In, const ir::Inst &I, llvm::ArrayRef<Value> Actuals,
                                            State &S) {
  const bool Sets = I.Name == "setattr" && Actuals.size() == 3, Gets = I.Name == "getattr" && Actuals.size() == 2;
  if ((!Sets && !Gets) || !Actuals[0].is(Value::Kind::Object) || (Sets && !Actuals[2].isTensor()))
    return std::nullopt;
  const llvm::StringRef Name = nameOfSeveral(In, I.Args[1].Value);
  const ObjectId O = Actuals[0].Obj;
  if (Name.empty())
    return std::nullopt;
  if (Gets) {
    Value Member = In.fields(S).read(O, Name);
    return Member.isTensor() ? std::optional(Member) : std::nullopt;
  }
  Value V = Actuals[2];
  V.Path = PathId();
  if (In.residence(S).registersByAssignment(O, Name, V))
    In.residence(S).registerState(O, V, Name);
  // Members of known names may be among them.
  for (const auto &[Key, Held] : S.Mem.of(O))
    if (Key.second != Name && Key.second.starts_with(Name.drop_back(2)))
      LooseStores(In, S).maybe(O, Key.second, V);
  In.fields(S).write(O, Name, V);
  return Value::none();
}

std::optional<Value> callOfPython(FunctionFrame &In, ir::InstId Id, llvm::ArrayRef<Value> Actuals, State &S) {
  const ir::Inst &I = In.inst(Id);
  Program &Prog = In.Prog;
  if (Actuals.empty())
    return std::nullopt;
  if (std::optional<Value> Device = takeDevice(In, I, Actuals, S))
    return Device;
  if (std::optional<Value> Is = I.Kind == InstKind::Invoke ? In.questions(S).askName(I) : std::nullopt)
    return Is;
  if (I.Kind != InstKind::Call)
    return takeKeyword(I, Actuals, Prog.Paths);
  if (knowledge::bindsArguments({I.Name.data(), I.Name.size()})) {
    const bool IsClass =
        Prog.Types.isModuleClass(nameOfCallable(Prog, Actuals[0])) || !classOfChoice(Prog, Actuals[0]).empty();
    return isPlainPartial(I) && (isGiven(Prog, Actuals[0]) || IsClass) ? Actuals[0] : makePartial(In, Id, Actuals, S);
  }
  auto IsNamed = [](const ir::Arg &A) { return !A.Keyword.empty() && !A.Keyword.starts_with("*"); };
  if (const llvm::StringRef Name = Prog.Types.canonical(I.Name);
      knowledge::isNamespace({Name.data(), Name.size()}) && llvm::all_of(I.Args, IsNamed))
    return makeNamespace(In, Id, Name, Actuals, S);
  if (I.Name == "getattr" && Actuals.size() == 2 && In.isModule(Actuals[0]) && Actuals[1].isString())
    if (Value Member = In.fields(S).read(Actuals[0].Obj, Actuals[1].Const.Text); In.isModule(Member))
      return Member;
  if (std::optional<Value> Member = memberOfSeveral(In, I, Actuals, S))
    return Member;
  if (I.Name == "setattr" && Actuals.size() == 3) {
    PartMoves(In, S).setMember(I.Args[0], Actuals[1], Actuals[2]);
    LooseStores(In, S).setMember(Actuals[0], Actuals[1], Actuals[2]);
    if (In.isModule(Actuals[0]))
      return Value::none();
  }
  return std::nullopt;
}

} // namespace devtidy::dataflow
