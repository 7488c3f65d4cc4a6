//===- CallFrame.h - One call, as the rule of a concept sees it ----------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The only door of a concept: what is called and with what, the state at hand, and what may be done to it. A rule reads
// operands, reads and writes the state, and records; it does not look at other blocks, nor change another function.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_ENGINE_CALLFRAME_H
#define DEVTIDY_DATAFLOW_ENGINE_CALLFRAME_H

#include "dataflow/state/Counting.h"
#include "dataflow/state/Program.h"

namespace devtidy::dataflow {

class FunctionSolver;

class CallFrame {
public:
  CallFrame(FunctionSolver &Solver, ir::InstId Id, const knowledge::Callable &C, State &S, Event &E);
  /// An object of a library's class is made, or what a call gave meets something.
  CallFrame(FunctionSolver &Solver, ir::InstId Id, const knowledge::ClassInfo *Class, Value Self, State &S, Event &E);
  CallFrame(const CallFrame &) = delete;
  CallFrame &operator=(const CallFrame &) = delete;

  const ir::Inst &I;
  const ir::InstId Id;
  const knowledge::Callable &C; ///< what is called
  State &S;
  Event &E;               ///< what checks will read of the call
  const ir::Arg *SelfArg; ///< the argument that plays self, else the receiver; null if there is none
  Value Self;             ///< its value; nowhere if there is none
  const ir::Type T;       ///< the static type of the result

  //===--- What is given ---===//
  /// The argument that plays Role; null if it was not given.
  const ir::Arg *argument(llvm::StringRef Role) const;
  Value operand(const ir::Arg &A);
  /// The operand of the argument that plays Role; unknown if it was not given.
  Value given(llvm::StringRef Role);
  /// A value as it was computed, whatever memory holds now.
  const Value &computed(ir::ValueId V) const;
  const ir::Inst *definition(ir::ValueId V) const;
  /// The instruction of this function of which L is the answer; null if L is something else.
  const ir::Inst *asked(Literal L) const;
  /// The variable that V was stored in, "" if it was not.
  llvm::StringRef variable(ir::ValueId V) const;
  ir::InstId idOf(ir::ValueId V) const; ///< of the instruction that makes V
  ir::Type typeOf(ir::ValueId V) const;
  /// The same as it is declared, whatever aliases mean.
  ir::Type declaredType(ir::ValueId V) const;
  llvm::ArrayRef<ir::Inst> instructions() const;
  /// True if somebody reads what that instruction gives.
  bool isUsed(ir::InstId Of) const;
  /// True if the function stores to a member of that name, of whatever object, behind the call.
  bool storesLater(llvm::StringRef Member) const;
  /// The variable that the result is stored in, "" if it is not.
  llvm::StringRef subject() const;
  /// What `f(**Given)` gives for a keyword: nothing if Given is sure not to have it.
  std::optional<Value> mergedKeyword(const Value &Given, llvm::StringRef Keyword) const;
  /// The same for one that the function may have been given itself: `Loss(**kwargs)`.
  std::optional<Value> passedKeyword(const Value &Given, llvm::StringRef Keyword) const;
  /// The same for one that is a device.
  std::optional<Value> mergedDevice(const Value &Given, llvm::StringRef Keyword) const;
  /// True for a parameter of this function whose default is None.
  bool mayBeLeftOut(PathId P) const;
  /// True if the language says of what type each value is.
  bool declaresTypes() const;

  //===--- Places and devices ---===//
  Placement placementOf(const Value &V);
  /// Where a device, a string or a symbol says; nothing for what is none.
  std::optional<Placement> deviceOf(const Value &V) const;
  /// The accelerator that a number or a device names.
  std::optional<Placement> acceleratorOf(const Value &V);
  Placement currentAccelerator(const Step *Origin = nullptr);
  Placement defaultDevice();
  /// The same of what is constructed here, which says so.
  Placement constructedByDefault();
  /// What holds if Target is an accelerator: E is guarded, or there is one from here on.
  void needAccelerator(const Placement &Target);
  /// Where tensors of the type V are: torch.cuda.FloatTensor.
  std::optional<Placement> placeOfType(const Value &V) const;
  /// The answer to "is V, the value of Of, on a device of type T".
  Value isOnType(const Value &V, ir::ValueId Of, knowledge::DeviceType Type);

  //===--- Objects ---===//
  ObjectId allocate(llvm::StringRef Class, uint32_t Number = 0);
  const Object &object(ObjectId O) const;
  bool isModuleObject(ObjectId O) const;
  bool isContainer(llvm::StringRef Class) const;
  Value readField(ObjectId O, llvm::StringRef Name, const ir::Type &Type = {});
  void writeField(ObjectId O, llvm::StringRef Name, Value V);
  Value readElement(ObjectId O, std::optional<int64_t> Index, const ir::Type &Type = {});
  Value copied(const Value &V);

  //===--- Results ---===//
  /// A value of the result's type of which nothing else is known.
  Value unknown();
  Value unknownOf(const ir::Type &Type);
  /// The same of what may be a module that is moved later, in place.
  Value unfollowed();
  /// What a call gives of which nothing is known: what it was given may have changed.
  Value unknownCall();
  Value symbol(PathId P, StepKind Kind, const ir::Type &Type = {});
  /// What this call gives, as a path.
  PathId site() const;
  /// What a function with a body gives that is called with these: what it does is done.
  Value call(const Program::Entry &Callee, llvm::ArrayRef<Value> Actuals);
  /// The dimensions of what a factory of that name makes of Operands.
  Rank rankOfFactory(llvm::StringRef Name, llvm::ArrayRef<Operand> Operands) const;
  /// The dimensions of the attribute that is read of a tensor with dimensions Of: x.T
  Rank rankOfAttribute(Rank Of) const;

  //===--- What is said ---===//
  const Step *step(StepKind Kind, llvm::StringRef Subject = {}, std::optional<ir::InstId> At = std::nullopt,
                   const Step *Previous = nullptr);
  void suppose(Literal L);
  /// V is a tensor, because only tensors are used so.
  void noteTensor(const Value &V);
  /// V is a device.
  void noteDevice(const Value &V);
  /// V is moved: it is a tensor or a module.
  void noteMoved(const Value &V);
  /// V is read on the host.
  void noteRead(ir::ValueId V);
  void noteAsked(const Placement &P);
  void noteTested(const Placement &P);
  bool isTested(const Value &V);
  /// Adds what meets others of the argument A, whose value is V: tensors, modules, or those in a container.
  void addSides(const ir::Arg &A, const Value &V, llvm::SmallVectorImpl<Side> &Sides);
  /// What meets in this call, which messages call Name.
  void demand(llvm::StringRef Name, knowledge::DeviceRule Rule, llvm::ArrayRef<Side> Sides,
              Meeting Of = Meeting::Operands);
  /// Where what an operation gives is in which Sides meet.
  Placement meetingPlace(knowledge::DeviceRule Rule, llvm::ArrayRef<Side> Sides) const;
  /// Argument Position is read by the host, or can only be on the CPU.
  void meetHost(unsigned Position, Meeting Of);
  /// False if the rest is dead: the condition cannot hold.
  bool assume(ir::ValueId Condition);

  //===--- The program ---===//
  Program &program() const;
  PathTable &paths() const { return program().Paths; }
  ConditionTable &conditions() const { return program().Conditions; }
  Counting counting() const;
  /// The answer to a question of PathTable, asked of V.
  Value ask(llvm::StringRef Words, const Value &V);
  /// The answers to isinstance(x, T), and to whether V is a tensor; nothing if nobody knows.
  std::optional<Value> isInstance();
  std::optional<Value> isTensor(const Value &V);
  /// True if code of the host reads through the pointer that the call gives.
  bool isReadOnHost() const;

  FunctionSolver &Solver; ///< for what is no concept yet; nothing in concepts/ sees what it is

private:
  const knowledge::Callable OfClass; ///< C, where no callable is known: parameters of a constructor
};

/// True for an array of the host, or what is computed of one: `np.zeros(3).astype(np.float32) / 255`.
bool isHostArray(const CallFrame &F, ir::ValueId V);

/// True if V, one of several of which no value is all, may be a tensor that the function was given: `[v] if many else
/// v`.
bool mayBeGivenTensor(const CallFrame &F, ir::ValueId V);

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_ENGINE_CALLFRAME_H
