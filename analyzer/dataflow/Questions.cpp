//===- Questions.cpp - Comparisons with constants -------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `args.gpu >= 0` asks what stands in one place. Whoever asks again, in the same function or in one that is called with
// it, gets the same answer, as with a flag: the answer is a path below that place. An operator and its opposite are one
// question, so that `gpu < 0` is the answer No to `gpu >= 0`.
//
//===----------------------------------------------------------------------===//

#include "dataflow/FunctionSolver.h"
#include "knowledge/Builtins.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

namespace devtidy::dataflow {

namespace {

/// What B Op A is as a comparison of A with B.
llvm::StringRef swapped(llvm::StringRef Op) {
  return llvm::StringSwitch<llvm::StringRef>(Op)
      .Case("<", ">")
      .Case(">", "<")
      .Case("<=", ">=")
      .Case(">=", "<=")
      .Default(Op);
}

/// Whether there are at least K accelerators.
Value atLeast(int64_t K) {
  if (K <= 0)
    return Value::boolean(true);
  return Value::literal(K == 1 ? Literal::available() : Literal::multi());
}

/// device_count() > 0, >= 1, > 1, == 0, ...
Value askCount(llvm::StringRef Op, int64_t N) {
  if (Op == ">")
    return atLeast(N + 1);
  if (Op == ">=")
    return atLeast(N);
  if (N != 0)
    return Value::number();
  Value Any = atLeast(1); // == 0
  Any.Cond = ~*Any.Cond;
  return Any;
}

/// `i + 1` as `i` and 1.
std::pair<ir::ValueId, int64_t> asSum(const ir::Function &F, ir::ValueId V) {
  const ir::Inst *Sum = F.definition(V);
  if (!Sum || Sum->Kind != ir::InstKind::Op || Sum->Args.size() != 2 || (Sum->Name != "+" && Sum->Name != "-"))
    return {V, 0};
  const bool IsMinus = Sum->Name == "-";
  for (unsigned N : {1U, 0U}) {
    const ir::Inst *Added = F.definition(Sum->Args[N].Value);
    if (Added && Added->Kind == ir::InstKind::Const && Added->Const.K == ir::Constant::Kind::Int &&
        (N == 1 || !IsMinus))
      return {Sum->Args[1 - N].Value, IsMinus ? -Added->Const.Int : Added->Const.Int};
  }
  return {V, 0};
}

/// True if V is `range(n)`, or a list of it, and n is the number of accelerators.
bool countsAccelerators(const ir::Function &F, llvm::ArrayRef<Value> Values, ir::ValueId V) {
  const ir::Inst *D = F.definition(V);
  auto IsRange = [&] {
    return D && D->Kind == ir::InstKind::Call && knowledge::countsUp({D->Name.data(), D->Name.size()});
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

/// An ordering as `>` or `>=`, and whether that asks for the opposite.
std::pair<llvm::StringRef, bool> asGreater(llvm::StringRef Op) {
  return llvm::StringSwitch<std::pair<llvm::StringRef, bool>>(Op)
      .Case("<", {">=", true})
      .Case("<=", {">", true})
      .Cases({">", ">="}, {Op, false})
      .Default({"", false});
}

} // namespace

Value FunctionSolver::negated(Value V) {
  if (std::optional<bool> T = V.truth())
    return Value::boolean(!*T);
  if (V.Cond)
    V.Cond = ~*V.Cond;
  return V;
}

Value FunctionSolver::ask(llvm::StringRef Words, const Value &V) {
  if (Words.starts_with(" @"))
    return Value::number();
  if (Words == " len") {
    Value Length = Value::number();
    Length.Path = V.isPlainPath() ? Prog.Paths.question(V.Path, Words) : PathId();
    return Length;
  }
  if (Words == PlaceQuestion)
    if (placeOfType(V) || (V.is(Value::Kind::Number) && !V.Path) || V.isNone())
      return Value::boolean(placeOfType(V).has_value());
  auto [Op, Text] = Words.drop_front().split(' ');
  if (llvm::SmallVector<llvm::StringRef, 4> Types; Op == "is") {
    Text.split(Types, ' ');
    if (std::optional<bool> Is = isBuiltin(V, Types))
      return Value::boolean(*Is);
  }
  int64_t N = 0;
  const bool IsNumber = !Text.getAsInteger(10, N);
  if (V.IsCount && IsNumber)
    return askCount(Op, N);
  if (V.isInt() && Op == "counts")
    return atLeast(V.Const.Int + N);
  if (V.isInt() && IsNumber)
    return Value::boolean(Op == ">" ? V.Const.Int > N : Op == ">=" ? V.Const.Int >= N : V.Const.Int == N);
  // None, True or another kind of number.
  if (V.is(Value::Kind::Constant) && V.Const.K != ir::Constant::Kind::Float && IsNumber && Op == "==")
    return V.Const.K == ir::Constant::Kind::Bool ? Value::boolean(V.Const.Int == N) : Value::boolean(false);
  if (V.isString() && Op == "in")
    return Value::boolean(V.Const.Text.contains(Text));
  PathId Answer = V.isPlainPath() ? Prog.Paths.question(V.Path, Words) : PathId();
  return Answer ? Value::literal(Prog.truthOf(Answer)) : Value::number();
}

std::optional<Value> FunctionSolver::question(const ir::Inst &I, const Value &A, const Value &B) {
  llvm::StringRef Op = I.Name;
  if (Op == "in" || Op == "not in") {
    // 0 in range(torch.cuda.device_count())
    if (I.Args.size() == 2 && countsAccelerators(F, Values, I.Args[1].Value)) {
      Value Found = ask(" counts 1", A);
      return Op == "in" ? Found : negated(std::move(Found));
    }
    if (!A.isString())
      return std::nullopt;
    // "cuda" in x.type()
    std::optional<knowledge::Device> D = knowledge::parseDevice({A.Const.Text.data(), A.Const.Text.size()});
    const bool IsPlace = B.is(Value::Kind::Options) || B.is(Value::Kind::Device);
    std::optional<Value> Told = D && IsPlace && !B.Partial ? flags().isOnType(B, D->Type) : std::nullopt;
    Value Found = Told ? *Told : ask((" in " + A.Const.Text).str(), B);
    return Op == "in" ? Found : negated(std::move(Found));
  }
  const Value &Constant = A.isInt() ? A : B, &Other = A.isInt() ? B : A;
  const bool HasCount = A.IsCount != B.IsCount;
  if (!Constant.isInt() && !HasCount)
    return std::nullopt;
  if (HasCount ? B.IsCount : A.isInt())
    Op = swapped(Op);
  auto [Asked, Negated] = asGreater(Op);
  if (HasCount && !Constant.isInt()) {
    // device_count() > i: are there more than the index says that somebody will hand in?
    auto [Index, Added] = asSum(F, I.Args[A.IsCount ? 1 : 0].Value);
    if (Asked.empty())
      return std::nullopt;
    Value Answer = ask((" counts " + llvm::Twine(Asked == ">" ? Added + 1 : Added)).str(), Values[Index.index()]);
    return Negated ? negated(std::move(Answer)) : Answer;
  }
  if (Asked.empty() && llvm::is_contained({"==", "is", "!=", "is not"}, Op)) {
    Negated = Op.front() == '!' || Op == "is not";
    Asked = "==";
  }
  if (Asked.empty())
    return std::nullopt;
  Value Answer = ask((" " + Asked + " " + llvm::itostr(Constant.Const.Int)).str(), Other);
  return Negated ? negated(std::move(Answer)) : Answer;
}

} // namespace devtidy::dataflow
