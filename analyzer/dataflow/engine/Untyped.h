//===- Untyped.h - Operands that may or may not be tensors ----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A parameter without a type is a tensor if something is done with it that only tensors allow. `x + y` is not such a
// thing: what it gives, and whether it fails, is for the callers to say.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_ENGINE_UNTYPED_H
#define DEVTIDY_DATAFLOW_ENGINE_UNTYPED_H

#include "dataflow/state/Program.h"

namespace devtidy::dataflow {

class FunctionFrame;

/// One operation with values that are no tensors, as far as is known. If callers give some, they meet.
class UntypedOperation {
public:
  UntypedOperation(FunctionFrame &In, ir::InstId Id, State &S);

  /// What an operator gives of Actuals.
  Value run(llvm::ArrayRef<Value> Actuals);
  /// A method that tensors and other arrays have, of a value that may be either. What it is given may be tensors where
  /// the operator of that name takes some.
  Value method();
  /// `values[index]` of what may be a tensor, a list or a table. Where callers give tensors, they meet.
  void index();

private:
  void demand();
  Value arithmetic(llvm::ArrayRef<Value> Actuals);
  /// Lists that are added: a new one, or the first, has the elements of both.
  std::optional<Value> concatenated(llvm::ArrayRef<Value> Lists);
  /// What an operation gives of what Met is: the same place, another value.
  Value computedFrom(PathId Met);
  /// The same of an operation with numbers.
  std::optional<Value> computedFrom(llvm::ArrayRef<Value> Actuals);
  /// What an operation gives of each that the value may be; nothing if it may be something else than tensors.
  std::optional<Value> eachComputed(const Value &Several, llvm::function_ref<Value(Value)> Finish);
  /// What a comparison gives if callers give tensors to be compared: a tensor, where they are. Answer is what it gives
  /// otherwise.
  Value comparedTensors(llvm::ArrayRef<Value> Actuals, Value Answer);

  FunctionFrame &In;
  Program &Prog;
  const ir::Inst &I;
  const ir::InstId Id;
  State &S;
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_ENGINE_UNTYPED_H
