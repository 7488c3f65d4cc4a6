//===- Returned.cpp - One of several values that a caller tells apart -----===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/calls/Returned.h"
#include "dataflow/state/Program.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

/// True if a question about what the function is given is part of Guard.
static bool asksForGiven(const Program &Prog, const Cube &Guard) {
  using Kind = Condition::Kind;
  return llvm::any_of(Guard.literals(), [&](Literal L) {
    const Condition &C = Prog.Conditions[L.condition()];
    return (C.K == Kind::IsNone || C.K == Kind::Truth || C.K == Kind::Equals) &&
           Prog.Paths[Prog.Paths.root(C.P)].Kind == Path::Root::Param;
  });
}

Value toldByCaller(const Program &Prog, llvm::ArrayRef<std::pair<Value, Cube>> Parts) {
  constexpr unsigned MaxParts = 4;
  const auto IsKnown = [](const auto &Part) {
    using Kind = Value::Kind;
    const Value &V = Part.first;
    return V.isTensor() || V.is(Kind::Device) || V.is(Kind::Tuple) || V.is(Kind::Object);
  };
  if (Parts.size() < 2 || Parts.size() > MaxParts || llvm::none_of(Parts, IsKnown))
    return Value::unknown();
  std::vector<Value> Elements;
  std::vector<Cube> Guards;
  for (const auto &[V, Guard] : Parts) {
    if (Guard.size() > Cube::MaxTerm || !asksForGiven(Prog, Guard))
      return Value::unknown();
    Elements.push_back(V);
    Guards.push_back(Guard);
  }
  Value R = Value::unknown();
  R.Elements = std::make_shared<const std::vector<Value>>(std::move(Elements));
  R.Guards = std::make_shared<const std::vector<Cube>>(std::move(Guards));
  return R;
}

} // namespace devtidy::dataflow
