//===- Counting.cpp - What variables that count say of the accelerators ---===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/state/Counting.h"
#include "knowledge/Builtins.h"
#include "knowledge/Names.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

namespace devtidy::dataflow {

namespace {

/// `i + 1` or `i += 1` as `i` and 1.
std::optional<std::pair<ir::ValueId, int64_t>> asSum(const ir::Function &F, ir::ValueId V) {
  const ir::Inst *Sum = F.definition(V);
  const bool IsOp = Sum && Sum->Kind == ir::InstKind::Op && Sum->Args.size() == 2;
  if (!IsOp || !llvm::is_contained({"+", "-", "+=", "-="}, Sum->Name))
    return std::nullopt;
  const ir::Inst *Added = F.definition(Sum->Args[1].Value);
  if (!Added || Added->Kind != ir::InstKind::Const || Added->Const.K != ir::Constant::Kind::Int)
    return std::nullopt;
  // Numbers that nobody counts to might overflow.
  constexpr int64_t Limit = 1'000'000;
  if (Added->Const.Int < -Limit || Added->Const.Int > Limit)
    return std::nullopt;
  return std::pair(Sum->Args[0].Value, Sum->Name.front() == '-' ? -Added->Const.Int : Added->Const.Int);
}

/// What a variable starts from, and which way it counts from there.
class Bound {
public:
  /// From below: the variable is never less than a number that is known. Otherwise from above: it is never more than
  /// the number of accelerators and something.
  Bound(const ir::Function &F, llvm::ArrayRef<Value> Values, bool FromBelow)
      : F(F), Values(Values), FromBelow(FromBelow) {}

  /// The number from below; what is added to the count from above. Nothing if there is no bound.
  std::optional<int64_t> of(ir::ValueId V) {
    reach(V, 0);
    constexpr unsigned MaxReached = 16; // what counts goes through few variables
    for (unsigned N = 0; N < Reached.size() && Known; ++N) {
      Known = N < MaxReached;
      const auto [Next, Added] = Reached[N];
      follow(Next, Added);
    }
    return Known ? Result : std::nullopt;
  }

private:
  /// The variable is as V and Added. Where it was so before, a loop has added something, which has to go the right way.
  void reach(ir::ValueId V, int64_t Added) {
    const auto *It = llvm::find_if(Reached, [&](const auto &Before) { return Before.first == V; });
    if (It == Reached.end())
      Reached.emplace_back(V, Added);
    else
      Known &= FromBelow ? Added >= It->second : Added <= It->second;
  }

  void end(int64_t At) { Result = !Result ? At : FromBelow ? std::min(*Result, At) : std::max(*Result, At); }

  void follow(ir::ValueId V, int64_t Added) {
    const Value &Now = Values[V.index()];
    if (FromBelow ? Now.isInt() : Now.IsCount)
      return end(FromBelow ? Now.Const.Int + Added : Added);
    if (std::optional<std::pair<ir::ValueId, int64_t>> Sum = asSum(F, V))
      return reach(Sum->first, Added + Sum->second);
    const ir::BlockId B = F.value(V).Block;
    const auto *Param = llvm::find(F.block(B).Params, V);
    if (F.definition(V) || B.index() == 0 || Param == F.block(B).Params.end()) {
      Known = false;
      return;
    }
    const unsigned Index = Param - F.block(B).Params.begin();
    for (const ir::Block &From : F.Blocks)
      for (const ir::Successor &Edge : F.inst(From.Insts.back()).Targets)
        if (Edge.Block == B)
          reach(Edge.Args[Index], Added);
  }

  const ir::Function &F;
  llvm::ArrayRef<Value> Values;
  const bool FromBelow;
  llvm::SmallVector<std::pair<ir::ValueId, int64_t>, 8> Reached;
  std::optional<int64_t> Result;
  bool Known = true;
};

/// `Less + Apart <= More`.
struct Order {
  ir::ValueId Less, More;
  int64_t Apart = 0;
  bool OnlyFromZero = false; ///< they are not equal: the one that counts up from 0 is the lesser
};

llvm::SmallVector<Order, 2> ordersOf(const ir::Inst &I, bool Holds) {
  if (I.Kind != ir::InstKind::Op || I.Args.size() != 2)
    return {};
  const ir::ValueId A = I.Args[0].Value, B = I.Args[1].Value;
  if (I.Name == "!=" || I.Name == "==") {
    const bool AreEqual = (I.Name == "==") == Holds;
    return {{A, B, !AreEqual, !AreEqual}, {B, A, !AreEqual, !AreEqual}};
  }
  const int Op = llvm::StringSwitch<int>(I.Name).Case("<", 1).Case("<=", 2).Case(">", 3).Case(">=", 4).Default(0);
  switch (Op) {
  case 1:
    return {Holds ? Order{A, B, 1} : Order{B, A, 0}};
  case 2:
    return {Holds ? Order{A, B, 0} : Order{B, A, 1}};
  case 3:
    return {Holds ? Order{B, A, 1} : Order{A, B, 0}};
  case 4:
    return {Holds ? Order{B, A, 0} : Order{A, B, 1}};
  default:
    return {};
  }
}

} // namespace

unsigned Counting::leastBetween(ir::ValueId Less, ir::ValueId More, int64_t Apart, bool OnlyFromZero) const {
  const std::optional<int64_t> Lowest = Bound(F, Values, /*FromBelow=*/true).of(Less);
  if (!Lowest || (OnlyFromZero && *Lowest != 0))
    return 0;
  const std::optional<int64_t> Highest = Bound(F, Values, /*FromBelow=*/false).of(More);
  const int64_t Least = Highest ? *Lowest + Apart - *Highest : 0;
  const unsigned OfAny = *Lowest + Apart > 0 ? leastIfAny(Values[More.index()]) : 0;
  return std::max<int64_t>(Least, OfAny);
}

unsigned Counting::leastIf(ir::ValueId Condition, bool Holds) const {
  const Value &Answer = Values[Condition.index()];
  unsigned Least = Holds ? leastIfAny(Answer) : Answer.IfNone;
  // `while (n--)`
  const ir::Inst *I = F.definition(Condition);
  if (!I || I->Kind != ir::InstKind::Op) {
    const std::optional<int64_t> Started =
        Holds ? Bound(F, Values, /*FromBelow=*/false).of(Condition) : std::optional<int64_t>();
    return std::max<int64_t>(Least, Started ? 1 - *Started : 0);
  }
  for (const Order &O : ordersOf(*I, Holds))
    Least = std::max(Least, leastBetween(O.Less, O.More, O.Apart, O.OnlyFromZero));
  return Least;
}

bool Counting::isEach(ir::ValueId V) const {
  if (Bound(F, Values, /*FromBelow=*/true).of(V) != 0 || F.definition(V))
    return false;
  return llvm::any_of(F.Insts, [&](const ir::Inst &I) {
    return llvm::any_of(ordersOf(I, /*Holds=*/true), [&](const Order &O) {
      return O.Less == V && O.Apart == 1 && Values[O.More.index()].is(Value::Kind::Number) &&
             Values[O.More.index()].IsCount;
    });
  });
}

unsigned Counting::leastIfAny(const Value &V, unsigned Depth) const {
  constexpr unsigned MaxDepth = 4;
  if (!V.is(Value::Kind::Object))
    return V.leastIfAny();
  const Object &O = Objects[V.Obj.index()];
  if (Depth == MaxDepth || O.K != Object::Kind::Allocated)
    return 0;
  // There is a round only if there is one over each.
  if (llvm::is_contained({"enumerate", "items", "zip"}, O.Class)) {
    unsigned Least = 0;
    for (const auto &[Key, Over] : Mem.of(V.Obj))
      Least = std::max(Least, leastIfAny(Over, Depth + 1));
    return Least;
  }
  std::optional<unsigned> Least;
  for (const auto &[Key, Held] : Mem.of(V.Obj))
    if (!isOwnField(Key.second))
      Least = std::min(Least.value_or(Held.leastBehind()), Held.leastBehind());
  return Least.value_or(0);
}

std::optional<Value> Counting::countOf(llvm::StringRef Function, const ir::Inst &I) const {
  llvm::SmallVector<Value, 2> Given;
  for (const ir::Arg &A : I.Args)
    Given.push_back(Values[A.Value.index()]);
  Value Number = Value::number();
  if (knowledge::countsUp({Function.data(), Function.size()}, Given.size()) && !Given.empty()) {
    const ir::ValueId Stop = I.Args[I.Args.size() == 1 ? 0 : 1].Value;
    const Value &Last = Values[Stop.index()];
    // One that counts down starts from above.
    const bool IsDown = Given.size() == 3 && Given[2].isInt() && Given[2].Const.Int < 0;
    const ir::ValueId Start = I.Args[0].Value;
    if (Given.size() > 1)
      Number.IfAny = IsDown ? leastBetween(Stop, Start, 1, false) : leastBetween(Start, Stop, 1, false);
    else if (const std::optional<int64_t> Most = Bound(F, Values, /*FromBelow=*/false).of(Stop))
      Number.IfAny = std::clamp<int64_t>(1 - *Most, 0, 2);
    if (Given.size() == 1)
      Number.IfAny = std::max<unsigned>(Number.IfAny, leastIfAny(Last));
    Number.IsCounted = Last.IsCount || Last.IsCounted;
  } else if (Function == "empty" && Given.size() == 1) {
    Number.IfNone = leastIfAny(Given[0]);
  } else if ((Function == "len" || Function == "size" || Function == "int") && Given.size() == 1) {
    Number = Given[0].is(Value::Kind::Number) && Given[0].IsCount ? Given[0] : Number;
    Number.IsCount |= Function != "int" && holdsOneForEach(F, Values, I.Args[0].Value);
    Number.IfAny = leastIfAny(Given[0]);
    Number.IsCounted = Given[0].IsCounted;
  } else if ((Function == "min" || Function == "max") && Given.size() > 1) {
    const auto Of = [&](const Value &V) { return leastIfAny(V); };
    const auto All = llvm::map_range(Given, Of);
    Number.IfAny = Function == "min" ? *llvm::max_element(All) : *llvm::min_element(All);
    Number.IsCounted = llvm::any_of(Given, [](const Value &V) { return V.IsCount || V.IsCounted; });
    if (!Number.IsCounted && llvm::all_of(Given, [](const Value &V) { return V.IfAny == 0; }))
      return std::nullopt;
  }
  const bool Says = Number.IsCount || Number.IsCounted || Number.IfAny != 0 || Number.IfNone != 0;
  return Says ? std::optional(Number) : std::nullopt;
}

bool holdsIndices(const ir::Function &F, llvm::ArrayRef<Value> Values, ir::ValueId V) {
  const ir::Inst *D = F.definition(V);
  auto IsRange = [&] {
    return D && D->Kind == ir::InstKind::Call && knowledge::countsUp({D->Name.data(), D->Name.size()}, D->Args.size());
  };
  auto IsList = [&] {
    const knowledge::Callable *C =
        D && D->Kind == ir::InstKind::Call ? knowledge::findFunction({D->Name.data(), D->Name.size()}) : nullptr;
    return D && D->Args.size() == 1 &&
           (D->Kind == ir::InstKind::MakeList ? D->Args[0].Keyword == "*"
                                              : C && C->Kind == knowledge::Action::NewContainer);
  };
  while (!IsRange() && IsList())
    D = F.definition(D->Args[0].Value);
  return IsRange() && D->Args.size() == 1 && Values[D->Args[0].Value.index()].IsCount;
}

/// True if V is a list to which each accelerator adds an element, and nobody else: `[f"cuda:{i}" for i in range(n)]`.
static bool listsAccelerators(const ir::Function &F, llvm::ArrayRef<Value> Values, ir::ValueId V) {
  const ir::Inst *Made = F.definition(V);
  if (!Made || Made->Kind != ir::InstKind::MakeList || !Made->Args.empty())
    return false;
  bool Adds = false;
  for (const ir::Inst &I : F.Insts) {
    if (I.Kind != ir::InstKind::Invoke || I.Args[0].Value != V)
      continue;
    if (I.Name != "append")
      return false;
    // In each round, whatever that does.
    const bool IsInRound = llvm::any_of(F.block(I.Parent).Insts, [&](ir::InstId Id) {
      const ir::Inst &Next = F.inst(Id);
      const ir::Inst *Over = Next.Kind == ir::InstKind::Next ? F.definition(Next.Args[0].Value) : nullptr;
      return Over && Over->Kind == ir::InstKind::Iterate && holdsIndices(F, Values, Over->Args[0].Value);
    });
    if (!IsInRound)
      return false;
    Adds = true;
  }
  return Adds;
}

bool holdsOneForEach(const ir::Function &F, llvm::ArrayRef<Value> Values, ir::ValueId V) {
  return holdsIndices(F, Values, V) || listsAccelerators(F, Values, V);
}

void supposeLeast(State &S, unsigned Accelerators) {
  if (Accelerators > 0)
    S.suppose(Literal::available());
  if (Accelerators > 1)
    S.suppose(Literal::multi());
}

Value putInWhere(const Cube &Path, Value V) {
  const unsigned Least = Path.contains(Literal::multi()) ? 2 : Path.contains(Literal::available()) ? 1 : 0;
  V.Behind = std::max<unsigned>(V.Behind, Least);
  return V;
}

void countOperands(Value &Number, llvm::StringRef Name, llvm::ArrayRef<Value> Operands) {
  Name = Name.take_until([](char C) { return C == '='; });
  // What is left of a division by the number of accelerators is the index of one.
  const bool Counts = Name != "%" && llvm::any_of(Operands, [](const Value &V) { return V.IsCount || V.IsCounted; });
  Number.IsCounted |= Counts;
  if (Operands.size() != 2)
    return;
  const unsigned First = Operands[0].leastIfAny(), Second = Operands[1].leastIfAny();
  if (Name == "+")
    Number.IfAny = std::min(First, Second);
  else if (Name == "*")
    Number.IfAny = std::max(First, Second);
  else if (Name == "/" || Name == "//" || Name == ">>")
    Number.IfAny = First;
}

} // namespace devtidy::dataflow
