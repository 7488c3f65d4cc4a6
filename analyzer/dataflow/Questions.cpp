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
  auto [Op, Text] = Words.drop_front().split(' ');
  int64_t N = 0;
  const bool IsNumber = !Text.getAsInteger(10, N);
  if (V.IsCount && IsNumber)
    return askCount(Op, N);
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

std::optional<Value> FunctionSolver::question(llvm::StringRef Op, const Value &A, const Value &B) {
  if (Op == "in" || Op == "not in") {
    if (!A.isString())
      return std::nullopt;
    // "cuda" in x.type()
    std::optional<knowledge::Device> D = knowledge::parseDevice({A.Const.Text.data(), A.Const.Text.size()});
    const bool IsPlace = B.is(Value::Kind::Options) || B.is(Value::Kind::Device);
    std::optional<Value> Told = D && IsPlace && !B.Partial ? typeAnswer(B, D->Type) : std::nullopt;
    Value Found = Told ? *Told : ask((" in " + A.Const.Text).str(), B);
    return Op == "in" ? Found : negated(std::move(Found));
  }
  const Value &Constant = A.isInt() ? A : B, &Other = A.isInt() ? B : A;
  if (!Constant.isInt())
    return std::nullopt;
  if (A.isInt())
    Op = swapped(Op);
  auto [Asked, Negated] = llvm::StringSwitch<std::pair<llvm::StringRef, bool>>(Op)
                              .Cases({"==", "is"}, {"==", false})
                              .Cases({"!=", "is not"}, {"==", true})
                              .Case("<", {">=", true})
                              .Case("<=", {">", true})
                              .Cases({">", ">="}, {Op, false})
                              .Default({"", false});
  if (Asked.empty())
    return std::nullopt;
  Value Answer = ask((" " + Asked + " " + llvm::itostr(Constant.Const.Int)).str(), Other);
  return Negated ? negated(std::move(Answer)) : Answer;
}

} // namespace devtidy::dataflow
