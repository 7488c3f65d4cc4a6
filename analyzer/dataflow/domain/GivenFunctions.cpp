//===- GivenFunctions.cpp - Functions that a function is given ------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/domain/GivenFunctions.h"

namespace devtidy::dataflow {

GivenFunctions::Key GivenFunctions::key() const {
  Key K;
  K.second = Derived.str();
  for (const auto &[P, V] : Given)
    if (V.isOneOfSeveral())
      for (const Value &Part : *V.Elements)
        K.first.emplace_back(P.index(), Part.Func, 0);
    else
      K.first.emplace_back(P.index(), V.Func, V.Func ? 0 : V.Path.index());
  return K;
}

} // namespace devtidy::dataflow
