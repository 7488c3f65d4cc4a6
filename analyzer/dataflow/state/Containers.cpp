//===- Containers.cpp - Lists and dictionaries that a program writes -----===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/state/Containers.h"
#include "dataflow/state/FunctionFrame.h"
#include "dataflow/state/LooseStores.h"
#include "dataflow/state/Options.h"
#include "dataflow/state/Placeholders.h"
#include "dataflow/state/Positions.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using ir::InstKind;

/// A member of a dictionary that took in something about which nothing is known.
static constexpr llvm::StringLiteral MergedField = "$merged";
/// What it was copied from before anything else was put there, for callers who know what that holds: `dict(config)`.
static constexpr llvm::StringLiteral CopiedField = "$copied";

bool isWrittenList(const ir::Function &F, const Object &O) {
  return O.K == Object::Kind::Allocated && O.Inner == 0 && O.Site && F.inst(O.Site).Kind == InstKind::MakeList;
}

std::optional<Value> mergedKeyword(const ObjectTable &Objects, const Memory &Mem, const Value &V,
                                   llvm::StringRef Name) {
  if (!V.is(Value::Kind::Object) || (Objects[V.Obj].K != Object::Kind::Allocated && !Mem.has({V.Obj, CalledField})))
    return Value::unknown();
  if (const Value *It = Mem.find({V.Obj, Name}))
    return *It;
  return Mem.has({V.Obj, MergedField}) ? std::optional(Value::unknown()) : std::nullopt;
}

std::optional<Value> mergedAny(const ObjectTable &Objects, const Memory &Mem, const Value &V) {
  const bool IsDict = V.is(Value::Kind::Object) && Objects[V.Obj].K == Object::Kind::Allocated &&
                      Objects[V.Obj].Class == "dict" && !Mem.has({V.Obj, MergedField});
  const bool HasNames = IsDict && llvm::any_of(Mem.of(V.Obj), [](const auto &Entry) {
                          return !isOwnField(Entry.first.second) && Entry.first.second != ElementField;
                        });
  const Value *Any = IsDict && !HasNames ? Mem.find({V.Obj, ElementField}) : nullptr;
  return Any ? std::optional(*Any) : std::nullopt;
}

bool takesOut(const ir::Function &F, ir::ValueId Dict) {
  return llvm::any_of(F.Insts, [&](const ir::Inst &I) {
    if (I.Args.empty() || I.Args[0].Value != Dict)
      return false;
    if (I.Kind == ir::InstKind::Invoke)
      return llvm::is_contained({"pop", "popitem", "clear", "update", "setdefault", "__delitem__"}, I.Name);
    const ir::Inst *Key = I.Kind == ir::InstKind::SetItem ? F.definition(I.Args[1].Value) : nullptr;
    return I.Kind == ir::InstKind::SetItem && !(Key && Key->Kind == ir::InstKind::Const);
  });
}

/// True for `dict(a=x)` and `{"a": x}`: the text says which entries there are.
static bool namesEachKey(const ir::Function &F, const ir::Inst &Made) {
  const bool IsCall = Made.Kind == InstKind::Call && Made.Name == "dict";
  for (unsigned N = 0; N < Made.Args.size(); N += IsCall ? 1 : 2) {
    const ir::Inst *Key = IsCall ? nullptr : F.definition(Made.Args[N].Value);
    const bool IsNamed = IsCall ? !Made.Args[N].Keyword.empty() : Key && Key->Kind == InstKind::Const;
    if (!IsNamed || Made.Args[N].Keyword.starts_with("*"))
      return false;
  }
  return IsCall || Made.Kind == InstKind::MakeDict;
}

bool lacksKey(const FunctionFrame &In, const Memory &Mem, ObjectId Dict, llvm::StringRef Name) {
  const Object &O = In.Objects[Dict];
  if (O.K != Object::Kind::Allocated || O.Inner || !O.Site || Mem.has({Dict, Name}) || Mem.has({Dict, MergedField}))
    return false;
  const ir::Inst &Made = In.F.inst(O.Site);
  return namesEachKey(In.F, Made) && !takesOut(In.F, Made.Result);
}

std::optional<Value> passedKeyword(const FunctionFrame &In, const Memory &Mem, const Value &V, llvm::StringRef Name) {
  if (!V.is(Value::Kind::Symbolic) || !In.Prog.Paths[V.Path].isKeywords())
    return mergedKeyword(In.Objects, Mem, V, Name);
  const Path &Keywords = In.Prog.Paths[V.Path];
  if (Keywords.Owner == &In.F && takesOut(In.F, In.F.block(ir::BlockId(0)).Params[Keywords.Index]))
    return Value::unknown();
  const PathId Entry = In.Prog.Paths.element(V.Path, Name);
  if (std::optional<Value> Stored = Options::at(In, Mem, V, Entry))
    return Stored;
  return Entry ? Value::symbolic(Entry) : Value::unknown();
}

/// The path of the entry Name of the dictionary at Dict, a member that only the constructor of the object at hand
/// writes, with such an entry: `self.kw = dict(device=d)`. None if it is something else.
static PathId entryOfMember(Program &Prog, PathId Dict, llvm::StringRef Name) {
  const Path Member = Prog.Paths[Dict];
  const Path Holder = Member.Kind == Path::Root::Child ? Prog.Paths[Member.Parent] : Path();
  const bool IsOfSelf = Member.Kind == Path::Root::Child && Holder.Kind == Path::Root::Param && Holder.Index == 0 &&
                        Holder.Owner && !Holder.Owner->Class.empty();
  if (!IsOfSelf || Prog.Members.isWrittenOutsideConstructors(Holder.Owner->Class, Member.Name))
    return {};
  bool Found = false;
  for (const Program::Entry &Maker : Prog.Types.makers(Holder.Owner->Class))
    for (const ir::Inst &I : Maker.F->Insts) {
      if (I.Kind != InstKind::SetField || I.Name != Member.Name || !Maker.F->isReceiver(I.Args[0].Value))
        continue;
      const ir::Inst *Made = Maker.F->definition(I.Args[1].Value);
      bool Has = Made && Made->Kind == InstKind::Call && Made->Name == "dict" && Made->findKeyword(Name);
      for (unsigned N = 0; Made && Made->Kind == InstKind::MakeDict && N + 1 < Made->Args.size(); N += 2)
        if (const ir::Inst *Key = Maker.F->definition(Made->Args[N].Value))
          Has |= Key->Kind == InstKind::Const && Key->Const.K == ir::Constant::Kind::String && Key->Const.Text == Name;
      if (!Has)
        return {};
      Found = true;
    }
  return Found ? Prog.Paths.element(Dict, Name) : PathId();
}

/// The path of the entry Name of the dictionary at Dict that somebody gave as a parameter, or in one: `def f(setup)`,
/// `def f(self, x): x.to(**self.setup)`. Who knows the dictionary says what is there, and None if nothing is. None if
/// the function changes its entries.
static PathId entryOfGiven(Program &Prog, PathId Dict, llvm::StringRef Name) {
  const Path &Root = Prog.Paths[Prog.Paths.root(Dict)];
  const bool IsGiven = Root.Kind == Path::Root::Param && Root.Owner;
  const bool IsChanged = IsGiven && Prog.Paths[Dict].Kind == Path::Root::Param &&
                         Root.Index < Root.Owner->Params.size() &&
                         takesOut(*Root.Owner, Root.Owner->block(ir::BlockId(0)).Params[Root.Index]);
  return IsGiven && !IsChanged ? Prog.Paths.element(Dict, Name) : PathId();
}

std::optional<Value> mergedDevice(const FunctionFrame &In, const Memory &Mem, const Value &V, llvm::StringRef Name) {
  Program &Prog = In.Prog;
  const bool IsOwn = V.is(Value::Kind::Symbolic) && Prog.Paths[V.Path].isKeywords();
  const PathId Dict = V.is(Value::Kind::Object) ? In.Objects[V.Obj].Path : V.isPlainPath() ? V.Path : PathId();
  const PathId Member = Dict && !IsOwn ? entryOfMember(Prog, Dict, Name) : PathId();
  // What the text around says nothing of is no reason to take it for a device here.
  if (PathId Given = Dict && !IsOwn && !Member ? entryOfGiven(Prog, Dict, Name) : PathId()) {
    if (std::optional<Value> Stored = Options::at(In, Mem, V, Given))
      return Stored;
    if (const Value *Held = V.is(Value::Kind::Object) ? Mem.find({V.Obj, Name}) : nullptr)
      return *Held;
    const bool IsOpen = V.is(Value::Kind::Object) && Mem.has({V.Obj, MergedField});
    return IsOpen ? Value::unknown() : Value::symbolic(Given);
  }
  if (!IsOwn && !Member)
    return mergedKeyword(In.Objects, Mem, V, Name);
  PathId Given = IsOwn ? Prog.Paths.element(V.Path, Name) : Member;
  if (!Given)
    return Value::unknown();
  Prog.Paths.markDevice(Given);
  return Value::device(Placement::of(Term::symbol(Given)));
}

bool isDeviceEntry(const Path &P) { return P.Kind == Path::Root::Child && P.Name == "[device]"; }

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

void Containers::openNames(State &S, ObjectId O) { S.Mem.set({O, MergedField}, Value::boolean(true)); }

void Containers::mergeDict(ObjectId O, const Value &From) {
  if (!From.is(Value::Kind::Object) || Solver.object(From.Obj).K != Object::Kind::Allocated) {
    const PathId Given = From.is(Value::Kind::Object) ? Solver.object(From.Obj).Path
                         : From.isPlainPath()         ? From.Path
                                                      : PathId();
    const bool IsFirst = S.Mem.of(O).begin() == S.Mem.of(O).end();
    if (IsFirst && Given)
      S.Mem.set({O, CopiedField}, Value::symbolic(Given));
    else
      S.Mem.erase({O, CopiedField});
    // What stood there may have given way: d.update(zip(names, moved))
    LooseStores(Solver, S).anywhere(O, Value::bottom());
    for (const auto &[Key, Held] : S.Mem.of(O))
      if (Held.is(Value::Kind::Constant) && !isOwnField(Key.second))
        S.Mem.set(Key, Value::unknown());
    openNames(S, O);
    return;
  }
  // {k: v for ...}: nobody knows the keys.
  const Value *Any = S.Mem.find({From.Obj, ElementField});
  if (Any &&
      llvm::none_of(
          S.Mem.of(From.Obj),
          [](const auto &Entry) { return !isOwnField(Entry.first.second) && Entry.first.second != ElementField; }) &&
      Solver.object(From.Obj).Class == "dict")
    return LooseStores(Solver, S).anywhere(O, Value(*Any));
  // dict(m.named_children()): the value of each pair.
  const bool HoldsPairs = Solver.object(From.Obj).Class == "list";
  if (HoldsPairs)
    LooseStores(Solver, S).anywhere(O, Value::bottom());
  for (const auto &[Key, V] : S.Mem.of(From.Obj))
    Solver.fields(S).write(
        O, Key.second, HoldsPairs && V.is(Value::Kind::Tuple) && V.Elements->size() == 2 ? Value((*V.Elements)[1]) : V);
}

void Containers::fillCopied(ObjectId O) {
  const Value *From = S.Mem.find({O, CopiedField});
  if (!From || !From->is(Value::Kind::Object) || Solver.object(From->Obj).Class != "dict" ||
      Solver.object(From->Obj).K != Object::Kind::Allocated || S.Mem.has({From->Obj, CopiedField}))
    return;
  const ObjectId Of = From->Obj;
  const bool IsOpen = S.Mem.has({Of, MergedField});
  for (const auto &[Key, Held] : S.Mem.of(Of))
    if (!isOwnField(Key.second) && !S.Mem.has({O, Key.second}))
      S.Mem.set({O, Key.second}, Value(Held));
  S.Mem.erase({O, CopiedField});
  if (!IsOpen)
    S.Mem.erase({O, MergedField});
}

Value Containers::makeContainer(ir::InstId Id, llvm::function_ref<Value(const Value &Starred)> ElementOf) {
  const ir::Inst &I = Solver.inst(Id);
  bool Dict = I.Kind == InstKind::MakeDict;
  ObjectId O = Solver.Objects.allocated(Id, 0, Dict ? "dict" : "list");
  // In a loop the container of the round before is gone.
  for (const auto &[Key, Held] : S.Mem.of(O))
    S.Mem.erase(Key);
  bool InOrder =
      I.Args.size() <= MaxIndexField && llvm::none_of(I.Args, [](const ir::Arg &A) { return A.Keyword == "*"; });
  const ir::Arg *Key = nullptr;
  for (unsigned N = 0; N < I.Args.size(); ++N) {
    const ir::Arg &A = I.Args[N];
    const Value V = putInWhere(S.Path, Solver.operand(A, S));
    if (A.Keyword == "**") {
      mergeDict(O, V);
    } else if (A.Keyword == "*" && V.is(Value::Kind::Object) && Solver.object(V.Obj).Class == "list" &&
               Solver.object(V.Obj).K == Object::Kind::Allocated) {
      Positions(Solver, S, O).appendAll(V.Obj);
    } else if (A.Keyword == "*") {
      Solver.fields(S).write(O, ElementField, ElementOf(V));
    } else if (!Dict && !InOrder && I.Args.size() <= MaxIndexField) {
      Solver.fields(S).append(O, V);
    } else if (!Dict) {
      Solver.fields(S).write(O, InOrder ? indexField(N) : llvm::StringRef(ElementField), V);
    } else if (!Key) {
      Key = &A;
    } else {
      const Value K = Solver.operand(*Key, S);
      if (K.isString())
        Solver.fields(S).write(O, K.Const.Text, V);
      else if (K.isInt() && K.Const.Int >= 0 && K.Const.Int < MaxIndexField)
        Solver.fields(S).write(O, indexField(K.Const.Int), V);
      Solver.fields(S).write(O, ElementField, V);
      Key = nullptr;
    }
  }
  return Value::object(O);
}

Value Containers::fillDict(ObjectId O, ir::InstId Id) {
  for (const ir::Arg &A : Solver.inst(Id).Args) {
    Value V = Solver.operand(A, S);
    if (A.Keyword.empty() || A.Keyword.starts_with("*")) {
      mergeDict(O, V);
      continue;
    }
    Solver.fields(S).write(O, A.Keyword, V);
    Solver.fields(S).write(O, ElementField, V);
  }
  return Value::object(O);
}

Value Containers::listOf(ir::InstId Id, const Value &Of) {
  const bool IsList = Of.is(Value::Kind::Object) && Solver.object(Of.Obj).Class == "list" &&
                      Solver.object(Of.Obj).K == Object::Kind::Allocated &&
                      llvm::all_of(S.Mem.of(Of.Obj), [](const auto &Entry) {
                        return !isOwnField(Entry.first.second) || Entry.first.second == PositionsField;
                      });
  if (Of.isTensor()) {
    const ObjectId Rows = Solver.Objects.allocated(Id, 0, "list");
    S.Mem.set({Rows, ElementField}, Value::tensor(Of.P, Of.Dim.plus(-1)));
    return Value::object(Rows);
  }
  if (!IsList && !(Of.is(Value::Kind::Tuple) && Of.Elements->size() <= MaxIndexField))
    return Of;
  const ObjectId O = Solver.Objects.allocated(Id, 0, "list");
  Positions New(Solver, S, O);
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

std::optional<Value> Containers::repeated(ir::InstId Id, llvm::ArrayRef<Value> Actuals) {
  auto IsList = [&](const Value &V) {
    return V.is(Value::Kind::Object) && Solver.object(V.Obj).Class == "list" &&
           Solver.object(V.Obj).K == Object::Kind::Allocated;
  };
  const auto *List = llvm::find_if(Actuals, IsList);
  if (Actuals.size() != 2 || List == Actuals.end())
    return std::nullopt;
  const Value &Count = Actuals[List == Actuals.begin() ? 1 : 0];
  if (Count.isTensor() || Count.is(Value::Kind::Object))
    return std::nullopt;
  // Tensors that stand in several places are there until others take theirs, `states = [torch.empty(0)] * n; states[0]
  // = first`: nobody knows of one whether it is still there.
  const ObjectId Of = List->Obj;
  auto Kept = [](const Value &Held) { return Held.isTensor() ? Value::unknown() : Held; };
  auto IsOpen = [&](const Value &Held) {
    const GuardedTerm *Only = Held.isTensor() && !Held.P.isUnknown() ? Held.P.single() : nullptr;
    return Only && isPlaceholder(Solver.Prog, *Only);
  };
  const ObjectId O = Solver.Objects.allocated(Id, 0, "list");
  for (const auto &[Key, Held] : S.Mem.of(O))
    S.Mem.erase(Key);
  Positions New(Solver, S, O);
  const unsigned Fields = Positions(Solver, S, Of).fields();
  if (Count.isInt() && Count.Const.Int > 0 && Count.Const.Int * Fields <= MaxIndexField && Fields > 0 &&
      !S.Mem.has({Of, ElementField})) {
    for (int64_t N = 0; N < Count.Const.Int; ++N)
      for (unsigned K = 0; K < Fields; ++K)
        if (const Value *Held = S.Mem.find({Of, indexField(K)}))
          S.Mem.set({O, indexField(N * Fields + K)}, Kept(*Held));
    return Value::object(O);
  }
  for (const auto &[Key, Held] : S.Mem.of(Of))
    if (!isOwnField(Key.second) && !IsOpen(Held))
      S.Mem.set({O, Key.second}, Kept(Held));
  New.forget();
  return Value::object(O);
}

/// `layers[:2]` is another container of some of the layers: where that is nobody knows, if somebody moves them apart.
Value Containers::sliceOfModules(ir::InstId Id, ObjectId Of) {
  const PathTable &Paths = Solver.Prog.Paths;
  const Object Whole = Solver.object(Of);
  const bool IsGiven = Whole.K == Object::Kind::Symbolic && Paths[Whole.Path].Kind == Path::Root::Child;
  if (IsGiven && Solver.Prog.Members.isMovedAlone(Paths[Whole.Path].Name))
    return Value::unknown();
  if (Whole.K != Object::Kind::Allocated)
    return Value::object(Of);
  const ObjectId O = Solver.Objects.allocated(Id, 0, Whole.Class, /*Weak=*/true);
  for (const auto &[Key, Held] : S.Mem.of(O))
    S.Mem.erase(Key);
  for (const auto &[Key, Held] : S.Mem.of(Of))
    if (!isOwnField(Key.second) || Key.second == ElementField || Key.second == RegisteredField)
      S.Mem.set({O, Key.second}, Value(Held));
  const Placement P = Solver.residence(S).partsOf(Of);
  S.Mem.set({O, DeviceField}, Value::tensor(P.single() || P.isBottom() ? P : Placement::unknown()));
  return Value::object(O);
}

Value Containers::sliceOf(ir::InstId Id, const Value &Of) {
  if (Of.is(Value::Kind::Object) && Solver.isModule(Of) && Solver.Prog.Types.isContainer(Solver.object(Of.Obj).Class))
    return sliceOfModules(Id, Of.Obj);
  const Value Slice = listOf(Id, Of);
  if (!Slice.is(Value::Kind::Object) || (Of.is(Value::Kind::Object) && Slice.Obj == Of.Obj))
    return Slice;
  Positions(Solver, S, Slice.Obj).forget();
  Value Any;
  for (const auto &[Key, Held] : S.Mem.of(Slice.Obj))
    if (!isOwnField(Key.second))
      Any.joinIn(Held);
  for (const auto &[Key, Held] : S.Mem.of(Slice.Obj))
    if (!isOwnField(Key.second) && !(Held == Any))
      S.Mem.set(Key, Held.mapped([](const Placement &P) { return P.imprecise(); }));
  return Slice;
}

void Containers::replaceSlice(ObjectId O, const Value &V, const ir::Inst &I) {
  Positions(Solver, S, O).forget();
  if (V.is(Value::Kind::Tuple))
    for (const Value &Each : *V.Elements)
      Solver.fields(S).append(O, Each);
  else if (V.is(Value::Kind::Object) && Solver.object(V.Obj).Class == "list" && V.Obj != O)
    Positions(Solver, S, O).appendAll(V.Obj);
  else
    Solver.fields(S).append(O, V.isTensor() ? Value::tensor(V.P, V.Dim.plus(-1)) : Value::unknown());
}

std::optional<Value> Containers::entryOf(ObjectId Dict, llvm::StringRef Key) {
  if (const Value *It = S.Mem.find({Dict, Key}))
    return *It;
  const Object &Of = Solver.object(Dict);
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

std::optional<Value> Containers::replacedElement(const Value &Of, ir::ValueId Index) {
  const PathId P = Of.is(Value::Kind::Object) ? Solver.object(Of.Obj).Path : Of.Path;
  const std::optional<ObjectId> Known = P ? Solver.Objects.known(P) : std::nullopt;
  const Value *Each = Known ? S.Mem.find({*Known, EachField}) : nullptr;
  return Each && !isKeyOf(Solver.F, Solver.Values, Index, Of) ? std::optional(*Each) : std::nullopt;
}

bool Containers::replaceEach(const Value &Of, ir::ValueId Index, const Value &V) {
  const ir::Inst *At = Solver.F.definition(Index);
  const Value &Key = Solver.Values[Index.index()];
  const bool IsKey = (Key.is(Value::Kind::Number) && Key.Obj && Of.is(Value::Kind::Object) && Key.Obj == Of.Obj) ||
                     isKeyOf(Solver.F, Solver.Values, Index, Of);
  if (!IsKey && !(At && At->Kind == ir::InstKind::Iterate))
    return false;
  const ObjectId O = Of.is(Value::Kind::Object) ? Of.Obj : Solver.Objects.symbolic(Of.Path, "");
  if (Solver.object(O).Weak)
    return false;
  // A loop that may end early, or asks something of each key, has replaced some.
  const bool All = (!IsKey || Solver.Rounding.goesOverAll(Index)) && !LooseStores(Solver, S).isOfSomeRounds();
  const Value Put = All ? V : V.mapped([](const Placement &P) { return P.imprecise(); });
  if (Solver.object(O).K == Object::Kind::Symbolic) {
    Value Each = Put;
    if (!All)
      Each.joinIn(Value::symbolic(Solver.Prog.Paths.child(Solver.object(O).Path, ElementField)));
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

Value Containers::memberAt(const Value &Module, llvm::StringRef Path) {
  Value V = Module;
  for (llvm::StringRef Rest = Path; !Rest.empty();) {
    if (!V.is(Value::Kind::Object) || !Solver.isModuleObject(V.Obj))
      return Value::unknown();
    auto [Name, Tail] = Rest.split('.');
    Rest = Tail;
    Value Member = Solver.fields(S).read(V.Obj, Name, {});
    // What a class of the library has inside is where that is; its parts are tensors.
    if (Member.is(Value::Kind::Unknown) && Rest.empty() && Solver.Prog.Types.libraryClass(Solver.object(V.Obj).Class))
      Member = Value::tensor(Solver.placementOf(S, V));
    V = Member;
  }
  return V;
}

} // namespace devtidy::dataflow
