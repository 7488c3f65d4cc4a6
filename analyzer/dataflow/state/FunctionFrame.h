//===- FunctionFrame.h - The function that is being solved ----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What everybody shares who looks at one instruction of a function: its values and objects so far, its loops, and what
// is written down of it. FunctionSolver owns it, visits blocks and makes calls; who is given a frame does neither.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_STATE_FUNCTIONFRAME_H
#define DEVTIDY_DATAFLOW_STATE_FUNCTIONFRAME_H

#include "dataflow/domain/Alternatives.h"
#include "dataflow/state/Choices.h"
#include "dataflow/state/Counting.h"
#include "dataflow/state/Fields.h"
#include "dataflow/state/Flags.h"
#include "dataflow/state/MeantCall.h"
#include "dataflow/state/Placing.h"
#include "dataflow/state/Questions.h"
#include "dataflow/state/Ranks.h"
#include "dataflow/state/Records.h"
#include "dataflow/state/Residence.h"
#include "dataflow/state/Rounds.h"
#include "dataflow/state/Uses.h"

namespace devtidy::dataflow {

class FunctionFrame : public BlockOrder {
public:
  FunctionFrame(Program &Prog, SolvedFunction &Out, bool KeepsEvents)
      : BlockOrder(*Out.F), Prog(Prog), M(*Out.M), Out(Out), Values(F.Values.size()), Record(Prog, Out, KeepsEvents),
        Used(Prog, Out) {}
  FunctionFrame(const FunctionFrame &) = delete;

  //===--- An instruction ---===//
  /// The instruction; while a call is looked at as another, that one.
  const ir::Inst &inst(ir::InstId Id) const { return Meant.inst(Id); }
  /// The value of an argument, as what holds in S narrows it.
  Value operand(const ir::Arg &A, const State &S);
  /// Operands as they are where S holds, for those who only read them.
  auto reader(const State &S) {
    return [this, &S](const ir::Arg &A) { return operand(A, S); };
  }
  const Step *stepAt(StepKind K, ir::InstId Id, llvm::StringRef Subject = {}, const Step *Previous = nullptr);
  ir::Type staticType(ir::ValueId V) const { return V ? Prog.Types.meaning(F.value(V).StaticType) : ir::Type(); }

  //===--- Objects ---===//
  const Object &object(ObjectId O) const { return Objects[O]; }
  bool isModuleObject(ObjectId O) const { return Prog.Types.isModuleClass(object(O).Class); }
  bool isModule(const Value &V) const { return V.is(Value::Kind::Object) && isModuleObject(V.Obj); }
  /// True if O stands for what all rounds of a loop made that is over here.
  bool isOfRounds(ObjectId O) { return Rounding.isOfRounds(object(O), Record.here()); }
  /// A module is built here: what unknown calls give is taken to be where its other parts are, as nearly always it is.
  bool isBuilding() const { return !M.declaresTypes() && Prog.Links.isBuilder(F) && Prog.Types.isModuleClass(F.Class); }

  //===--- Who knows more, at a point where S holds ---===//
  Fields fields(State &S) { return {*this, S}; }
  Residence residence(State &S) { return {*this, S}; }
  /// Where V is when an operator uses it; unknown for values that are no tensors, modules or containers of them.
  Placement placementOf(State &S, const Value &V) { return Placing(*this, S).of(V); }
  Questions questions(const State &S) { return {Prog, F, Values, Objects, S.Mem}; }
  Counting counting(const State &S) const { return {F, Values, Objects.all(), S.Mem}; }
  Ranks ranks() const { return {Prog, F, Values, Objects.all()}; }
  Flags flags() { return {Prog, F}; }
  Choices choices() const { return {Prog, Objects}; }

  Program &Prog;
  const ir::Module &M;
  SolvedFunction &Out;
  std::vector<Value> Values; ///< by ValueId
  ObjectTable Objects;
  Rounds Rounding{Prog, *this};
  Records Record;
  Uses Used;
  MeantCall Meant{F};
  ObjectId Self; ///< receiver of a method, if it is an object
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_STATE_FUNCTIONFRAME_H
