//===- Containers.cpp - Lists and dictionaries that a program writes ------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/LooseStores.h"
#include "dataflow/Positions.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using ir::InstKind;

/// A member of a dictionary that took in something about which nothing is known.
static constexpr llvm::StringLiteral MergedField = "$merged";

/// V, of which nothing but its path is known, as a tuple with parts of the kinds that those of Like are.
Value FunctionSolver::asTupleLike(Value V, const Value &Like) {
  if (!V.is(Value::Kind::Symbolic) || !Like.is(Value::Kind::Tuple))
    return V;
  std::vector<Value> Parts;
  for (const Value &Part : *Like.Elements) {
    const PathId Child = Prog.Paths.element(V.Path, std::to_string(Parts.size()));
    ir::Type T;
    T.Kind = Part.isTensor() ? ir::TypeKind::Tensor : ir::TypeKind::Unknown;
    Parts.push_back(symbolicValue(Child, T, StepKind::Member, {}));
  }
  return Value::tuple(std::move(Parts));
}

/// Everything that From holds is put into the dictionary O.
void FunctionSolver::mergeDict(State &S, ObjectId O, const Value &From) {
  if (!From.is(Value::Kind::Object) || object(From.Obj).K != Object::Kind::Allocated) {
    S.Mem.set({O, MergedField}, Value::boolean(true));
    return;
  }
  // {k: v for ...}: nobody knows the keys.
  const Value *Any = S.Mem.find({From.Obj, ElementField});
  if (Any &&
      llvm::none_of(
          S.Mem.of(From.Obj),
          [](const auto &Entry) { return !isOwnField(Entry.first.second) && Entry.first.second != ElementField; }) &&
      object(From.Obj).Class == "dict")
    return LooseStores(*this, S).anywhere(O, Value(*Any));
  // dict(m.named_children()): the value of each pair.
  const bool HoldsPairs = object(From.Obj).Class == "list";
  for (const auto &[Key, V] : S.Mem.of(From.Obj))
    writeField(S, O, Key.second,
               HoldsPairs && V.is(Value::Kind::Tuple) && V.Elements->size() == 2 ? Value((*V.Elements)[1]) : V);
}

Value FunctionSolver::makeContainer(ir::InstId Id, State &S) {
  const ir::Inst &I = inst(Id);
  bool Dict = I.Kind == InstKind::MakeDict;
  ObjectId O = Objects.allocated(Id, 0, Dict ? "dict" : "list");
  // In a loop the container of the round before is gone.
  for (const auto &[Key, Held] : S.Mem.of(O))
    S.Mem.erase(Key);
  bool InOrder =
      I.Args.size() <= MaxIndexField && llvm::none_of(I.Args, [](const ir::Arg &A) { return A.Keyword == "*"; });
  const ir::Arg *Key = nullptr;
  for (unsigned N = 0; N < I.Args.size(); ++N) {
    const ir::Arg &A = I.Args[N];
    const Value V = putInWhere(S.Path, operand(A, S));
    if (A.Keyword == "**") {
      mergeDict(S, O, V);
    } else if (A.Keyword == "*" && V.is(Value::Kind::Object) && object(V.Obj).Class == "list" &&
               object(V.Obj).K == Object::Kind::Allocated) {
      Positions(*this, S, O).appendAll(V.Obj);
    } else if (A.Keyword == "*") {
      writeField(S, O, ElementField, elementOf(V, I, S));
    } else if (!Dict && !InOrder && I.Args.size() <= MaxIndexField) {
      append(S, O, V);
    } else if (!Dict) {
      writeField(S, O, InOrder ? indexField(N) : llvm::StringRef(ElementField), V);
    } else if (!Key) {
      Key = &A;
    } else {
      const Value K = operand(*Key, S);
      if (K.isString())
        writeField(S, O, K.Const.Text, V);
      else if (K.isInt() && K.Const.Int >= 0 && K.Const.Int < MaxIndexField)
        writeField(S, O, indexField(K.Const.Int), V);
      writeField(S, O, ElementField, V);
      Key = nullptr;
    }
  }
  return Value::object(O);
}

/// dict(m, device=d)
Value FunctionSolver::fillDict(ObjectId O, ir::InstId Id, State &S) {
  for (const ir::Arg &A : inst(Id).Args) {
    Value V = operand(A, S);
    if (A.Keyword.empty() || A.Keyword.starts_with("*")) {
      mergeDict(S, O, V);
      continue;
    }
    writeField(S, O, A.Keyword, V);
    writeField(S, O, ElementField, V);
  }
  return Value::object(O);
}

/// A new list with the elements of Of, if that is one; else Of, of which nobody has the elements.
Value FunctionSolver::listOf(ir::InstId Id, const Value &Of, State &S) {
  const bool IsList = Of.is(Value::Kind::Object) && object(Of.Obj).Class == "list" &&
                      object(Of.Obj).K == Object::Kind::Allocated &&
                      llvm::all_of(S.Mem.of(Of.Obj), [](const auto &Entry) {
                        return !isOwnField(Entry.first.second) || Entry.first.second == PositionsField;
                      });
  if (!IsList && !(Of.is(Value::Kind::Tuple) && Of.Elements->size() <= MaxIndexField))
    return Of;
  const ObjectId O = Objects.allocated(Id, 0, "list");
  Positions New(*this, S, O);
  if (IsList) {
    New.copy(Of.Obj);
  } else {
    for (const auto &[Key, Held] : S.Mem.of(O))
      S.Mem.erase(Key);
    for (unsigned N = 0; N < Of.Elements->size(); ++N)
      S.Mem.set({O, indexField(N)}, Value((*Of.Elements)[N]));
  }
  return Value::object(O);
}

/// t[1:]: nobody knows which elements of Of that has, nor where they are in it.
Value FunctionSolver::sliceOf(ir::InstId Id, const Value &Of, State &S) {
  const Value Slice = listOf(Id, Of, S);
  if (!Slice.is(Value::Kind::Object) || (Of.is(Value::Kind::Object) && Slice.Obj == Of.Obj))
    return Slice;
  Positions(*this, S, Slice.Obj).forget();
  Value Any;
  for (const auto &[Key, Held] : S.Mem.of(Slice.Obj))
    if (!isOwnField(Key.second))
      Any.joinIn(Held);
  for (const auto &[Key, Held] : S.Mem.of(Slice.Obj))
    if (!isOwnField(Key.second) && !(Held == Any))
      S.Mem.set(Key, Held.mapped([](const Placement &P) { return P.imprecise(); }));
  return Slice;
}

/// Elements of the list O, nobody knows which, give way to what V has.
void FunctionSolver::replaceSlice(State &S, ObjectId O, const Value &V, const ir::Inst &I) {
  Positions(*this, S, O).forget();
  if (V.is(Value::Kind::Tuple))
    for (const Value &Each : *V.Elements)
      append(S, O, Each);
  else if (V.is(Value::Kind::Object) && object(V.Obj).Class == "list" && V.Obj != O)
    Positions(*this, S, O).appendAll(V.Obj);
  else
    append(S, O, V.isTensor() ? Value::tensor(V.P, V.Dim.plus(-1)) : Value::unknown());
}

/// What a dictionary holds under a name; nothing if any of its elements may stand there.
std::optional<Value> FunctionSolver::entryOf(const State &S, ObjectId Dict, llvm::StringRef Key) const {
  if (const Value *It = S.Mem.find({Dict, Key}))
    return *It;
  const Object &Of = object(Dict);
  const Value *Any = S.Mem.find({Dict, ElementField});
  if (Of.Class != "dict" || Of.K != Object::Kind::Allocated || !Any)
    return std::nullopt;
  if (S.Mem.has({Dict, MergedField}))
    return Value::unknown();
  // What was put under other names is not under this one.
  const bool HasOthers = llvm::any_of(S.Mem.of(Dict), [&](const auto &Entry) {
    return !isOwnField(Entry.first.second) && Entry.first.second != ElementField && !(Entry.second == *Any);
  });
  return HasOthers ? std::optional(Any->mapped([](const Placement &P) { return P.imprecise(); })) : std::nullopt;
}

/// True if Index is what a loop over Of, or over its items or keys, takes in each round.
static bool isKeyOf(const ir::Function &F, llvm::ArrayRef<Value> Values, ir::ValueId Index, const Value &Of) {
  const ir::Inst *D = F.definition(Index);
  const bool OfPair = D && D->Kind == ir::InstKind::Unpack;
  if (OfPair)
    D = D->Index == 0 ? F.definition(D->Args[0].Value) : nullptr;
  const ir::Inst *Iterator = D && D->Kind == ir::InstKind::Next ? F.definition(D->Args[0].Value) : nullptr;
  if (!Iterator || Iterator->Kind != ir::InstKind::Iterate)
    return false;
  ir::ValueId Over = Iterator->Args[0].Value;
  // list(d.items())
  const ir::Inst *From = F.definition(Over);
  if (From && From->Kind == ir::InstKind::Call && From->Name == "list" && From->Args.size() == 1) {
    Over = From->Args[0].Value;
    From = F.definition(Over);
  }
  const llvm::StringRef View = From && From->Kind == ir::InstKind::Invoke ? From->Name : llvm::StringRef();
  if (OfPair != (View == "items"))
    return false;
  const Value &Container = Values[(View == "items" || View == "keys" ? From->Args[0].Value : Over).index()];
  return Of.is(Value::Kind::Object) ? Container.is(Value::Kind::Object) && Container.Obj == Of.Obj
                                    : Container.isPlainPath() && Container.Path == Of.Path;
}

/// What a loop has put in the place of each element of Of; nothing if none has, or Index is of that loop.
std::optional<Value> FunctionSolver::replacedElement(const State &S, const Value &Of, ir::ValueId Index) const {
  const PathId P = Of.is(Value::Kind::Object) ? object(Of.Obj).Path : Of.Path;
  const std::optional<ObjectId> Known = P ? Objects.known(P) : std::nullopt;
  const Value *Each = Known ? S.Mem.find({*Known, EachField}) : nullptr;
  return Each && !isKeyOf(F, Values, Index, Of) ? std::optional(*Each) : std::nullopt;
}

/// One after the other, all elements of O are replaced: for k, v in d.items(): d[k] = v.cuda(). Modules have moved in
/// place. In C++ the index is the loop's iterator: for (auto &x : v) x = x.cuda(). False if Index is something else.
bool FunctionSolver::replaceEach(State &S, const Value &Of, ir::ValueId Index, const Value &V) {
  const ir::Inst *At = F.definition(Index);
  const Value &Key = Values[Index.index()];
  const bool IsKey = (Key.is(Value::Kind::Number) && Key.Obj && Of.is(Value::Kind::Object) && Key.Obj == Of.Obj) ||
                     isKeyOf(F, Values, Index, Of);
  if (!IsKey && !(At && At->Kind == ir::InstKind::Iterate))
    return false;
  const ObjectId O = Of.is(Value::Kind::Object) ? Of.Obj : Objects.symbolic(Of.Path, "");
  if (object(O).Weak)
    return false;
  // A loop that may end early, or asks something of each key, has replaced some.
  const bool All = (!IsKey || Rounding.goesOverAll(Index)) && !LooseStores(*this, S).isOfSomeRounds();
  const Value Put = All ? V : V.mapped([](const Placement &P) { return P.imprecise(); });
  if (object(O).K == Object::Kind::Symbolic) {
    Value Each = Put;
    if (!All)
      Each.joinIn(Value::symbolic(Prog.Paths.child(object(O).Path, ElementField)));
    S.Mem.set({O, EachField}, Each);
  }
  for (const auto &[Held, Old] : S.Mem.of(O))
    if (!isOwnField(Held.second) && !V.is(Value::Kind::Choice)) {
      Value New = Put;
      if (!All)
        New.joinIn(Old);
      S.Mem.set(Held, New);
    }
  return true;
}

/// What f(**V) gives for the keyword Name: nothing if V is sure not to have it.
std::optional<Value> FunctionSolver::mergedKeyword(const State &S, const Value &V, llvm::StringRef Name) const {
  if (!V.is(Value::Kind::Object) || object(V.Obj).K != Object::Kind::Allocated)
    return Value::unknown();
  if (const Value *It = S.Mem.find({V.Obj, Name}))
    return *It;
  return S.Mem.has({V.Obj, MergedField}) ? std::optional(Value::unknown()) : std::nullopt;
}

std::optional<Value> FunctionSolver::mergedDevice(const State &S, const Value &V, llvm::StringRef Name) const {
  if (!V.is(Value::Kind::Symbolic) || !Prog.Paths[V.Path].isKeywords())
    return mergedKeyword(S, V, Name);
  PathId Given = Prog.Paths.element(V.Path, Name);
  if (!Given)
    return Value::unknown();
  Prog.Paths.markDevice(Given);
  return Value::device(Placement::of(Term::symbol(Given)));
}

/// m.get_parameter("net.0.weight")
Value FunctionSolver::memberAt(State &S, const Value &Module, llvm::StringRef Path) {
  Value V = Module;
  for (llvm::StringRef Rest = Path; !Rest.empty();) {
    if (!V.is(Value::Kind::Object) || !isModuleObject(V.Obj))
      return Value::unknown();
    auto [Name, Tail] = Rest.split('.');
    Rest = Tail;
    Value Member = readField(S, V.Obj, Name, {});
    // What a class of the library has inside is where that is; its parts are tensors.
    if (Member.is(Value::Kind::Unknown) && Rest.empty() && Prog.libraryClass(object(V.Obj).Class))
      Member = Value::tensor(placementOf(S, V));
    V = Member;
  }
  return V;
}

} // namespace devtidy::dataflow
