//===- GivenFunctions.h - Functions that a function is given --------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `def evaluate(model, x, metric): return metric(model(x))`: what evaluate does with x is what the metric does. A
// function that calls something that it was given is solved once more for each function that callers give it.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_DOMAIN_GIVENFUNCTIONS_H
#define DEVTIDY_DATAFLOW_DOMAIN_GIVENFUNCTIONS_H

#include "dataflow/domain/Value.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace devtidy::dataflow {

/// Functions of the program or of a library, by the path of a function's own where it is given them: as arguments, as
/// members, or as methods of the object.
class GivenFunctions {
public:
  /// Of is a path of the function: a parameter, `self.metric`.
  void add(PathId Of, Value Function) { Given.emplace_back(Of, std::move(Function)); }
  bool empty() const { return Given.empty() && Derived.empty(); }
  /// The object of the method is of this class, which derives from the method's own and replaces what that calls.
  void setDerived(llvm::StringRef Class) { Derived = Class; }
  /// The same of a class that only says what members are which the method reads.
  void setSaying(llvm::StringRef Class) {
    Derived = Class;
    OnlySays = true;
  }
  bool onlySays() const { return OnlySays; }
  /// "" if the method's own class says enough.
  llvm::StringRef derived() const { return Derived; }
  /// The function that is given there; null if none is.
  const Value *at(PathId P) const {
    const auto *It = llvm::find_if(Given, [&](const auto &X) { return X.first == P; });
    return It == Given.end() ? nullptr : &It->second;
  }
  /// Tells what is given apart: a function by its body, or by its name.
  using Key = std::pair<std::vector<std::tuple<uint32_t, const ir::Function *, uint32_t>>, std::string>;
  Key key() const;

private:
  llvm::SmallVector<std::pair<PathId, Value>, 0> Given;
  llvm::StringRef Derived;
  bool OnlySays = false;
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_DOMAIN_GIVENFUNCTIONS_H
