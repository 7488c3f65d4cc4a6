//===- MemberStores.cpp - What methods leave in members -------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/state/MemberStores.h"
#include "dataflow/program/OtherWrites.h"
#include "dataflow/state/Residence.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

/// Members that more methods write are not followed.
static constexpr size_t MaxWriters = 8;

namespace {

/// Collects what the writers of one member leave there.
class Collected {
public:
  Collected(Program &Prog, llvm::StringRef Class, llvm::StringRef Member, PathId Of, bool OfElements)
      : Prog(Prog), Class(Class), Member(Member), Of(Of), OfElements(OfElements) {}

  /// What E, with that summary, leaves in the member, or in the container that it holds.
  void add(const ir::Function &E, const Summary &Left) {
    Sum = &Left;
    Self = Prog.Paths.param(E, 0);
    const PathId Held = Prog.Paths.child(Self, Member);
    Old = OfElements ? Prog.Paths.child(Held, ElementField) : Held;
    findKept();
    Left.Final.forEach([&](const Memory::Key &Key, const Value &V) {
      const Object &O = Left.Objects[Key.first.index()];
      if (OfElements && O.K == Object::Kind::Symbolic && O.Path == Self && Key.second == Member)
        addContainer(V);
      else if (O.K == Object::Kind::Symbolic &&
               (OfElements ? O.Path == Held && !isOwnField(Key.second) : O.Path == Self && Key.second == Member))
        add(V);
    });
  }

  MemberStores::Left Result;

private:
  /// `self.losses = [x.cpu() for x in self.losses]`: the method leaves another container there.
  void addContainer(const Value &V) {
    const llvm::StringRef Made = V.is(Value::Kind::Object) ? Sum->Objects[V.Obj.index()].Class : "";
    if (V.isNone() || (V.is(Value::Kind::Object) && Sum->Objects[V.Obj.index()].K == Object::Kind::Symbolic))
      return;
    Result.IsOther |= Made != "list" && Made != "dict";
    if (!Made.empty())
      for (const auto &[Key, Held] : Sum->Final.of(V.Obj))
        if (!isOwnField(Key.second))
          add(Held);
  }

  /// `self.device = device`: what the method is given is in a member that nothing else writes.
  void findKept() {
    KeptIn.clear();
    Sum->Final.forEach([&](const Memory::Key &Key, const Value &V) {
      const Object &O = Sum->Objects[Key.first.index()];
      if (O.K != Object::Kind::Symbolic || O.Path != Self || isOwnField(Key.second))
        return;
      const GuardedTerm *Only = V.is(Value::Kind::Device) ? V.P.single() : nullptr;
      const PathId Given = Only && Only->T.isSymbol() ? Only->T.path() : V.isPlainPath() ? V.Path : PathId();
      if (Given && Prog.Paths[Given].Kind == Path::Root::Param && Given != Self &&
          Prog.Links.writers().of(Class, Key.second).size() == 1)
        KeptIn.try_emplace(Given, Key.second);
    });
  }

  /// The symbol of the method as the object has it; nothing if it has none.
  PathId named(PathId P) const {
    const auto Kept = KeptIn.find(P);
    return Kept != KeptIn.end() ? Prog.Paths.child(Of, Kept->second) : Prog.Paths.rebased(P, Self, Of);
  }

  Placement named(const Placement &P) {
    Placement Named;
    for (const GuardedTerm &T : P.terms()) {
      if (T.T.isSymbol() && T.T.path() == Old) {
        Result.IsKept = true;
        continue;
      }
      const PathId Symbol = T.T.isSymbol() ? named(T.T.path()) : PathId();
      if (T.T.isSymbol() && !Symbol)
        Result.IsOther = true;
      else
        Named.joinIn(T.isConditional() || T.T.isSymbol()
                         ? Placement::of(T.T.isSymbol() ? Term::symbol(Symbol) : T.T, T.Origin)
                         : Placement::of(T.T, T.Origin).guardedBy(T.Guard));
    }
    Result.IsOther |= P.isUnknown();
    return Named;
  }

  /// V as the object has it; nowhere if nobody knows.
  Value named(const Value &V, unsigned Depth = 0) {
    constexpr unsigned MaxDepth = 3;
    switch (Depth > MaxDepth ? Value::Kind::Unknown : V.K) {
    case Value::Kind::Tensor:
    case Value::Kind::Device: {
      // A module registers what it is given so.
      if (V.IsParameter || (V.MayBeModule && !OfElements && Prog.Types.isModuleClass(Class)))
        return Value::bottom();
      Value R = V.isTensor() ? Value::tensor(named(V.P), V.Dim.withoutSymbol()) : Value::device(named(V.P));
      R.MayBeModule = V.MayBeModule;
      return R.P.isBottom() ? Value::bottom() : R;
    }
    case Value::Kind::Tuple: {
      std::vector<Value> Parts;
      for (const Value &Part : *V.Elements) {
        const Value Mine = named(Part, Depth + 1);
        Parts.push_back(Mine.is(Value::Kind::Bottom) ? Value::unknown() : Mine);
      }
      return Value::tuple(std::move(Parts));
    }
    default:
      return Value::bottom();
    }
  }

  void add(const Value &V) {
    if (V.isOneOfSeveral()) {
      llvm::for_each(*V.Elements, [&](const Value &Part) { add(Part); });
      return;
    }
    if (V.isNone() || V.is(Value::Kind::Number) || V.is(Value::Kind::Constant)) {
      Result.MayBeNone = true;
      return;
    }
    const bool IsOld = V.is(Value::Kind::Symbolic) && V.Path == Old && !V.IsComputed;
    Result.IsKept |= IsOld;
    if (V.is(Value::Kind::Bottom) || IsOld)
      return;
    Result.MayBeNone |= V.Partial;
    const llvm::StringRef Made = V.is(Value::Kind::Object) ? Sum->Objects[V.Obj.index()].Class : "";
    if (Prog.Types.isModuleClass(Made))
      return addModule(V, Made);
    const Value Mine = named(V);
    Result.IsOther |= Mine.is(Value::Kind::Bottom) && !(V.isTensor() && isOnlyOld(V.P));
    Result.V.joinIn(Mine);
  }

  bool isOnlyOld(const Placement &P) const {
    return !P.isUnknown() &&
           llvm::all_of(P.terms(), [&](const GuardedTerm &T) { return T.T.isSymbol() && T.T.path() == Old; });
  }

  /// Modules of several classes have nothing in common.
  void addModule(const Value &V, llvm::StringRef Made) {
    const bool IsFirst = Result.V.is(Value::Kind::Bottom) && Result.Class.empty();
    Result.IsOther |= !IsFirst && Result.Class != Made;
    Result.Class = Made;
    const bool WasOther = Result.IsOther;
    Result.V.joinIn(Value::tensor(named(leftPlace(Prog, *Sum, V.Obj))));
    // What it is counts, though nobody knows where.
    Result.IsOther = WasOther;
  }

  Program &Prog;
  const llvm::StringRef Class, Member;
  const PathId Of;
  const bool OfElements;
  const Summary *Sum = nullptr; ///< of the method at hand
  PathId Self, Old;             ///< its receiver, and what the member held before
  std::map<PathId, llvm::StringRef> KeptIn;
};

/// Which accelerator it is, a method does not know: the current one of whoever called the one that allocated.
std::optional<Value> onSomeAccelerator(const Value &Pointer) {
  Placement P;
  for (const GuardedTerm &T : Pointer.P.terms()) {
    if (T.T.isSymbol())
      return std::nullopt;
    const bool IsHost = T.T.device().Type == knowledge::DeviceType::Cpu;
    P.joinIn(Placement::of(IsHost ? T.T : Term::device({T.T.device().Type, UnknownIndex}), T.Origin));
  }
  return Value::pointer(P, Pointer.Mem);
}

/// True if that is one place on each machine: `torch.device("cuda" if torch.cuda.is_available() else "cpu")`.
bool isOnePlace(const Placement &P) {
  return P.single() ||
         (!P.isUnknown() && !P.isBottom() && P.isExclusive() &&
          llvm::none_of(P.terms(), [](const auto &T) { return T.T.isSymbol() || T.Imprecise || T.isConditional(); }));
}

/// True if all tensors in V are in one place each.
bool isPlaced(const Value &V) {
  if (V.is(Value::Kind::Tuple))
    return llvm::all_of(*V.Elements, [](const Value &Part) {
      return Part.is(Value::Kind::Unknown) || Part.is(Value::Kind::Bottom) || isPlaced(Part);
    });
  return (V.isTensor() || V.is(Value::Kind::Device)) && isOnePlace(V.P);
}

} // namespace

std::optional<Value> MemberStores::targetOf(const PathTable &Paths, llvm::StringRef Member, const Value &V) {
  const Path *Of = V.is(Value::Kind::Symbolic) && !V.IsComputed ? &Paths[V.Path] : nullptr;
  if (V.isNone() || V.is(Value::Kind::Bottom) || (Of && Of->Kind == Path::Root::Child && Of->Name == Member))
    return Value::bottom();
  if (V.is(Value::Kind::Unknown) && V.Elements) {
    const bool IsKept = llvm::all_of(*V.Elements, [&](const Value &Part) {
      const std::optional<Value> To = targetOf(Paths, Member, Part);
      return To && To->is(Value::Kind::Bottom);
    });
    return IsKept ? std::optional(Value::bottom()) : std::nullopt;
  }
  return V.is(Value::Kind::Pointer) ? std::optional(V) : std::nullopt;
}

std::optional<MemberStores::Left> MemberStores::in(llvm::StringRef Class, llvm::StringRef Member, PathId Of,
                                                   bool OfElements) {
  const llvm::StringRef Name = Prog.Types.canonical(Class);
  const llvm::ArrayRef<MemberWriters::Method> Writers = Prog.Links.writers().of(Name, Member);
  if (Writers.empty() || Writers.size() > MaxWriters || Prog.Links.writers().isMoved(Name, Member) ||
      Prog.Members.isWrittenOutsideConstructors({}, Member) || Prog.Members.movesByName(Name) ||
      Prog.Members.writesByName(Name))
    return std::nullopt;
  Collected All(Prog, Name, Member, Of, OfElements);
  for (const MemberWriters::Method &E : Writers)
    if (const Summary *Sum = Prog.solvedAlone({E.M, E.F}); Sum && Sum->Known)
      All.add(*E.F, *Sum);
    else
      All.Result.IsOther = true;
  // Nobody knows which of two places it is.
  if (All.Result.Class.empty() ? !isPlaced(All.Result.V) : All.Result.IsOther || OfElements)
    return std::nullopt;
  return All.Result;
}

/// True if a function assigns such a member of an object that it was not called for.
static bool isOther(const MemberWriters::Method &E, llvm::StringRef Member) {
  return llvm::any_of(E.F->Insts, [&](const ir::Inst &I) {
    return I.Kind == ir::InstKind::SetField && I.Name == Member && writesOther(*E.F, I);
  });
}

std::optional<Value> MemberStores::pointer(llvm::StringRef Class, llvm::StringRef Member, const FieldFacts *Made) {
  const llvm::StringRef Name = Prog.Types.canonical(Class);
  const llvm::ArrayRef<MemberWriters::Method> Writers = Prog.Links.writers().of(Name, Member);
  if (Writers.size() > MaxWriters || Prog.Members.isWrittenOutsideConstructors({}, Member) || (Made && !Made->Pointer))
    return std::nullopt;
  Value All = Made ? *Made->Pointer : Value::bottom();
  bool IsKnown = true;
  for (const MemberWriters::Method &E : Writers) {
    const Summary *Sum = isOther(E, Member) ? nullptr : Prog.solvedAlone({E.M, E.F});
    if (!Sum || !Sum->Known)
      return std::nullopt;
    const PathId Self = Prog.Paths.param(*E.F, 0);
    Sum->Final.forEach([&](const Memory::Key &Key, const Value &V) {
      const Object &O = Sum->Objects[Key.first.index()];
      if (O.K != Object::Kind::Symbolic || O.Path != Self || Key.second != Member)
        return;
      const std::optional<Value> To = targetOf(Prog.Paths, Member, V);
      IsKnown &= To && (All.is(Value::Kind::Bottom) || To->is(Value::Kind::Bottom) || All.Mem == To->Mem);
      if (To)
        All.joinIn(*To);
    });
  }
  const bool IsSomewhere = All.is(Value::Kind::Pointer) && !All.P.isUnknown() && !All.P.isBottom();
  return IsKnown && IsSomewhere ? onSomeAccelerator(All) : std::nullopt;
}

} // namespace devtidy::dataflow
