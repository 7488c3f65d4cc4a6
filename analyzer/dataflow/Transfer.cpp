//===- Transfer.cpp - What each instruction does to values and memory ---===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/LooseStores.h"
#include "dataflow/PartMoves.h"
#include "dataflow/Positions.h"
#include "knowledge/ClassNames.h"
#include "knowledge/Exceptions.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using ir::InstKind;

/// f"cuda:{k}", "cuda:" + str(k), "cuda:%d" % k, "cuda:{}".format(k)
static bool spellsAccelerator(const ir::Inst &I, llvm::ArrayRef<Value> Values) {
  const bool Joins = I.Kind == InstKind::Opaque || (I.Kind == InstKind::Op && (I.Name == "+" || I.Name == "%")) ||
                     (I.Kind == InstKind::Invoke && I.Name == "format");
  if (!Joins || I.Args.size() < 2)
    return false;
  const Value &Start = Values[I.Args[0].Value.index()];
  llvm::StringRef Text = Start.isString() ? llvm::StringRef(Start.Const.Text) : llvm::StringRef();
  return Text.consume_front("cuda:") && (Text.empty() || Text.starts_with("%") || Text.starts_with("{"));
}

const Step *FunctionSolver::stepAt(StepKind K, ir::InstId Id, llvm::StringRef Subject, const Step *Previous) {
  const ir::Inst &I = inst(Id);
  return Prog.step({.Kind = K,
                    .M = &M,
                    .F = &F,
                    .Range = I.Range,
                    .Subject = Subject.empty() ? subjectOf(Id) : Subject,
                    .I = &I,
                    .Previous = Previous});
}

llvm::StringRef FunctionSolver::subjectOf(ir::InstId Id) const {
  ir::ValueId V = inst(Id).Result;
  return V ? F.value(V).Variable.split('#').first : llvm::StringRef(); // "x#2" is the second variable called x
}

/// The value of an argument, as the path condition narrows it.
Value FunctionSolver::operand(const ir::Arg &A, const State &S) {
  if (Called && &A == Named->Args.begin())
    return *Called;
  Value V = Values[A.Value.index()];
  // What was moved in place is as good as the result of a move.
  if (V.is(Value::Kind::Unknown) && mayHaveMembers(V))
    if (const std::optional<ObjectId> Known = Objects.known(V.Path))
      if (const Value *Moved = S.Mem.find({*Known, DeviceField})) {
        V = Value::tensor(Moved->P);
        V.MayBeModule = true;
      }
  // isinstance(x, torch.Tensor)
  if (V.is(Value::Kind::Symbolic) && !V.IsComputed && S.Path.contains(Prog.Conditions.isTensor(V.Path)))
    return symbolicValue(V.Path, {.Kind = ir::TypeKind::Tensor}, StepKind::Member, A.Range);
  if (!V.isTensor() && !V.is(Value::Kind::Device))
    return V;
  if (std::optional<Placement> Data = V.isTensor() ? PartMoves::dataAt(*this, S, A.Value) : std::nullopt)
    V.P = *Data;
  for (Literal L : S.Path.literals()) {
    const Condition &C = Prog.Conditions[L.condition()];
    if (C.K == Condition::Kind::ValueType && C.F == &F && C.V == A.Value)
      V.P = V.P.filtered(
          [&](const GuardedTerm &T) { return T.T.isSymbol() || (T.T.device().Type == C.Type) == L.isPositive(); });
    if (C.K == Condition::Kind::IsNone && V.Path == C.P && !L.isPositive())
      V.Partial = false;
    if (C.K == Condition::Kind::Truth && V.Path == C.P && L.isPositive())
      V.Partial = false;
  }
  return V;
}

Value FunctionSolver::transfer(ir::InstId Id, State &S) {
  const ir::Inst &I = inst(Id);
  auto Arg = [&](unsigned N) { return operand(I.Args[N], S); };
  // Who numbers accelerators has some.
  if (spellsAccelerator(I, Values)) {
    // Not so who counts at least to one: `max(1, torch.cuda.device_count())`.
    if (!Values[I.Args.back().Value.index()].IsCounted)
      S.suppose(Literal::available());
    Value V = Value::device(
        Placement::of(Term::device({knowledge::DeviceType::Cuda, UnknownIndex}), stepAt(StepKind::Named, Id)));
    ir::ValueId Number = I.Args.back().Value;
    if (const ir::Inst *Text = F.definition(Number); Text && Text->Kind == InstKind::Call && Text->Name == "str")
      Number = Text->Args.size() == 1 ? Text->Args[0].Value : Number;
    V.IsCount = Values[Number.index()].IsCount;
    return V;
  }
  switch (I.Kind) {
  case InstKind::Const:
    return Value::constant(I.Const);
  case InstKind::Opaque:
    // To read it raises, so whoever reads it came another way.
    if (I.Name == ir::UnboundWord)
      return Value::bottom();
    return unknownOf(Id, staticType(I.Result));
  case InstKind::Invoke:
    if (knowledge::skipsTest({I.Name.data(), I.Name.size()})) {
      S.Reachable = false;
      return Value::bottom();
    }
    return call(Id, S);
  case InstKind::Call:
  case InstKind::Apply:
  case InstKind::Op:
    return call(Id, S);
  case InstKind::GetGlobal:
    return readGlobal(I, S);
  case InstKind::SetGlobal:
    writeField(S, Objects.symbolic(Prog.Paths.global(Prog.canonical(I.Name)), ""), CellField, Arg(0));
    return {};
  case InstKind::Cell: {
    ObjectId O = Objects.allocated(Id, 0, "cell");
    writeField(S, O, CellField, Arg(0));
    return Value::object(O);
  }
  case InstKind::GetCell: {
    Value C = Arg(0);
    return C.is(Value::Kind::Object) ? readField(S, C.Obj, CellField, staticType(I.Result)) : Value::unknown();
  }
  case InstKind::SetCell:
    if (Value C = Arg(0); C.is(Value::Kind::Object))
      writeField(S, C.Obj, CellField, Arg(1));
    return {};
  case InstKind::GetField:
    noteDereference(Id, S);
    return getField(I, S);
  case InstKind::SetField:
    noteDereference(Id, S);
    if (Value O = Arg(0); O.is(Value::Kind::Object)) {
      Value V = Arg(1);
      if (isMarkedRegistered(S.Mem, V))
        V.Registered = true;
      if (residence(S).registersByAssignment(O.Obj, I.Name, V) ||
          (V.isTensor() && PartMoves(*this, S).replacesState(O.Obj, I.Name)))
        residence(S).registerState(O.Obj, V, I.Name);
      if (!V.is(Value::Kind::Symbolic) && !V.isPlainPath()) // a symbol is its path
        V.Path = PathId();
      writeField(S, O.Obj, I.Name, V);
      Event E;
      E.Id = Id;
      E.I = &I;
      E.Kind = I.Kind;
      E.Name = I.Name;
      E.Path = S.Path;
      E.Operands = {{&I.Args[0], O}, {&I.Args[1], V}};
      Record.event(std::move(E));
    } else if (knowledge::isDataAttribute({I.Name.data(), I.Name.size()})) {
      PartMoves(*this, S).setData(I.Args[0], Arg(1), Id);
    } else {
      if (const Value V = Arg(1); V.IsParameter || isModule(V))
        PartMoves(*this, S).loosenBehind(I.Args[0].Value, placementOf(S, V));
      if (mayHaveMembers(O))
        keepOption(S, Prog.Paths.child(O.Path, I.Name), Arg(1));
      else if (O.is(Value::Kind::Unknown) || O.is(Value::Kind::Tuple))
        LooseStores(*this, S).behind(I.Args[0], I.Name, Arg(1));
    }
    return {};
  case InstKind::GetItem:
    noteDereference(Id, S);
    return getItem(Id, S);
  case InstKind::SetItem:
    noteDereference(Id, S);
    setItem(Id, S);
    return {};
  case InstKind::Closure: {
    Value V;
    V.K = Value::Kind::Function;
    V.Func = &M.function(I.Callee);
    std::vector<Value> Captures;
    for (unsigned N = 0; N < I.Args.size(); ++N)
      Captures.push_back(Arg(N));
    V.Elements = std::make_shared<const std::vector<Value>>(Captures);
    // Whoever calls it, it is made under what holds here.
    noteCall(*V.Func, Captures, S);
    return V;
  }
  case InstKind::MakeTuple: {
    std::vector<Value> E;
    for (unsigned N = 0; N < I.Args.size(); ++N)
      E.push_back(Arg(N));
    return Value::tuple(std::move(E));
  }
  case InstKind::MakeList:
  case InstKind::MakeDict:
    return makeContainer(Id, S);
  case InstKind::Unpack: {
    Value T = Arg(0);
    if (T.is(Value::Kind::Tuple) && I.Index < T.Elements->size())
      return (*T.Elements)[I.Index];
    if (T.is(Value::Kind::Object))
      return readElement(S, T.Obj, I.Index, staticType(I.Result), /*IsPart=*/true);
    if (T.isTensor())
      return Value::tensor(T.P, T.Dim.plus(-1));
    if (T.is(Value::Kind::Number))
      return Value::number();
    if (T.is(Value::Kind::Symbolic)) {
      PathId Child = Prog.Paths.element(T.Path, std::to_string(I.Index));
      return symbolicValue(Child, staticType(I.Result), StepKind::Member, I.Range);
    }
    // args, rest = parser.parse_known_args()
    if (mayHaveMembers(T) && staticType(I.Result).isUnknown())
      if (std::optional<Value> V = optionAt(S.Mem, T, Prog.Paths.element(T.Path, std::to_string(I.Index))))
        return *V;
    return unknownOf(Id, staticType(I.Result));
  }
  case InstKind::Iterate:
    return callProtocol(Id, Arg(0), "__iter__", S).value_or(Arg(0));
  case InstKind::HasNext:
    // `next(model.parameters())` gives one, as parametersOf says; a loop over them ends.
    if (const ir::Inst *D = F.definition(I.Args[0].Value); D && D->Kind == InstKind::Iterate)
      return Value::number();
    return Arg(0).is(Value::Kind::Object) && S.Mem.has({Arg(0).Obj, HeldField}) ? Value::boolean(true)
                                                                                : Value::number();
  case InstKind::Next:
    return nextOf(I, S);
  case InstKind::Yield:
    if (!I.Args.empty())
      yieldValue(Arg(0), S);
    return Value::unknown();
  case InstKind::Enter:
  case InstKind::Exit: {
    crossScope(Prog, F, I, Arg(0), Objects, S.Mem);
    const bool Enters = I.Kind == InstKind::Enter, WasReachable = S.Reachable;
    const std::optional<Value> Given = callProtocol(Id, Arg(0), Enters ? "__enter__" : "__exit__", S);
    S.Reachable = WasReachable;
    return !Enters ? Value() : Given && !Given->is(Value::Kind::Unknown) ? *Given : Arg(0);
  }
  case InstKind::Swallows: // Swallowing.h says where it may be so
    return Value::boolean(false);
  case InstKind::Await:
    return Arg(0);
  case InstKind::Assume:
    S.Reachable = assume(S, I.Args[0].Value, true);
    return {};
  default:
    return unknownOf(Id, staticType(I.Result));
  }
}

Value FunctionSolver::getField(const ir::Inst &I, State &S) {
  Value O = operand(I.Args[0], S);
  ir::Type T = staticType(I.Result);
  // x.device, x.is_cuda, x.T; a property of a class of the program.
  ir::InstId Id = F.value(I.Result).Definition;
  if (O.isTensor() && knowledge::isOutputAttribute({I.Name.data(), I.Name.size()}))
    return Value::tensor(O.P, I.Name == "loss" ? Rank::Zero : Rank::AtLeastOne);
  if (O.isTensor() || O.is(Value::Kind::Device))
    return call(Id, S);
  if (O.is(Value::Kind::Object)) {
    auto Property = Prog.findMethod(object(O.Obj).Class, I.Name);
    if (Property && llvm::is_contained(Property->F->Decorators, "property"))
      return call(Id, S);
    // m._modules
    const std::string_view Name(I.Name.data(), I.Name.size());
    if (isModuleObject(O.Obj) && knowledge::keepsMembers(Name) &&
        knowledge::findMethod(knowledge::Receiver::Module, Name))
      return call(Id, S);
    if (isModuleObject(O.Obj) && !S.Mem.has({O.Obj, I.Name}))
      PartMoves(*this, S).takeMethod(I);
    return readField(S, O.Obj, I.Name, T);
  }
  if (O.is(Value::Kind::Choice))
    PartMoves(*this, S).takeMethod(I);
  if (O.is(Value::Kind::Number) || O.is(Value::Kind::Constant))
    return Value::number();
  if (mayHaveMembers(O))
    if (std::optional<Value> Kept = optionAt(S.Mem, O, Prog.Paths.child(O.Path, I.Name)); Kept && T.isUnknown())
      return *Kept;
  if (O.is(Value::Kind::Symbolic)) {
    if (knowledge::isSizeAttribute({I.Name.data(), I.Name.size()}))
      return Value::number();
    // What was moved in place has moved its members, or given others.
    if (const std::optional<ObjectId> Known = Objects.known(O.Path); Known && S.Mem.has({*Known, DeviceField}))
      return unknownOf(Id, T);
    Used.noteAttribute(O, I.Name);
    return symbolicValue(Prog.Paths.child(O.Path, I.Name), T, StepKind::Member, I.Range);
  }
  if (O.is(Value::Kind::Tuple) && (I.Name == "first" || I.Name == "second")) {
    unsigned Index = I.Name == "second";
    if (Index < O.Elements->size())
      return (*O.Elements)[Index];
  }
  return T.isTensor() || T.isUnknown() ? Value::unknown() : unknownOf(Id, T);
}

Value FunctionSolver::getItem(ir::InstId Id, State &S) {
  const ir::Inst &I = inst(Id);
  Value O = operand(I.Args[0], S);
  ir::Type T = staticType(I.Result);
  // A name finds a part of a batch, unless the program puts others there; tensors are not indexed by names.
  if (O.isTensor() && I.Args.size() == 2 && operand(I.Args[1], S).isString())
    return llvm::any_of(F.Insts,
                        [&](const ir::Inst &Other) {
                          return Other.Kind == InstKind::SetItem && Other.Args[0].Value == I.Args[0].Value;
                        })
               ? Value::unknown()
               : Value::tensor(O.P, O.Dim.plus(-1));
  if (O.isTensor())
    return call(Id, S);
  Value Index = I.Args.size() > 1 ? operand(I.Args[1], S) : Value::unknown();
  if (O.is(Value::Kind::Number))
    return O;
  if (O.is(Value::Kind::Object)) {
    std::optional<int64_t> Position;
    if (Index.isInt())
      Position = Index.Const.Int;
    if (Index.isString())
      if (std::optional<Value> Entry = entryOf(S, O.Obj, Index.Const.Text))
        return *Entry;
    // A slice holds what the whole holds.
    if (Index.is(Value::Kind::Unknown) && takesSlice(F, I))
      return sliceOf(Id, O, S);
    if (std::optional<Value> Given = callProtocol(Id, O, "__getitem__", S))
      return *Given;
    if (std::optional<Value> Put = replacedElement(S, O, I.Args.back().Value))
      return *Put;
    if (std::optional<Value> Part = PartMoves(*this, S).entry(O, Index))
      return *Part;
    return readElement(S, O.Obj, Position, T);
  }
  if (O.is(Value::Kind::Tuple) && Index.isInt() && Index.Const.Int >= 0 &&
      static_cast<uint64_t>(Index.Const.Int) < O.Elements->size())
    return (*O.Elements)[Index.Const.Int];
  // Only arrays have an index that is None, or several.
  if (I.Args.size() > 2 || Index.isNone())
    Used.noteTensor(O);
  if (mayHaveMembers(O) && (Index.isString() || (Index.isInt() && Index.Const.Int >= 0)))
    if (std::optional<Value> Kept = optionAt(
            S.Mem, O,
            Prog.Paths.element(O.Path, Index.isInt() ? std::to_string(Index.Const.Int) : Index.Const.Text.str()));
        Kept && T.isUnknown())
      return *Kept;
  if (LooseStores::isMuddled(*this, S.Mem, O))
    return unknownOf(Id, T);
  if (std::optional<Value> Put =
          O.is(Value::Kind::Symbolic) && I.Args.size() == 2 ? replacedElement(S, O, I.Args[1].Value) : std::nullopt)
    return *Put;
  if (O.is(Value::Kind::Symbolic)) {
    std::string Key = Index.isString() ? Index.Const.Text.str() : "";
    if (Index.isInt() && Index.Const.Int >= 0)
      Key = std::to_string(Index.Const.Int);
    return symbolicValue(Prog.Paths.element(O.Path, Key), T, StepKind::Member, I.Range);
  }
  return unknownOf(Id, T);
}

void FunctionSolver::setItem(ir::InstId Id, State &S) {
  const ir::Inst &I = inst(Id);
  Value O = operand(I.Args[0], S);
  if (O.isTensor()) {
    call(Id, S);
    return;
  }
  Value V = putInWhere(S.Path, operand(I.Args.back(), S));
  Value Index = I.Args.size() > 2 ? operand(I.Args[1], S) : Value::unknown();
  const bool IsEach =
      O.is(Value::Kind::Symbolic) && !O.IsComputed && I.Args.size() > 2 && replaceEach(S, O, I.Args[1].Value, V);
  if (mayHaveMembers(O) && !IsEach)
    LooseStores(*this, S).toGiven(O, Index, V);
  if (PartMoves(*this, S).setEntry(I.Args[0], Index, V) || !O.is(Value::Kind::Object))
    return;
  // What moves in place is where it was: m[i] = m[i].to(d).
  if (isModule(V) && !Index.is(Value::Kind::Constant) && llvm::any_of(S.Mem.of(O.Obj), [&](const auto &Held) {
        return Held.second.is(Value::Kind::Object) && Held.second.Obj == V.Obj;
      }))
    return;
  // A part of a library's model that has elements is a container.
  llvm::StringRef Class = object(O.Obj).Class;
  if (isModuleObject(O.Obj) && (Prog.isContainer(Class) || Class == llvm::StringRef(knowledge::ModuleClass)) &&
      isModule(V))
    residence(S).registerState(O.Obj, V);
  if (I.Args.size() > 2 && replaceEach(S, O, I.Args[1].Value, V))
    return;
  if (Index.isString())
    writeField(S, O.Obj, Index.Const.Text, V);
  if (Index.isInt() && Positions(*this, S, O.Obj).write(Index.Const.Int, V)) {
    if (isModule(V) && isModuleObject(O.Obj))
      PartMoves(*this, S).settle(O.Obj);
    return;
  }
  // t[1:] = others
  const ir::Inst *Slice = I.Args.size() > 2 ? F.definition(I.Args[1].Value) : nullptr;
  if (Slice && Slice->isSlice() && Class == "list")
    return replaceSlice(S, O.Obj, V, I);
  if (!Index.isString() && !Index.isInt() && (Class == "list" || Class == "dict"))
    return LooseStores(*this, S).anywhere(O.Obj, V);
  writeField(S, O.Obj, ElementField, V);
  // One element gave way, and the others are where they were.
  if (Value &Any = S.Mem.at({O.Obj, ElementField}); Index.isInt() && Class == "list" && !(Any == V))
    Any = Any.mapped([](const Placement &P) { return P.imprecise(); });
}

Placement FunctionSolver::defaultDevice(State &S, ir::InstId Id) {
  const Value *It = S.Mem.find({ObjectId(EnvironmentIndex), DefaultDevice});
  if (!It || It->is(Value::Kind::Bottom))
    return Prog.setsDefaultDevice(M) ? Placement::unknown()
                                     : Placement::of(Term::defaultDevice(), stepAt(StepKind::Defaulted, Id));
  const Step *Origin = stepAt(StepKind::Created, Id);
  return It->P.withOrigin([&](const Step *) { return Origin; });
}

Placement FunctionSolver::currentAccelerator(State &S, const Step *Origin) {
  const Value *It = S.Mem.find({ObjectId(EnvironmentIndex), CurrentDevice});
  if (It && It->is(Value::Kind::Device))
    return It->P.withOrigin([&](const Step *) { return Origin; });
  return Placement::of(Term::device({knowledge::DeviceType::Cuda, -1}), Origin);
}

} // namespace devtidy::dataflow
