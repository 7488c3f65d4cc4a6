//===- Rows.cpp - Operations that take lists element by element ---------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/engine/Rows.h"
#include "dataflow/judge/MeetingPlace.h"
#include "dataflow/state/FunctionFrame.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

/// Where element N of a list stands in memory; more are not told apart.
static constexpr llvm::StringLiteral Places[] = {"0", "1", "2", "3", "4", "5", "6", "7"};

Value RowResult::each(llvm::ArrayRef<Side> Sides) {
  ObjectId List = In.Objects.allocated(Id, 0, "list");
  // broadcast_tensors gives all of them the dimensions of the largest, meshgrid as many as it is given.
  Rank Dim = Rank::Zero;
  for (const Side &X : Sides)
    Dim = Dim.larger(X.Dim);
  if (In.inst(Id).Name.ends_with("meshgrid"))
    Dim = Rank::atLeast(std::max(1, static_cast<int>(Sides.size())));
  for (const Side &X : Sides) {
    bool IsArgument = X.Row == Side::EveryRow && !X.IsList && !X.IsElement;
    unsigned Row = X.Row >= 0 ? X.Row : IsArgument ? X.Position : std::size(Places);
    Value V = Value::tensor(X.P, Dim);
    if (Row < std::size(Places))
      S.Mem.set({List, Places[Row]}, V);
    else
      S.Mem.set({List, ElementField}, Sides.size() == 1 ? V : Value::unknown());
  }
  return Value::object(List);
}

Value RowResult::met(const Demand &D, knowledge::ResultRule Result) {
  ObjectId List = In.Objects.allocated(Id, 0, "list");
  // These make a number of each tensor.
  bool Reduces = D.Name == "_foreach_norm" || D.Name == "_foreach_max" || D.Name == "_foreach_powsum";
  auto Met = [&](llvm::function_ref<bool(const Side &)> IsMeant) {
    Demand Row = D;
    Row.Rule = knowledge::DeviceRule::Iterator;
    llvm::erase_if(Row.Sides, [&](const Side &X) { return !IsMeant(X); });
    if (Row.Sides.empty())
      return Value::unknown();
    Rank Dim = Row.Sides[0].Dim;
    for (const Side &X : Row.Sides)
      Dim = Dim.larger(X.Dim);
    bool IsFirst = Result == knowledge::ResultRule::First;
    return Value::tensor(IsFirst ? Row.Sides[0].P : meetingPlace(Row, In.Prog.Conditions, In.Prog.Paths),
                         Reduces ? Rank::Zero : Dim);
  };
  auto IsOpen = [](const Side &X) { return X.IsList || X.Row == Side::UnknownRow; };
  int Count = 0;
  for (const Side &X : D.Sides)
    Count = std::max(Count, X.Row + 1);
  if (Count > static_cast<int>(std::size(Places)) || llvm::any_of(D.Sides, IsOpen))
    S.Mem.set({List, ElementField}, Value::unknown());
  else if (Count == 0)
    S.Mem.set({List, ElementField}, Met([](const Side &) { return true; }));
  for (int N = 0; N < Count && !S.Mem.has({List, ElementField}); ++N)
    S.Mem.set({List, Places[N]}, Met([&](const Side &X) { return X.Row == N || X.Row == Side::EveryRow; }));
  return Value::object(List);
}

} // namespace devtidy::dataflow
