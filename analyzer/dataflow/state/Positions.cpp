//===- Positions.cpp - What stands where in a list ------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/state/Positions.h"
#include "llvm/ADT/StringExtras.h"

namespace devtidy::dataflow {

static constexpr unsigned All = (1U << MaxIndexField) - 1;

static unsigned bit(int64_t K) { return 1U << K; }

llvm::StringRef indexField(int64_t I) {
  static constexpr llvm::StringLiteral Names[MaxIndexField] = {"0", "1", "2", "3", "4", "5", "6", "7"};
  return I >= 0 && I < MaxIndexField ? llvm::StringRef(Names[I]) : llvm::StringRef(ElementField);
}

bool isIndexField(llvm::StringRef Name) { return Name.size() == 1 && llvm::isDigit(Name[0]); }

bool takesSlice(const ir::Function &F, const ir::Inst &I) {
  const ir::Inst *D = I.Args.size() == 2 ? F.definition(I.Args[1].Value) : nullptr;
  return D && D->isSlice();
}

Positions::Known Positions::decode(const Value &V) {
  // Paths that know different things know nothing.
  if (!V.isInt())
    return {};
  const uint64_t Bits = V.Const.Int;
  return {.Exact = static_cast<unsigned>(Bits & All),
          .Alone = static_cast<unsigned>((Bits >> MaxIndexField) & All),
          .Loop = static_cast<unsigned>(Bits >> (2 * MaxIndexField))};
}

Value Positions::encode(Known K) {
  const uint64_t Bits = K.Exact | (K.Alone << MaxIndexField) | (static_cast<uint64_t>(K.Loop) << (2 * MaxIndexField));
  return Value::constant({.K = ir::Constant::Kind::Int, .Int = static_cast<int64_t>(Bits)});
}

std::optional<Positions::Known> Positions::known() const {
  const Value *Held = S.Mem.find({O, PositionsField});
  return Held ? std::optional(decode(*Held)) : std::nullopt;
}

void Positions::set(Known K) { S.Mem.set({O, PositionsField}, encode(K)); }

Value Positions::joined(llvm::ArrayRef<const Value *> Parts) {
  std::optional<Known> Common;
  for (const Value *Part : Parts) {
    if (!Part)
      continue;
    const Known K = decode(*Part);
    Known &Of = Common ? *Common : Common.emplace(K);
    Of.Exact &= K.Exact;
    Of.Alone &= K.Alone;
    Of.Loop = Of.Loop == K.Loop ? K.Loop : 0;
  }
  return encode(Common.value_or(Known()));
}

bool Positions::isOwnList() const {
  const Object &Of = Solver.object(O);
  return Of.K == Object::Kind::Allocated && Of.Class != "dict" && !Of.Weak && !Solver.isOfRounds(O);
}

unsigned Positions::fields() const {
  return llvm::count_if(S.Mem.of(O), [](const auto &Entry) { return isIndexField(Entry.first.second); });
}

unsigned Positions::rounds() const {
  const ir::Loop *L = Solver.Rounding.around(Solver.Record.here());
  const Object &Of = Solver.object(O);
  const bool IsMadeInside =
      L && Of.K == Object::Kind::Allocated && Of.Site && L->contains(Solver.F.inst(Of.Site).Parent);
  return L && !IsMadeInside ? L->Header.index() + 1 : 0;
}

bool Positions::append(const Value &V) {
  const Object &Of = Solver.object(O);
  // Who is given a list does not know how many it holds.
  const bool IsBuilt = Of.K == Object::Kind::Symbolic && isOfBuilt(Solver.Prog.Paths, Solver.F, Of.Path);
  const bool IsFromStart = Of.K == Object::Kind::Allocated || (IsBuilt && V.is(Value::Kind::Object));
  if (!IsFromStart || Of.Weak || Solver.isOfRounds(O) || S.Mem.has({O, ElementField}))
    return false;
  std::optional<Known> K = known();
  const unsigned Loop = rounds();
  // In a loop what is appended may be there from the round before.
  const bool MayRepeat = K || Solver.Rounding.around(Solver.Record.here());
  // Behind a loop of no rounds it is the first: `for ...: t.append(x)` and then `if not t: t.append(y)`.
  if (K && K->Loop != 0 && K->Loop != Loop)
    K->Exact &= K->Alone;
  for (int64_t I = 0; I < MaxIndexField; ++I) {
    const Value *Held = S.Mem.find({O, indexField(I)});
    // What another way through the loop has put there is not there on this one.
    const Value Here = Held ? Held->guardedBy(S.Path) : Value();
    if (Held && Here.isTensor() && Here.P.isBottom() && !Held->P.isBottom())
      Held = nullptr;
    if (Held && (!MayRepeat || !(Here == V.guardedBy(S.Path))))
      continue;
    const unsigned Before = bit(I) - 1;
    if (Held) {
      K = K.value_or(Known{.Exact = All, .Alone = All});
      K->Alone &= ~bit(I);
    } else if (Loop != 0 && !K) {
      K = Known{.Exact = Before | bit(I), .Alone = Before, .Loop = Loop};
    } else if (K && K->Loop == Loop && Loop != 0 && Of.Inner == 0) {
      K->Exact |= bit(I);
    }
    if (!Held)
      S.Mem.set({O, indexField(I)}, V);
    if (K)
      set(*K);
    return true;
  }
  return false;
}

void Positions::appendAll(ObjectId List) {
  const unsigned Before = fields();
  for (const auto &[Key, Held] : S.Mem.of(List))
    if (!isOwnField(Key.second))
      Solver.fields(S).append(O, Held);
  follow(List, Before);
}

void Positions::follow(ObjectId List, unsigned Before) {
  const Known Own = known().value_or(Known{.Exact = All, .Alone = All});
  const Positions Theirs(Solver, S, List);
  if (const std::optional<Known> K = Theirs.known()) {
    const unsigned Kept = (1U << std::min<unsigned>(Before, MaxIndexField)) - 1;
    set({.Exact = Own.Exact & (Kept | K->Exact << Before), .Alone = Own.Alone & (Kept | K->Alone << Before)});
  }
}

/// What stands in the field K, and elsewhere, too, gets another field, if there is none that says it already.
void Positions::setAside(int64_t K) {
  const Value *Held = S.Mem.find({O, indexField(K)});
  if (!Held || (known()->Alone & bit(K)) != 0)
    return;
  const Value Old = *Held;
  for (int64_t I = 0; I < MaxIndexField; ++I) {
    const Value *Other = S.Mem.find({O, indexField(I)});
    if (Other && (I == K || !(*Other == Old) || (known()->Alone & bit(I)) != 0))
      continue;
    if (!Other) {
      S.Mem.set({O, indexField(I)}, Old);
      Known Mine = *known();
      Mine.Exact &= ~bit(I);
      Mine.Alone &= ~bit(I);
      set(Mine);
    }
    return;
  }
  S.Mem.at({O, ElementField}).joinIn(Old);
}

bool Positions::write(int64_t K, const Value &V) {
  const Object &Of = Solver.object(O);
  // A number is a key of a dictionary, whoever made it.
  const bool IsKey = Of.Class == "dict" && Of.K == Object::Kind::Symbolic;
  if (K < 0 || K >= MaxIndexField || Of.Weak || Solver.isOfRounds(O))
    return false;
  if (isOwnList() && (known() || (S.Mem.has({O, ElementField}) && Of.Class == "list"))) {
    Known Mine = known().value_or(Known{.Exact = All, .Alone = All});
    set(Mine);
    setAside(K);
    Mine = *known();
    Mine.Exact |= bit(K);
    Mine.Alone |= bit(K);
    set(Mine);
  } else if (!IsKey && !S.Mem.has({O, indexField(K)})) {
    return false;
  }
  S.Mem.set({O, indexField(K)}, V);
  return true;
}

std::optional<Value> Positions::at(int64_t K, const ir::Type &T) {
  const Object &Of = Solver.object(O);
  const std::optional<Known> Mine = known();
  if (!Mine) {
    const bool HasOthers = S.Mem.has({O, ElementField}) && Of.Class == "list" && Of.K == Object::Kind::Allocated;
    if (!HasOthers || (K >= 0 && S.Mem.has({O, indexField(K)})))
      return std::nullopt;
    return anyOf(K < 0 ? All : 0, T);
  }
  const bool IsKnown = K >= 0 && K < MaxIndexField && (Mine->Exact & bit(K)) != 0;
  if (IsKnown && S.Mem.has({O, indexField(K)}))
    return *S.Mem.find({O, indexField(K)});
  return anyOf(K < 0 ? All : ~Mine->Alone, T);
}

std::optional<Value> Positions::anyOf(unsigned Mask, const ir::Type &T) {
  llvm::SmallVector<Value, 8> Held;
  for (int64_t I = 0; I < MaxIndexField; ++I)
    if (const Value *Field = (Mask & bit(I)) != 0 ? S.Mem.find({O, indexField(I)}) : nullptr)
      Held.push_back(*Field);
  if (const Value *Others = S.Mem.find({O, ElementField}))
    Held.push_back(*Others);
  else if (Solver.object(O).K == Object::Kind::Symbolic)
    Held.push_back(Solver.fields(S).read(O, ElementField, T));
  if (Held.empty())
    return std::nullopt;
  // Nobody computes with None, which stands for what comes later: rows = [None] * n
  const bool HasNone = llvm::any_of(Held, [](const Value &V) { return V.isNone(); });
  if (HasNone && !llvm::all_of(Held, [](const Value &V) { return V.isNone(); }))
    llvm::erase_if(Held, [](const Value &V) { return V.isNone(); });
  Value Joined;
  bool AreAlike = true;
  for (const Value &V : Held) {
    Joined.joinIn(V);
    AreAlike &= V == Held[0] || (V.isTensor() && Held[0].isTensor() && V.P == Held[0].P) ||
                (Solver.isModule(V) && Solver.isModule(Held[0]) &&
                 Solver.object(V.Obj).Class == Solver.object(Held[0].Obj).Class &&
                 Solver.residence(S).place(V.Obj) == Solver.residence(S).place(Held[0].Obj));
  }
  Joined.Partial |= HasNone && Joined.isTensor();
  if (AreAlike)
    return Solver.isModule(Held[0]) ? Held[0] : Joined;
  return Joined.mapped([](const Placement &P) { return P.imprecise(); });
}

void Positions::take(std::optional<int64_t> K) {
  const bool IsLast = K == -1;
  if (known() || !isOwnList() || S.Mem.has({O, ElementField}) || rounds() != 0 || !K) {
    if (!IsLast || rounds() != 0)
      forget();
    return;
  }
  const int64_t Count = fields();
  const int64_t First = *K < 0 ? *K + Count : *K;
  if (First < 0 || First >= Count)
    return;
  for (int64_t I = First; I + 1 < Count; ++I)
    if (const Value *Next = S.Mem.find({O, indexField(I + 1)}))
      S.Mem.set({O, indexField(I)}, Value(*Next));
  S.Mem.erase({O, indexField(Count - 1)});
}

void Positions::forget() {
  if (Solver.object(O).Class != "dict" && (fields() != 0 || Solver.object(O).K == Object::Kind::Symbolic))
    set({});
}

void Positions::clear() {
  if (!isOwnList() && Solver.object(O).Class != "dict")
    return forget();
  if (!isOwnList())
    return;
  for (const auto &[Key, Held] : S.Mem.of(O))
    if (!isOwnField(Key.second) || Key.second == PositionsField)
      S.Mem.erase(Key);
  if (rounds() != 0)
    set({});
}

void Positions::copy(ObjectId List) {
  for (const auto &[Key, Held] : S.Mem.of(O))
    S.Mem.erase(Key);
  for (const auto &[Key, Held] : S.Mem.of(List))
    S.Mem.set({O, Key.second}, Held);
  Solver.Objects[O].Element = Solver.object(List).Element;
  Solver.Objects[O].Parts = Solver.object(List).Parts;
}

void Positions::repeat(const Value &V) {
  S.Mem.set({O, indexField(0)}, V);
  set({.Exact = 1});
}

} // namespace devtidy::dataflow
