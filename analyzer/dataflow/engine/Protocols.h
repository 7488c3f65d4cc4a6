//===- Protocols.h - Methods that the language calls, and generators ------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A call of a function that yields gives a list of what it yields, of which nobody knows the length. A loop over an
// object of the program calls the methods that its class has for that.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_ENGINE_PROTOCOLS_H
#define DEVTIDY_DATAFLOW_ENGINE_PROTOCOLS_H

#include "dataflow/state/Program.h"

namespace devtidy::dataflow {

class FunctionFrame;
class FunctionSolver;

/// What the method gives that the language calls for Id, if the class of Of has one.
std::optional<Value> callProtocol(FunctionSolver &Solver, ir::InstId Id, const Value &Of, llvm::StringRef Method,
                                  State &S);

/// The same of what Id has no operand for: the part of that number of what it goes over.
std::optional<Value> callProtocolOfPart(FunctionSolver &Solver, ir::InstId Id, const Value &Of, llvm::StringRef Method,
                                        unsigned Number, State &S);

/// A function that may be a generator, and lists that generators made.
class Generators {
public:
  explicit Generators(FunctionFrame &In) : In(In) {}

  /// V is yielded where S holds.
  void yield(const Value &V, const State &S);
  /// Says in Sum what a call gives; false if the function is no generator.
  bool summarize(Summary &Sum);
  /// An element of List as it is in the round that Next begins.
  Value inThisRound(ObjectId List, const Value &Element, ir::InstId Next, State &S);

private:
  FunctionFrame &In;
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_ENGINE_PROTOCOLS_H
