//===- Transfer.h - What one instruction does to values and memory -------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_ENGINE_TRANSFER_H
#define DEVTIDY_DATAFLOW_ENGINE_TRANSFER_H

#include "dataflow/domain/Memory.h"
#include "ir/Function.h"

namespace devtidy::dataflow {

class FunctionSolver;

/// One instruction where S holds: what it gives, and what S is afterwards. Calls are done by CallDispatch.
class Transfer {
public:
  Transfer(FunctionSolver &Solver, ir::InstId Id, State &S);

  Value run();

private:
  Value operand(unsigned N);
  /// A value of the result's type of which nothing is known.
  Value unknown();
  /// A device that is spelled with a number; nothing if the instruction spells none.
  std::optional<Value> spelledDevice();
  Value runMemory();
  void noteDereference();
  Value runIteration();
  Value runScope();
  std::optional<int64_t> writtenRows(ir::ValueId V) const;
  Value makeTuple();
  Value closure();
  Value unpack();
  Value hasNext();
  void setField();
  void setFieldOf(const Value &O);
  void setItem();
  void setItemOf(const Value &O, const Value &Index, Value V);
  void setElement(const Value &O, const Value &Index, const Value &V);
  Value getField();
  Value getFieldOf(ObjectId O);
  Value getItem();
  Value getItemOf(const Value &O, const Value &Index);
  std::optional<Value> byPattern(const Value &O, const Value &Index);
  Value getItemOfTensor(const Value &O);

  FunctionSolver &Solver;
  const ir::Inst &I;
  const ir::InstId Id;
  State &S;
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_ENGINE_TRANSFER_H
