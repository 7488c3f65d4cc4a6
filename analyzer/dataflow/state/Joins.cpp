//===- Joins.cpp - What holds where ways come together --------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/state/Joins.h"
#include "dataflow/domain/Alternatives.h"
#include "dataflow/state/FunctionFrame.h"
#include "dataflow/state/LooseStores.h"
#include "dataflow/state/MemberClasses.h"
#include "dataflow/state/Positions.h"
#include "ir/Edges.h"
#include "knowledge/Builtins.h"
#include "knowledge/Packages.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using ir::BlockId;
using ir::InstKind;

/// True if on one way a module may have moved, nobody knows for sure, and P, where it is on all ways, has forgotten
/// that there was a condition: `for n, c in m.named_modules(): if n: c.to(d)`.
static bool hidesLoosened(const Memory::Key &Key, llvm::ArrayRef<Value> Parts, const Placement &P) {
  auto IsSure = [](const GuardedTerm &T) { return !T.Imprecise; };
  return Key.second == DeviceField &&
         llvm::any_of(P.terms(), [&](const GuardedTerm &T) { return IsSure(T) && T.Guard.isAlways(); }) &&
         llvm::any_of(Parts,
                      [&](const Value &V) { return V.P.terms().size() > 1 && llvm::none_of(V.P.terms(), IsSure); });
}

Value asDeviceBeside(FunctionFrame &In, const Value &V, llvm::ArrayRef<Value> Parts) {
  if (!llvm::any_of(Parts, namesDevice))
    return V;
  if (!V.Path || V.IsComputed || !(V.is(Value::Kind::Symbolic) || (V.is(Value::Kind::Unknown) && !V.Elements)))
    return besideDevices(V);
  const Path &Of = In.Prog.Paths[V.Path];
  const bool IsOption = Of.Kind == Path::Root::Child && knowledge::namesPlaces(std::string_view(Of.Name));
  if (Of.Kind != Path::Root::Param && !IsOption)
    return V;
  // A parameter may still be compared with what is no device, `device == "auto"`.
  if (IsOption)
    In.Used.noteDevice(V);
  return Value::device(Placement::of(Term::symbol(V.Path)));
}

/// True if I, of F, asks which value it is given, which the function IsMeant says to be that one.
static bool asksWhich(const ir::Function &F, const ir::Inst &I, bool HasOpen,
                      llvm::function_ref<bool(ir::ValueId)> IsMeant) {
  static constexpr llvm::StringRef Operators[] = {"==", "!=", "<", ">", "<=", ">=", "in", "not in"};
  const bool IsQuestion = I.Kind == ir::InstKind::Op && llvm::is_contained(Operators, I.Name);
  const bool IsCall = (I.Kind == ir::InstKind::Call || I.Kind == ir::InstKind::Invoke) &&
                      knowledge::tellsValue(std::string_view(ir::lastName(I.Name)));
  if ((!IsQuestion && !IsCall) || llvm::none_of(I.Args, [&](const ir::Arg &A) { return IsMeant(A.Value); }))
    return false;
  // What is known compares with a text as a device does: `device != "cpu"`.
  const bool IsText = IsQuestion && llvm::any_of(I.Args, [&](const ir::Arg &A) {
                        const ir::Inst *D = F.definition(A.Value);
                        return D && D->Kind == ir::InstKind::Const && D->Const.K == ir::Constant::Kind::String;
                      });
  return HasOpen || !IsText;
}

/// True if V, which comes from somewhere else, is a device or may be one.
static bool isOpen(const Value &V) { return V.Path && !V.is(Value::Kind::Constant); }

bool isAskedAgain(const FunctionFrame &In, ir::ValueId V, llvm::ArrayRef<Value> Parts) {
  const bool HasOpen = llvm::any_of(Parts, isOpen);
  llvm::StringRef Variable;
  for (const ir::Inst &I : In.F.Insts) {
    if (asksWhich(In.F, I, HasOpen, [&](ir::ValueId Of) { return Of == V; }))
      return true;
    if (I.Kind == ir::InstKind::SetGlobal && I.Args[0].Value == V)
      Variable = I.Name;
  }
  return !Variable.empty() && llvm::any_of(In.M.Functions, [&](const auto &F) {
    const auto Reads = [&](ir::ValueId Of) {
      const ir::Inst *D = F->definition(Of);
      return D && D->Kind == ir::InstKind::GetGlobal && D->Name == Variable;
    };
    return llvm::any_of(F->Insts, [&](const ir::Inst &I) { return asksWhich(*F, I, HasOpen, Reads); });
  });
}

/// The same of a member of that name, in the file: `args.device != "cpu"`.
static bool isAskedAgain(const FunctionFrame &In, llvm::StringRef Member, llvm::ArrayRef<Value> Parts) {
  const bool HasOpen = llvm::any_of(Parts, isOpen);
  return llvm::any_of(In.M.Functions, [&](const auto &F) {
    const auto Reads = [&](ir::ValueId Of) {
      const ir::Inst *D = F->definition(Of);
      return D && D->Kind == ir::InstKind::GetField && D->Name == Member;
    };
    return llvm::any_of(F->Insts, [&](const ir::Inst &I) { return asksWhich(*F, I, HasOpen, Reads); });
  });
}

void Joins::keepFlag(Value &Joined, llvm::ArrayRef<std::pair<Value, Cube>> Parts, const Memory::Key &Key,
                     ir::BlockId B) {
  if (const std::optional<Literal> There = B && ir::isInCycle(In.F, B) ? std::nullopt : Flags::whereMade(Joined, Parts))
    Joined.Cond = There;
  if (Joined.Cond || (!Joined.is(Value::Kind::Unknown) && !Joined.is(Value::Kind::Number)))
    return;
  std::optional<Cases> C = In.flags().casesOf(Parts);
  if (!C || (B && ir::isInCycle(In.F, B)))
    return;
  if (std::optional<Value> Flag = In.flags().answer(*C))
    return Flags::set(Joined, *Flag);
  // One answer for all who ask from here on, though nobody knows which.
  const PathId Holder = In.object(Key.first).Path;
  const PathId Member = B && Holder ? In.Prog.Paths.child(Holder, Key.second) : PathId();
  if (PathId Since = Member ? In.Prog.Paths.question(Member, (" @" + llvm::Twine(B.index())).str()) : PathId())
    Joined.Cond = In.Prog.Conditions.truth(Since);
}

/// True for what an object under construction holds: at entry it is empty.
static bool isBuilt(const FunctionFrame &In, const Memory::Key &Key) {
  return Key.first == In.Self && In.F.Kind == ir::FunctionKind::Constructor && Key.second != DeviceField;
}

/// True for a variable of a module whose top level this is, and that nobody else writes: before it has done so, there
/// is none. `if kind == "a": net = A()`, `elif kind == "b": ...`.
static bool isOwnVariable(const FunctionFrame &In, ObjectId O) {
  const Path Of = In.object(O).K == Object::Kind::Symbolic ? In.Prog.Paths[In.object(O).Path] : Path();
  if (In.F.Kind != ir::FunctionKind::TopLevel || Of.Kind != Path::Root::Global)
    return false;
  const std::optional<Program::Entry> Writer = In.Prog.Links.globalWriter(Of.Name);
  return Writer && Writer->F == &In.F;
}

/// True for a member that holds a module after one way, and that no method but this one, a part of the constructor,
/// puts anything into: where it has not done so, there is none. `if kind == "a": self.net = A()`, `elif kind == "b":
/// ...`.
static bool isFirstWritten(const FunctionFrame &In, const Memory::Key &Key, llvm::ArrayRef<const Value *> Held) {
  if (In.M.declaresTypes() || !llvm::is_contained(Held, nullptr) || llvm::none_of(Held, [&](const Value *V) {
        return V && (V->is(Value::Kind::Choice) || (V->is(Value::Kind::Object) && In.isModuleObject(V->Obj)));
      }))
    return false;
  if (Key.second == CellField)
    return isOwnVariable(In, Key.first);
  if (Key.first != In.Self || isOwnField(Key.second) || !In.Prog.Links.isBuilder(In.F) ||
      In.Prog.Links.builders().isInherited(In.F))
    return false;
  return llvm::none_of(In.M.Functions, [&](const auto &F) {
    return F.get() != &In.F && !F->Class.empty() && llvm::any_of(F->Insts, [&](const ir::Inst &I) {
             return I.Kind == ir::InstKind::SetField && I.Name == Key.second;
           });
  });
}

/// True if Key is a member that holds a plain object on each way that has written it: `if kind: self.memory = A()`,
/// `else: self.memory = B()`.
static bool areObjectsOfMember(const FunctionFrame &In, const Memory::Key &Key,
                               llvm::ArrayRef<std::pair<Value, Cube>> Parts) {
  llvm::SmallVector<std::pair<Value, Cube>, 4> Written;
  llvm::copy_if(Parts, std::back_inserter(Written),
                [](const auto &Part) { return !Part.first.is(Value::Kind::Bottom); });
  return !isOwnField(Key.second) && arePlainObjects(In, Written);
}

Value Joins::unwritten(const Way &On, const Memory::Key &Key) {
  const Object &Of = In.Objects[Key.first];
  if (Key.second == PartsField || Key.second == WholeField || Key.second == DataField || Key.second == AnyField)
    return Value::bottom();
  if (Key.second == CarriedField)
    return Value::tensor(Placement::of(Term::symbol(Of.Path), nullptr));
  if (Key.second == EachField)
    return Value::symbolic(In.Prog.Paths.child(Of.Path, ElementField));
  // A symbolic object holds what it held at entry, an own one does not exist. A member of an object under construction
  // that is read later was written.
  if (Of.K != Object::Kind::Symbolic || isBuilt(In, Key))
    return Value::bottom();
  State Copy = *On.first;
  if (Key.second == DeviceField)
    In.residence(Copy).findHolder(Key.first);
  return In.fields(Copy).read(Key.first, Key.second);
}

bool Joins::isFilledByRounds(const Memory::Key &Key, llvm::ArrayRef<Value> Parts, BlockId B,
                             llvm::ArrayRef<BlockId> From) const {
  auto IsAround = [&](BlockId P) { return In.isBackEdge(P, B); };
  if (!In.Prog.Types.isContainer(In.Objects[Key.first].Class) || Key.second == DeviceField || From.empty() ||
      llvm::count_if(llvm::make_first_range(In.Preds[B.index()]), IsAround) != 1)
    return false;
  return llvm::all_of(llvm::zip(Parts, From), [&](const auto &Part) {
    return IsAround(std::get<1>(Part)) || std::get<0>(Part).is(Value::Kind::Bottom);
  });
}

Memory Joins::memory(llvm::ArrayRef<Way> Incoming, BlockId B, llvm::ArrayRef<BlockId> From) {
  llvm::SmallVector<const Memory *, 4> Memories;
  for (const auto &[S, Delta] : Incoming)
    Memories.push_back(&S->Mem);
  const bool Loops = llvm::any_of(From, [&](BlockId P) { return In.isBackEdge(P, B); });
  return Memory::merged(Memories, [&](const Memory::Key &Key, llvm::ArrayRef<const Value *> Held) {
    if (Key.second == PositionsField)
      return Positions::joined(Held);
    llvm::SmallVector<Value, 4> Parts;
    const bool IsFirst = isFirstWritten(In, Key, Held);
    for (unsigned I = 0; I < Held.size(); ++I)
      Parts.push_back(Held[I] ? *Held[I] : IsFirst ? Value::bottom() : unwritten(Incoming[I], Key));
    if (llvm::all_of(Parts, [&](const Value &V) { return V == Parts[0]; }))
      return Parts[0];
    if (llvm::any_of(Parts, namesDevice) && !isAskedAgain(In, Key.second, Parts))
      for (Value &V : Parts)
        V = asDeviceBeside(In, V, Parts);
    // What only the rounds of a loop put into a container is there if there was a round, whatever it needed. Where
    // rounds end in several places, the path to each says what it put in.
    const bool OnlyAround = isFilledByRounds(Key, Parts, B, From);
    Value Joined;
    std::vector<std::pair<Value, Cube>> Guarded;
    for (unsigned I = 0; I < Parts.size(); ++I) {
      Joined.joinIn(OnlyAround ? Parts[I] : Parts[I].guardedBy(Incoming[I].second));
      Guarded.emplace_back(Parts[I], Incoming[I].second);
    }
    // On one way the parts were not moved.
    const bool MissesOne = llvm::is_contained(Held, nullptr);
    if ((MissesOne && (Key.second == PartsField || Key.second == DataField)) || hidesLoosened(Key, Parts, Joined.P))
      Joined.P = Joined.P.imprecise();
    const bool HasEntry = In.Objects[Key.first].K == Object::Kind::Symbolic && !isBuilt(In, Key);
    const bool IsAppended = HasEntry && (Key.second == ElementField || Key.second == EachField);
    if (std::optional<Value> One =
            Joined.is(Value::Kind::Unknown) && !Loops ? In.choices().choiceOf(Guarded) : std::nullopt) {
      One->Registered = llvm::all_of(Parts, [](const Value &V) { return V.Registered; });
      return *One;
    }
    if (Joined.is(Value::Kind::Unknown) && (!Loops || IsAppended))
      Joined = oneOfSeveral(Guarded, /*OfSummary=*/IsAppended || areObjectsOfMember(In, Key, Guarded));
    keepFlag(Joined, Guarded, Key, B);
    return Joined;
  });
}

/// True if V, which a `while` asks for where it begins, is something, as S knows.
static bool isSomething(const FunctionFrame &In, const Value &V, const State &S) {
  if (!V.is(Value::Kind::Object) || V.Partial || In.object(V.Obj).K != Object::Kind::Allocated)
    return false;
  const llvm::StringRef Class = In.object(V.Obj).Class;
  return (Class != "list" && Class != "dict" && !In.Prog.Types.findMethod(Class, "__bool__") &&
          !In.Prog.Types.findMethod(Class, "__len__")) ||
         S.Mem.has({V.Obj, indexField(0)});
}

/// True if a loop that begins at Header has a first round whatever happens: `while stack:` of a list with an element,
/// `while node is not None:` of a node. Header only asks.
bool Joins::hasFirstRound(BlockId Header, const EdgeStates &Flow) const {
  const ir::Block &Block = In.F.block(Header);
  const ir::Inst &T = In.F.terminator(Header);
  const auto Asks = [&](ir::InstId Id) {
    const InstKind Kind = In.F.inst(Id).Kind;
    return Kind == InstKind::Const || Kind == InstKind::Op || Kind == InstKind::Branch;
  };
  if (T.Kind != InstKind::Branch || !llvm::all_of(Block.Insts, Asks))
    return false;
  ir::ValueId Asked = T.Args[0].Value;
  if (const ir::Inst *D = In.F.definition(Asked); D && D->Kind == InstKind::Op) {
    if (D->Name != "is not" || !In.Values[D->Args[1].Value.index()].isNone())
      return false;
    Asked = D->Args[0].Value;
  }
  const unsigned Index = llvm::find(Block.Params, Asked) - Block.Params.begin();
  bool Begins = false, Turns = false;
  for (const EdgeStates::Edge &E : Flow.into(Header)) {
    const ir::ValueId Given = Index < Block.Params.size() ? E.To->Args[Index] : Asked;
    if (In.isBackEdge(E.From, Header))
      Turns = true;
    else if (Begins = isSomething(In, In.Values[Given.index()], *E.S); !Begins)
      return false;
  }
  return Begins && Turns;
}

/// True if Way has asked of what kind something is, and Other got the opposite answer.
static bool isOfOtherKind(const FunctionFrame &In, const State &Way, const State &Other) {
  return llvm::any_of(Way.Path.literals(), [&](Literal L) {
    const Condition &C = In.Prog.Conditions[L.condition()];
    const ir::Inst *Asked = C.K == Condition::Kind::Opaque && C.F == &In.F ? In.F.definition(C.V) : nullptr;
    return Asked && Asked->Kind == InstKind::Call && knowledge::asksForKind(std::string_view(Asked->Name)) &&
           Other.Path.contains(~L);
  });
}

/// `for k in d: if isinstance(d[k], dict): walk(d[k]), else: d[k] = d[k].to(e)`: what is of a kind is replaced in its
/// round, and no other round says where it is. Head: where each round begins; Mem: what all rounds leave together.
static void takeReplaced(const FunctionFrame &In, const Memory &Head, llvm::ArrayRef<Joins::Way> Rounds, Memory &Mem) {
  for (const auto &[Round, Guard] : Rounds)
    Round->Mem.forEach([&, Put = Round](const Memory::Key &Key, const Value &V) {
      const Value *Before = Head.find(Key);
      const llvm::StringRef Class = In.object(Key.first).Class;
      if (!Before || *Before == V || isOwnField(Key.second) || (Class != "list" && Class != "dict"))
        return;
      const bool IsOfKind = llvm::all_of(Rounds, [&](const Joins::Way &Other) {
        const Value *Left = Other.first->Mem.find(Key);
        return Other.first == Put || (Left && *Left == *Before && isOfOtherKind(In, *Other.first, *Put));
      });
      if (IsOfKind)
        Mem.set(Key, V);
    });
}

/// Nobody writes a loop that goes over nothing: after `for net in (a, b): net.to(d)` both are there. A state in which
/// no round ran would say that they may be where they were before.
void Joins::leaveLoop(BlockId Header, const EdgeStates &Flow, State &S) {
  if (!In.Rounding.isHeadOfFor(Header) && !hasFirstRound(Header, Flow))
    return;
  bool HasRounds = false;
  std::vector<Way> Rounds;
  for (auto [P, Index] : In.Preds[Header.index()])
    HasRounds |= In.Order[P.index()] != ~0U && In.isBackEdge(P, Header);
  for (const EdgeStates::Edge &E : Flow.into(Header))
    if (In.isBackEdge(E.From, Header))
      Rounds.push_back({E.S, Cube()});
  // None has ended yet; or none does, and what is behind the loop would never be looked at.
  if (Rounds.empty()) {
    S.Reachable = !HasRounds || In.Rounding.isRoundless(Header);
    return;
  }
  Cube Common = Rounds[0].first->Path;
  for (const auto &[S, Delta] : Rounds)
    Common = Common.common(S->Path);
  for (auto &[S, Delta] : Rounds) {
    Delta = S->Path.minus(Common);
    Delta.removeIf([&](Literal L) { return In.Rounding.isOfLoop(L, Header); });
  }
  const Memory Head = std::exchange(S.Mem, memory(Rounds, Header));
  takeReplaced(In, Head, Rounds, S.Mem);
  S.Mem.map([&](const Value &V) { return In.Rounding.dropLiterals(V, Header); });
}

} // namespace devtidy::dataflow
