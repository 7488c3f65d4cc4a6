//===- Demand.cpp - Which operands meet ----------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/judge/Demand.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

Rows rowsOf(const Side &A, const Side &B) {
  if (A.Position == B.Position)
    return Rows::Other;
  // A list about which nothing is known, or that holds several places: none of its elements is sure to meet the other.
  auto IsOpen = [](const Side &X) {
    return X.IsList || X.Row == Side::UnknownRow || (X.Row == Side::EveryRow && X.IsElement && X.P.terms().size() > 1);
  };
  auto IsList = [](const Side &X) { return X.IsList || X.IsElement || X.Row != Side::EveryRow; };
  if ((IsOpen(A) && IsList(B)) || (IsOpen(B) && IsList(A)))
    return Rows::Unknown;
  return A.Row == Side::EveryRow || B.Row == Side::EveryRow || A.Row == B.Row ? Rows::Same : Rows::Other;
}

int Side::rowOf(const Memory &Mem, ObjectId List, llvm::StringRef Field) {
  unsigned Index = 0;
  if (!Field.getAsInteger(10, Index))
    return static_cast<int>(Index);
  // What was appended to elements that are known comes after them.
  bool IsAll = llvm::none_of(Mem.of(List), [](const auto &Entry) { return Entry.first.second == "0"; });
  return IsAll ? EveryRow : UnknownRow;
}

} // namespace devtidy::dataflow
