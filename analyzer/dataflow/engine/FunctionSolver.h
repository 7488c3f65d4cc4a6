//===- FunctionSolver.h - One function to its fixed point ---------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Visits blocks in reverse post-order until nothing changes: joins the states of incoming edges (BlockEntry), runs the
// transfer function of each instruction (Transfer), and guards what flows on by the branch's literal (Narrowing). SSA
// values are solved once for the whole function; memory and path condition per block. Each visit of a block records its
// events and demands anew; at the fixed point these are the function's.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_ENGINE_FUNCTIONSOLVER_H
#define DEVTIDY_DATAFLOW_ENGINE_FUNCTIONSOLVER_H

#include "dataflow/engine/Resolve.h"
#include "dataflow/engine/Swallowing.h"
#include "dataflow/state/EdgeStates.h"
#include "dataflow/state/FunctionFrame.h"
#include "dataflow/state/Narrowing.h"

namespace devtidy::dataflow {

class FunctionSolver : public FunctionFrame {
public:
  FunctionSolver(Program &Prog, SolvedFunction &Out, bool KeepsEvents) : FunctionFrame(Prog, Out, KeepsEvents) {}

  void run();

  //===--- For who looks at one instruction ---===//
  /// S, where Branch begins, becomes what holds on its edge of that number.
  void takeBranch(State &S, const ir::Inst &Branch, unsigned Edge);
  /// V is Positive from here on. False if that cannot be.
  bool assume(State &S, ir::ValueId V, bool Positive) { return Narrowing(*this, Flow, S).assume(V, Positive); }
  /// Does what the call does, and gives what it gives.
  Value call(ir::InstId Id, State &S);
  /// The same of a call of a function with a body.
  Value instantiate(ir::InstId Id, const Program::Entry &Callee, llvm::ArrayRef<Value> Actuals, State &S, Event &E);
  /// The same of a call of which nothing is known: what it is given may change.
  Value unknownCall(ir::InstId Id, State &S);
  /// The same of what the tables know.
  Value known(ir::InstId Id, const knowledge::Callable &C, State &S, Event &E);
  /// The same of a module of the library, or of what may be one.
  Value forward(ir::InstId Id, State &S, Event &E);
  /// The same of what calls the parts that O holds in turn, with Input; nothing if none of them is of the program.
  std::optional<Value> callInTurn(ir::InstId Id, ObjectId O, Value Input, State &S, const Event &E, unsigned Depth = 0);
  /// The same of a method of something that Id has no operand for, the one of that number: of what enumerate goes over.
  Value callOfPart(ir::InstId Id, const Program::Entry &Method, llvm::ArrayRef<Value> Actuals, unsigned Number,
                   State &S);
  Value construct(ir::InstId Id, const Resolution &R, State &S, Event &E);
  /// `super().__init__(8, 8)`, where no constructor of the run is meant; nothing for other calls.
  std::optional<Value> constructBase(ir::InstId Id, llvm::ArrayRef<Value> Actuals, State &S);
  /// A method of each of several modules, which have bodies in the program, or one of several functions.
  /// IsBelieved: as of callOneOf.
  Value callEach(ir::InstId Id, std::vector<Value> Actuals, State &S, Event &E, bool IsBelieved = false);
  /// A call of one of Several: Call does what a call of the part of that number does, in a state of its own.
  /// IsBelieved: nobody here has chosen one.
  Value callOneOf(ir::InstId Id, const Value &Several, State &S, llvm::function_ref<Value(unsigned, State &)> Call,
                  bool IsBelieved = false);
  /// What meets beside the operands of an operator.
  void meetAround(ir::InstId Id, Event &E, State &S);
  /// True if an accelerator is available wherever S holds.
  bool hasAccelerator(const State &S);
  /// What a function with a body is given here, for Solutions::calls.
  void noteCall(const ir::Function &Callee, llvm::ArrayRef<Value> Actuals, State &S);

private:
  /// To the fixed point; false if there are too many visits.
  bool solve();
  /// So that there is an end: tensors are where they were found before as well; what still changes is lost.
  enum class Haste : uint8_t { None, Joins, Loses };
  /// What others have to be visited again for, after a block was.
  struct BlockChange {
    bool Values = false; ///< of the block's parameters and instructions: whatever uses them
    bool Edges = false;  ///< what flows out: the successors
  };
  BlockChange visit(ir::BlockId B, Haste H);
  void makeParameters(State &S);
  void finishSummary();
  void noteRounds(Summary &Sum);

  EdgeStates Flow{*this};
  Swallowing Swallowed{Prog, F};
  /// The answer of hasAccelerator, for it is asked at each call of a block.
  struct {
    Cube Path;
    unsigned Changes = ~0U; ///< of conditions, when it was asked
    bool Answer = false;
  } LastAsked;
  unsigned Alternative = 0; ///< which of several callees of an instruction is looked at
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_ENGINE_FUNCTIONSOLVER_H
