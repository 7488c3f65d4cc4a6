//===- Counting.cpp - What variables that count say of the accelerators ---===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/Counting.h"
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

int64_t leastAccelerators(const ir::Function &F, llvm::ArrayRef<Value> Values, ir::ValueId Condition, bool Holds) {
  auto Most = [&](ir::ValueId V) { return Bound(F, Values, /*FromBelow=*/false).of(V); };
  int64_t Least = 0;
  // `while (n--)`
  const ir::Inst *I = F.definition(Condition);
  if (!I || I->Kind != ir::InstKind::Op) {
    const std::optional<int64_t> Started = Holds ? Most(Condition) : std::nullopt;
    return Started ? 1 - *Started : 0;
  }
  for (const Order &O : ordersOf(*I, Holds)) {
    const std::optional<int64_t> Highest = Most(O.More);
    const std::optional<int64_t> Lowest =
        Highest ? Bound(F, Values, /*FromBelow=*/true).of(O.Less) : std::optional<int64_t>();
    if (Lowest && (!O.OnlyFromZero || *Lowest == 0))
      Least = std::max(Least, *Lowest + O.Apart - *Highest);
  }
  return Least;
}

} // namespace devtidy::dataflow
