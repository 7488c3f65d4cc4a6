//===- Loaders.cpp - Data loaders and what they collate -------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `DataLoader(TensorDataset(x.cuda()), collate_fn=f)`: batches are made on the CPU, unless what they are made of, or
// the function that makes them, is elsewhere. BatchField of a loader says where (Iteration.cpp takes batches out).
//
//===----------------------------------------------------------------------===//

#include "dataflow/engine/Rules.h"
#include "knowledge/Builtins.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using knowledge::ClassKind;

/// Of a loader: the object that its own function puts each batch into (Batches.cpp).
static constexpr llvm::StringLiteral CollatedField = "$collated";

/// True if P is where a member of the object of the method Get is, or an element of that: `return self.rows[index]`.
/// Who makes the data set knows where.
static bool isOfOwnMember(const PathTable &Paths, const ir::Function &Get, const Placement &P) {
  const GuardedTerm *Only = P.single();
  PathId At = Only && Only->T.isSymbol() ? Only->T.path() : PathId();
  while (At && Paths[At].Kind == Path::Root::Child && Paths[At].Name.starts_with("["))
    At = Paths[At].Parent;
  const PathId Of = At && Paths[At].Kind == Path::Root::Child ? Paths[At].Parent : PathId();
  return Of && Paths[Of].Kind == Path::Root::Param && Paths[Of].Owner == &Get && Paths[Of].Index == 0;
}

/// Some tensor in V, which the method Get of a data set gives, may be elsewhere than on the CPU.
static bool holdsElsewhere(const PathTable &Paths, const ir::Function &Get, const Value &V, const Summary &Sum,
                           unsigned Depth = 0) {
  auto Recurse = [&](const Value &E) { return Depth < 3 && holdsElsewhere(Paths, Get, E, Sum, Depth + 1); };
  if (V.isTensor())
    return !V.P.isUnknown() && !V.P.isOnHost() && (Depth > 1 || !isOfOwnMember(Paths, Get, V.P));
  if (V.is(Value::Kind::Tuple))
    return llvm::any_of(*V.Elements, Recurse);
  if (V.is(Value::Kind::Object))
    return llvm::any_of(Sum.Final.of(V.Obj), [&](const auto &Entry) { return Recurse(Entry.second); });
  return false;
}

/// True if F moves something to what nobody knows: a variable of the function around its class.
static bool movesToUnknown(const ir::Function &F) {
  return llvm::any_of(F.Insts, [&](const ir::Inst &I) {
    if (I.Kind != ir::InstKind::Invoke || I.Name != "to")
      return false;
    return llvm::any_of(llvm::drop_begin(I.Args), [&](const ir::Arg &A) {
      const ir::Inst *D = F.definition(A.Value);
      return D && D->Kind == ir::InstKind::Opaque;
    });
  });
}

/// True if Member of an object of Class may be stored again before somebody goes over a loader that is made now.
static bool mayBeStoredAgain(const CallFrame &F, llvm::StringRef Class, llvm::StringRef Member) {
  const Program &Prog = F.program();
  return F.storesLater(Member) || !Prog.Links.writers().of(Prog.Types.canonical(Class), Member).empty();
}

namespace {
/// A function of the program that makes a batch of what is at Where.
struct Collation {
  CallFrame &F;
  const ir::Function &Made;
  const Summary &Sum;
  llvm::ArrayRef<Value> Captures; ///< its first parameters; then comes what the batch is made of
  const Placement &Where;
  bool AreItemsSeen; ///< what is handed on unchanged is there, too

  Placement placeOf(const Value &V, unsigned Depth = 0) const;

private:
  Placement placeOfSymbol(PathId P) const;
  bool isOfItems(PathId P) const;
};
} // namespace

/// True for the items, or what is taken from them: `return default_collate(items)`, `return items[0]`.
bool Collation::isOfItems(PathId P) const {
  const Path &Root = F.paths()[F.paths().root(P)];
  return Root.Kind == Path::Root::Param && Root.Owner == &Made && Root.Index == Captures.size();
}

/// `def make(device): def collate(items): return torch.ones(2, device=device)`: the caller of make says where.
Placement Collation::placeOfSymbol(PathId P) const {
  const Path &Root = F.paths()[F.paths().root(P)];
  if (Root.Kind != Path::Root::Param || Root.Owner != &Made)
    return Placement::unknown();
  if (Root.Index == Captures.size())
    return Where;
  const bool IsItself = F.paths()[P].Kind == Path::Root::Param;
  if (Root.Index > Captures.size())
    return Placement::unknown();
  Value Held = Captures[Root.Index];
  const Path &Of = F.paths()[P];
  const bool IsMember = !IsItself && Held.is(Value::Kind::Object) && F.paths()[Of.Parent].Kind == Path::Root::Param;
  if (!IsItself && !IsMember)
    return Placement::unknown();
  if (IsMember) { // `self.device`
    if (mayBeStoredAgain(F, F.object(Held.Obj).Class, Of.Name))
      return Placement::unknown();
    Held = F.readField(Held.Obj, Of.Name);
  }
  return Held.isTensor() ? Held.P : F.deviceOf(Held).value_or(Placement::unknown());
}

/// Where the tensors are that it gives as V, if all are in one place. Nowhere if V holds none; unknown if somebody does
/// not know.
Placement Collation::placeOf(const Value &V, unsigned Depth) const {
  Placement All;
  auto Add = [&](const Placement &P) {
    const bool BothOnHost = All.isOnHost() && P.isOnHost();
    All = All.isBottom() || All == P || BothOnHost ? P : Placement::unknown();
  };
  auto Recurse = [&](const Value &E) {
    if (Placement P = placeOf(E, Depth + 1); !P.isBottom())
      Add(P);
  };
  constexpr unsigned MaxDepth = 3;
  switch (Depth > MaxDepth ? Value::Kind::Unknown : V.K) {
  case Value::Kind::Tensor: {
    Placement P = V.P.isUnknown() ? V.P : Placement::bottom();
    for (const GuardedTerm &T : V.P.terms())
      if (!T.T.isSymbol())
        P.joinIn(Placement::of(T.T, T.Origin).guardedBy(T.Guard));
      else
        P.joinIn(placeOfSymbol(T.T.path()));
    return P;
  }
  case Value::Kind::Tuple:
    llvm::for_each(*V.Elements, Recurse);
    return All;
  case Value::Kind::Object:
    for (const auto &[Key, Held] : Sum.Final.of(V.Obj))
      Recurse(Held);
    return All;
  case Value::Kind::Number:
  case Value::Kind::Constant:
    return All;
  case Value::Kind::Symbolic:
    return AreItemsSeen && isOfItems(V.Path) ? Where : Placement::unknown();
  default:
    return Placement::unknown();
  }
}

/// The function of the program that Given calls, and what comes before its arguments: `collate_fn=data.collate`,
/// `collate_fn=Collater()`; nothing if it is none.
static std::optional<Program::Entry> collatorOf(CallFrame &F, const ir::Arg &Given, std::vector<Value> &Captures) {
  const Value &Collate = F.computed(Given.Value);
  // `partial(collate, mode="train")`: what is bound by its name stands behind what the batch is made of.
  const bool Binds = Collate.is(Value::Kind::Object) &&
                     knowledge::bindsArguments(std::string_view(F.object(Collate.Obj).Class)) &&
                     !F.S.Mem.has({Collate.Obj, OpenField});
  if (const Value *Called = Binds ? F.S.Mem.find({Collate.Obj, "$called"}) : nullptr)
    return ModuleFrame(F).body(Value(*Called), Captures);
  if (std::optional<Program::Entry> Made = ModuleFrame(F).body(Collate, Captures))
    return Made;
  const ir::Inst *Read = F.definition(Given.Value);
  const bool IsMethod = Read && Read->Kind == ir::InstKind::GetField;
  const Value &Of = IsMethod ? F.computed(Read->Args[0].Value) : Collate;
  if (!Of.is(Value::Kind::Object))
    return std::nullopt;
  Captures = {Of};
  return F.program().Types.findMethod(F.object(Of.Obj).Class, IsMethod ? Read->Name : "__call__");
}

/// True for what a library puts batches together with, `collate_fn=default_collate`.
static bool isOfLibrary(CallFrame &F, const ir::Arg &Given) {
  const ir::Inst *Named = F.definition(Given.Value);
  const knowledge::Callable *C =
      Named && Named->Kind == ir::InstKind::GetGlobal
          ? knowledge::findFunction(std::string_view(F.program().Types.canonical(Named->Name)))
          : nullptr;
  return C && C->Kind == knowledge::Action::NextOf;
}

/// Where batches are that Given, a function of the program, makes of what is at Where; unknown if it is none.
static Placement collated(CallFrame &F, const ir::Arg &Given, const Placement &Where, bool AreItemsSeen) {
  if (isOfLibrary(F, Given))
    return AreItemsSeen ? Where : Placement::unknown();
  std::vector<Value> Captures;
  const std::optional<Program::Entry> Made = collatorOf(F, Given, Captures);
  // Of a method its object comes first.
  const bool IsMethod = Made && !Made->F->Class.empty();
  if (!Made || Made->F->Params.size() <= Captures.size() || (IsMethod && Captures.empty()))
    return Placement::unknown();
  const std::shared_ptr<const Summary> Sum = F.program().solved(*Made).Sum;
  const Placement P = Sum->Known ? Collation{F, *Made->F, *Sum, Captures, Where, AreItemsSeen}.placeOf(Sum->Result)
                                 : Placement::unknown();
  return P.isBottom() ? Placement::unknown() : P;
}

/// What Given, a function of the program, puts a batch into, if that is an object of a class of the program:
/// `collate_fn=lambda rows: Batch(torch.stack(rows))`. Nothing if it is something else.
static std::optional<Value> collatedObject(CallFrame &F, const ir::Arg &Given) {
  std::vector<Value> Actuals;
  const std::optional<Program::Entry> Made = collatorOf(F, Given, Actuals);
  if (!Made || Made->F->Params.size() != Actuals.size() + 1)
    return std::nullopt;
  const std::shared_ptr<const Summary> Sum = F.program().solved(*Made).Sum;
  const bool IsObject = Sum->Known && Sum->Result.is(Value::Kind::Object) && !Sum->Result.Partial;
  const llvm::StringRef Class = IsObject ? Sum->Objects[Sum->Result.Obj.index()].Class : llvm::StringRef();
  const Hierarchy &Types = F.program().Types;
  if (!Types.findClass(Class) || Types.isModuleClass(Class) || Types.hasUnknownBase(Class))
    return std::nullopt;
  Actuals.push_back(Value::unknown());
  const Value Batch = F.call(*Made, Actuals);
  return Batch.is(Value::Kind::Object) ? std::optional(Batch) : std::nullopt;
}

/// Where what the data set Set gives is stacked.
static Placement placeOfItems(CallFrame &F, ObjectId Set) {
  // What a data set of the program gives.
  if (std::optional<Program::Entry> Get = F.program().Types.findMethod(F.object(Set).Class, "__getitem__"))
    if (std::shared_ptr<const Summary> Sum = F.program().solved(*Get).Sum;
        Sum->Known && (holdsElsewhere(F.paths(), *Get->F, Sum->Result, *Sum) || movesToUnknown(*Get->F)))
      return Placement::unknown();
  // Of a list in which tensors are: DataLoader([x, y]).
  if (const Value Each = F.object(Set).Class == "list" ? F.readElement(Set, std::nullopt) : Value(); Each.isTensor())
    return Each.P;
  // The tensors of a TensorDataset stay where they are.
  const Value *Held = F.S.Mem.find({Set, BatchField});
  return Held ? Held->P : Placement::of(Term::device({}));
}

/// True if V is, or has in it, something that the object of the method is given or holds; but for the index.
static bool holdsOwn(const PathTable &Paths, const Value &V, const Summary &Sum, unsigned Depth = 0) {
  constexpr unsigned MaxDepth = 3;
  auto Recurse = [&](const Value &E) { return holdsOwn(Paths, E, Sum, Depth + 1); };
  if (V.is(Value::Kind::Symbolic))
    return Paths[V.Path].Kind != Path::Root::Param || Paths[V.Path].Index != 1;
  if (V.isTensor())
    return V.P.isUnknown() || V.P.hasSymbol();
  if (V.is(Value::Kind::Tuple))
    return Depth > MaxDepth || llvm::any_of(*V.Elements, Recurse);
  return V.is(Value::Kind::Object) && (Depth > MaxDepth || llvm::any_of(Sum.Final.of(V.Obj), [&](const auto &Entry) {
                                         return Recurse(Entry.second);
                                       }));
}

/// True if Set is of a class of the program that says what it gives, makes that itself, and moves nothing.
static bool areItemsSeen(CallFrame &F, const Value &Set) {
  const Program &Prog = F.program();
  const llvm::StringRef Class = Set.is(Value::Kind::Object) ? F.object(Set.Obj).Class : llvm::StringRef();
  const std::optional<Program::Entry> Get = Prog.Types.findMethod(Class, "__getitem__");
  if (!Get || Get->M->IsModel)
    return false;
  const std::shared_ptr<const Summary> Sum = F.program().solved(*Get).Sum;
  const auto Moves = [](const Program::Entry &E) {
    return llvm::any_of(E.F->Insts, [](const ir::Inst &I) { return isMove(I) || I.findKeyword("device"); });
  };
  // `self.transform(x)`
  const auto CallsMember = [&](const ir::Inst &I) {
    const ir::Inst *Called = I.Kind == ir::InstKind::Apply ? Get->F->definition(I.Args[0].Value) : nullptr;
    const bool IsOwn = I.Kind == ir::InstKind::Invoke && Get->F->isReceiver(I.Args[0].Value);
    return (Called && Called->Kind == ir::InstKind::GetField) || (IsOwn && !Prog.Types.findMethod(Class, I.Name));
  };
  return Sum->Known && llvm::none_of(Get->F->Insts, CallsMember) && !holdsOwn(F.paths(), Sum->Result, *Sum) &&
         llvm::none_of(Prog.Links.methods(Prog.Types.canonical(Class)), Moves) &&
         llvm::none_of(Prog.Types.makers(Class), Moves);
}

/// Where what the data set of the program gives is, as its caller has it; nowhere if it moves that itself, which
/// device-forked-accelerator says.
static Placement placeOfGiven(CallFrame &F, const Value &Set) {
  const std::optional<Program::Entry> Get = F.program().Types.findMethod(F.object(Set.Obj).Class, "__getitem__");
  if (!Get)
    return {};
  const Placement P = F.placementOf(F.call(*Get, {Set, Value::number()}));
  const bool IsOwn = llvm::any_of(P.terms(), [&](const GuardedTerm &T) { return T.Origin && T.Origin->F == Get->F; });
  return IsOwn ? Placement() : P;
}

/// Only memory of the host can be pinned: `DataLoader(TensorDataset(x.cuda()), pin_memory=True)`.
static void meetPinned(CallFrame &F, const Value &Set, const Placement &Stacked) {
  const ir::Arg *Pins = F.I.findKeyword("pin_memory"), *Of = F.argument("value");
  if (!Pins || F.computed(Pins->Value).truth() != true || !Of || !Set.is(Value::Kind::Object))
    return;
  const Placement P = Stacked.isUnknown() || Stacked.isOnHost() ? placeOfGiven(F, Set) : Stacked;
  if (P.isUnknown() || P.isBottom() || P.isOnHost())
    return;
  Side X{.P = P, .Dim = Rank::AtLeastOne};
  X.Position = Of - F.I.Args.begin();
  X.Range = Of->Range;
  X.IsTrusted = true;
  F.demand("DataLoader", knowledge::DeviceRule::Same, {X, Side::named("the CPU", Placement::of(Term::device({})))},
           Meeting::HostArgument);
}

static Value makeLoader(CallFrame &F) {
  const llvm::ArrayRef<Operand> Operands = F.E.Operands;
  const Value *Set = nullptr;
  if (const ir::Arg *A = F.I.findKeyword("dataset"))
    Set = &F.computed(A->Value);
  else if (!Operands.empty() && Operands[0].A && Operands[0].A->Keyword.empty())
    Set = &Operands[0].V;
  Placement Where = Set && Set->is(Value::Kind::Object) ? placeOfItems(F, Set->Obj) : Placement::of(Term::device({}));
  if (Set && !F.I.findKeyword("collate_fn"))
    meetPinned(F, *Set, Where);
  if (const ir::Arg *Collate = F.I.findKeyword("collate_fn"))
    if (!F.computed(Collate->Value).isNone()) {
      Where = collated(F, *Collate, Where, Set && areItemsSeen(F, *Set));
      if (const std::optional<Value> Batch = collatedObject(F, *Collate))
        F.S.Mem.set({F.Self.Obj, CollatedField}, *Batch);
    }
  F.S.Mem.set({F.Self.Obj, BatchField}, Value::tensor(Where));
  // Its items may be elsewhere, as the caller has them (Batches.cpp).
  if (Set && Set->is(Value::Kind::Object) && Where.isOnHost() && !F.I.findKeyword("collate_fn"))
    F.S.Mem.set({F.Self.Obj, "dataset"}, *Set);
  return F.Self;
}

/// Where what the data sets in Of give is stacked: `Subset(data, rows)`, `ConcatDataset([train, more])`. Nothing if Of
/// is something else, or nobody knows.
static std::optional<Placement> placeOfSets(CallFrame &F, const Value &Of, unsigned Depth = 0) {
  constexpr unsigned MaxDepth = 3;
  std::optional<Placement> All;
  const auto Join = [&](const Value &Part) {
    const std::optional<Placement> P = placeOfSets(F, Part, Depth + 1);
    All = !P || (All && !(*All == *P)) ? Placement::unknown() : *P;
    return !All->isUnknown();
  };
  if (Depth > MaxDepth)
    return std::nullopt;
  if (Of.is(Value::Kind::Choice) || Of.is(Value::Kind::Tuple) || Of.isOneOfSeveral()) {
    llvm::all_of(*Of.Elements, Join);
    return All;
  }
  if (!Of.is(Value::Kind::Object))
    return std::nullopt;
  const auto Entries = llvm::to_vector(F.S.Mem.of(Of.Obj));
  const llvm::StringRef Class = F.object(Of.Obj).Class;
  if (Class == "list") {
    llvm::all_of(Entries, [&](const auto &Entry) { return isOwnField(Entry.first.second) || Join(Entry.second); });
    return All;
  }
  const bool IsSet = F.program().Types.findMethod(Class, "__getitem__") || F.S.Mem.find({Of.Obj, BatchField});
  const Placement P = IsSet ? placeOfItems(F, Of.Obj) : Placement::unknown();
  // What it takes out of its own tensors is where those are.
  const bool IsElsewhere = llvm::any_of(Entries, [](const auto &Entry) {
    return !isOwnField(Entry.first.second) && Entry.second.isTensor() && !Entry.second.P.isOnHost();
  });
  return IsElsewhere ? Placement::unknown() : P;
}

static Value makeDataset(CallFrame &F) {
  Placement P;
  const ir::Arg *Only = F.argument("value"); // the others say which of its items
  for (const Operand &O : F.E.Operands)
    if (Only && O.A != Only)
      continue;
    else if (const std::optional<Placement> Items = placeOfSets(F, O.V))
      P.joinIn(*Items);
    else if (hasPlacement(O.V))
      P.joinIn(F.placementOf(O.V));
  if (!P.isBottom())
    F.S.Mem.set({F.Self.Obj, BatchField}, Value::tensor(P));
  return F.Self;
}

static constexpr Rule Rules[] = {
    {ClassKind::DataLoader, makeLoader},
    {ClassKind::Dataset, makeDataset},
};
REGISTER_CONCEPT(Loaders, Rules)

} // namespace devtidy::dataflow
