//===- FunctionSolver.h - One function to its fixed point ---------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Visits blocks in reverse post-order until nothing changes: joins the states of incoming edges, runs the transfer
// function of each instruction, and guards what flows on by the branch's literal. SSA values are solved once for the
// whole function; memory and path condition per block. Each visit of a block records its events and demands anew; at
// the fixed point these are the function's.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_FUNCTIONSOLVER_H
#define DEVTIDY_DATAFLOW_FUNCTIONSOLVER_H

#include "dataflow/BlockOrder.h"
#include "dataflow/Callables.h"
#include "dataflow/Choices.h"
#include "dataflow/Containers.h"
#include "dataflow/Counting.h"
#include "dataflow/Flags.h"
#include "dataflow/Placing.h"
#include "dataflow/Program.h"
#include "dataflow/Questions.h"
#include "dataflow/Ranks.h"
#include "dataflow/Records.h"
#include "dataflow/Residence.h"
#include "dataflow/Resolve.h"
#include "dataflow/Rounds.h"
#include "dataflow/Scopes.h"
#include "dataflow/Swallowing.h"
#include "dataflow/TensorTypes.h"
#include "dataflow/Uses.h"
#include "dataflow/domain/Alternatives.h"
#include "dataflow/domain/Tested.h"
#include <map>

namespace devtidy::dataflow {

struct ActualArguments;

class FunctionSolver : BlockOrder {
public:
  FunctionSolver(Program &Prog, SolvedFunction &Out, bool KeepsEvents)
      : BlockOrder(*Out.F), Prog(Prog), M(*Out.M), Out(Out), Values(F.Values.size()), Record(Prog, Out, KeepsEvents),
        Used(Prog, Out) {}

  void run();

private:
  // FunctionSolver.cpp: control flow.
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
  bool enterBlock(ir::BlockId B, State &S);
  /// At the start of B, or at the end of the function.
  Memory joinMemory(llvm::ArrayRef<std::pair<const State *, Cube>> Incoming, ir::BlockId B,
                    llvm::ArrayRef<ir::BlockId> From = {});
  /// Joined, a member that is each of Parts under its guard, keeps its truth if they are answers.
  void keepFlag(Value &Joined, llvm::ArrayRef<std::pair<Value, Cube>> Parts, const Memory::Key &Key, ir::BlockId B);
  void makeParameters(State &S);
  /// If Header is the head of a `for`, S, in which that ends, has in memory what rounds leave there.
  void leaveLoop(ir::BlockId Header, State &S);
  void finishSummary();
  void noteRounds(Summary &Sum);
  // Modules and containers that conditions choose (ChoiceCalls.cpp, Sequences.cpp).
  std::optional<Value> containerOf(ir::InstId At, unsigned N, llvm::ArrayRef<std::pair<Value, Cube>> Parts, State &S);
  std::optional<Value> sequenceOf(ir::InstId At, unsigned N, llvm::ArrayRef<std::pair<Value, Cube>> Parts, State &S);
  Value callOneOf(ir::InstId Id, llvm::ArrayRef<Value> Actuals, State &S, Event &E);
  /// A method of each of several modules, which have bodies in the program.
  Value callEach(ir::InstId Id, std::vector<Value> Actuals, State &S, Event &E);
  // Branches.cpp: what a branch tells.
  /// Adds the literals that hold when V is Positive. False if that cannot be.
  /// Hops: how often V was followed to the block that it comes from; two loops may hand it to each other.
  bool assume(State &S, ir::ValueId V, bool Positive, unsigned Hops = 0);
  // Ways.cpp: what the ways to a block say.
  /// Notes in how many ways B is reached, if not in all: `if a or b`.
  void noteWays(ir::BlockId B, llvm::ArrayRef<std::pair<const State *, Cube>> Incoming, State &S);
  /// `ok = True`, or `device = "cuda"`, in a try, and another value in its handler: a flag or a device may tell the
  /// ways to B apart where no condition does.
  void noteFlag(ir::BlockId B, llvm::ArrayRef<const ir::Successor *> Targets,
                llvm::MutableArrayRef<std::pair<const State *, Cube>> Incoming);
  // Operands.cpp.
  Value operand(const ir::Arg &A, const State &S);
  /// Operands as they are where S holds, for those who only read them.
  auto reader(const State &S) {
    return [this, &S](const ir::Arg &A) { return operand(A, S); };
  }
  std::optional<Value> classVariable(ObjectId O, llvm::StringRef Name, State &S);
  Value globalValue(llvm::StringRef Name, const ir::Type &T, ir::SourceRange Range, State &S);
  Value readGlobal(const ir::Inst &I, State &S);
  void bringDevices(ObjectId Mine, const Summary &Left, ObjectId Theirs, State &S);
  // Options.cpp: members of what nobody knows.
  std::optional<Value> setOption(ir::InstId Id, llvm::ArrayRef<Value> Actuals, State &S);
  /// What a call gives of which nothing is known: parser.parse_args(). Its members are the same whoever asks.
  Value givenBy(ir::InstId Id, State &S);
  /// Stores V, if it is what options are made of: a flag, a number, a device.
  void keepOption(State &S, PathId Member, const Value &V);
  /// What was stored there; else, for a member of what a call gave, that it is that member.
  std::optional<Value> optionAt(const Memory &Mem, const Value &Of, PathId Member) const;
  // Pointers.cpp: memory without tensors.
  /// Records that host code reads or writes through a pointer.
  void noteDereference(ir::InstId Id, State &S);
  // Protocols.cpp: generators, and classes that say how to go over them.
  void yieldValue(const Value &V, const State &S);
  bool summarizeGenerator(Summary &Sum); ///< false if the function is none
  Value inThisRound(ObjectId List, const Value &Element, ir::InstId Next, State &S);
  std::optional<Value> callProtocol(ir::InstId Id, const Value &Of, llvm::StringRef Method, State &S);
  // Iteration.cpp: what loops go over.
  Value elementOf(const Value &O, const ir::Inst &I, State &S);
  Value nextOf(const ir::Inst &Next, State &S);
  Value heldBy(ObjectId O, const ir::Inst &I, State &S);
  ObjectId countedBy(const ir::Inst &I) const;
  Value batch(const Value &Loader, const ir::Inst &I, State &S);
  // PartialCalls.cpp: what functools.partial makes, and its call as one of what it holds; null if that is not known.
  Value makePartial(ir::InstId Id, llvm::ArrayRef<Value> Actuals, State &S);
  const ir::Inst *asCallOfPartial(const ir::Inst &Apply, const State &S);
  bool mayReplaceBound(const ir::Inst &Apply, const ir::Inst &Made, const State &S) const;
  // Makers.cpp: calls of what a variable holds.
  bool makesPart(const ir::Inst &I, llvm::ArrayRef<Value> Actuals) const;
  std::optional<Value> calledMember(const ir::Inst &I, const Value &Of, State &S);
  void callClosure(ir::InstId Id, llvm::ArrayRef<Value> Actuals, State &S);
  /// The call as one of what is called; nothing if it is not known what that is.
  std::optional<Value> callNamed(ir::InstId Id, llvm::ArrayRef<Value> Actuals, State &S);
  std::optional<Value> callOfPython(ir::InstId Id, llvm::ArrayRef<Value> Actuals, State &S);
  /// The instruction; where a variable is called whose value is known, the call by its name.
  const ir::Inst &inst(ir::InstId Id) const { return Named && Id == NamedId ? *Named : F.inst(Id); }
  // Calls by what the tables say (Calls.cpp, Actions.cpp, Untyped.cpp).
  Value call(ir::InstId Id, State &S);
  Value known(ir::InstId Id, const knowledge::Callable &C, State &S, Event &E);
  std::optional<Value> concatenated(ir::InstId Id, llvm::ArrayRef<Value> Lists, State &S);
  Value comparedTensors(const ir::Inst &I, llvm::ArrayRef<Value> Actuals, Value Answer);
  Value untyped(ir::InstId Id, llvm::ArrayRef<Value> Actuals, State &S);
  Value arrayMethod(ir::InstId Id, State &S);
  Value computedFrom(PathId Met, ir::SourceRange Range);
  Ranks ranks() const { return {Prog, F, Values, Objects.all()}; }
  Flags flags() { return {Prog, F}; }
  Choices choices() const { return {Prog, Objects}; }
  Questions questions(const State &S) { return {Prog, F, Values, Objects, S.Mem}; }
  Counting counting(const State &S) const { return {F, Values, Objects.all(), S.Mem}; }
  std::optional<Value> computedFrom(llvm::ArrayRef<Value> Actuals, ir::SourceRange Range);
  std::optional<Value> eachComputed(const Value &Several, ir::SourceRange R, llvm::function_ref<Value(Value)> Finish);
  Value forward(ir::InstId Id, State &S, Event &E);
  bool isText(ir::ValueId V, const State &S, unsigned Depth = 0) const; // Texts.cpp
  Value construct(ir::InstId Id, const Resolution &R, State &S, Event &E);
  std::optional<Value> constructBase(ir::InstId Id, llvm::ArrayRef<Value> Actuals, State &S);
  /// A module is built here: what unknown calls give is taken to be where its other parts are, as nearly always it is.
  bool isBuilding() const { return !M.declaresTypes() && Prog.isBuilder(F) && Prog.isModuleClass(F.Class); }
  Value unknownCall(ir::InstId Id, State &S);
  // TensorTypes.cpp: torch.cuda.FloatTensor.
  /// The type that a member of Of holds: self.Tensor(2). Nothing if it is none.
  std::optional<Value> memberType(const Value &Of, llvm::StringRef Name, State &S);
  // Calls of functions with a body (Arguments.cpp, Instantiate.cpp).
  ActualArguments bindArguments(const ir::Inst &I, const ir::Function &Callee, llvm::ArrayRef<Value> Given,
                                const State &S);
  void bindMerged(const Value &From, const ir::Function &Callee, const State &S, ActualArguments &Bound);
  Value instantiate(ir::InstId Id, const Program::Entry &Callee, llvm::ArrayRef<Value> Actuals, State &S, Event &E);
  // Objects and fields (Objects.cpp, Residence.cpp, Parts.cpp); also used while a summary is instantiated.
  Value symbolicValue(PathId P, const ir::Type &T, StepKind Kind, ir::SourceRange Range);
  /// A value of static type T about which nothing else is known: a symbol of this site where that helps.
  Value unknownOf(ir::InstId Id, const ir::Type &T);
  Value readField(State &S, ObjectId O, llvm::StringRef Name, const ir::Type &T = {});
  void writeField(State &S, ObjectId O, llvm::StringRef Name, Value V);
  Value asTupleLike(Value V, const Value &Like);
  void append(State &S, ObjectId O, Value V);
  bool appendToSymbolic(State &S, ObjectId O, const Value &V);
  bool appendToGiven(const ir::Inst &I, llvm::ArrayRef<Value> Actuals, State &S);
  bool isOfRounds(ObjectId O) { return Rounding.isOfRounds(object(O), Record.here()); }
  /// IsPart: one of a known number of elements, which are told apart in what somebody else holds, too.
  Value readElement(State &S, ObjectId O, std::optional<int64_t> Index, const ir::Type &T, bool IsPart = false);
  /// What copy.deepcopy makes of V. Copies has what was copied already.
  Value copied(ir::InstId Id, Value V, State &S, std::map<ObjectId, ObjectId> &Copies, unsigned Inner = 0);
  /// Where V is when an operator uses it; unknown for values that are no tensors, modules or containers of them.
  Placement placementOf(State &S, const Value &V) { return Placing(*this, S).of(V); }
  Residence residence(State &S) { return {*this, S}; }
  const Object &object(ObjectId O) const { return Objects[O]; }
  /// A batch of a loader that instruction Id is about to take; unknown if the program collates by itself.
  Value batchOf(const State &S, ObjectId Loader, ir::InstId Id);
  Placement batchPlacement(const State &S, ObjectId Loader) const;
  Placement batched(const Placement &P, ir::InstId Id, llvm::StringRef Field = {});
  static void placeBatches(State &S, ObjectId Loader, const Placement &P);
  bool isModuleObject(ObjectId O) const { return Prog.isModuleClass(object(O).Class); }
  bool isModule(const Value &V) const { return V.is(Value::Kind::Object) && isModuleObject(V.Obj); }
  void meetAround(ir::InstId Id, Event &E, State &S);
  /// A list of tensors, each where the operand of its place is.
  Value each(ir::InstId Id, llvm::ArrayRef<Side> Sides, State &S);
  /// The list that an operation gives which takes lists element by element.
  Value rows(ir::InstId Id, const Demand &D, knowledge::ResultRule Result, State &S);
  const Step *stepAt(StepKind K, ir::InstId Id, llvm::StringRef Subject = {}, const Step *Previous = nullptr);
  llvm::StringRef subjectOf(ir::InstId Id) const;
  ir::Type staticType(ir::ValueId V) const { return V ? Prog.meaning(F.value(V).StaticType) : ir::Type(); }
  Placement defaultDevice(State &S, ir::InstId Id);
  Placement currentAccelerator(State &S, const Step *Origin);
  /// What V, a cell, holds; else V.
  Value unboxed(State &S, const Value &V);
  /// What a function with a body is given here, for Program::Calls.
  void noteCall(const ir::Function &Callee, llvm::ArrayRef<Value> Actuals, State &S);

  Program &Prog;
  const ir::Module &M;
  SolvedFunction &Out;
  std::vector<Value> Values; ///< by ValueId
  ObjectTable Objects;
  std::vector<llvm::SmallVector<State, 2>> Outs; ///< state on each outgoing edge
  Rounds Rounding{Prog, *this};
  Records Record;
  Swallowing Swallowed{Prog, F};
  Uses Used;
  const ir::Inst *Named = nullptr; ///< the call that instruction NamedId is, while it is being looked at
  ir::InstId NamedId;
  std::optional<Value> Called; ///< what Named calls, if that is a member
  unsigned Alternative = 0;    ///< which of several callees of an instruction is looked at
  ObjectId Self;               ///< receiver of a method, if it is an object

  friend class CallDispatch;
  friend class CallFrame;
  friend class ContainerFrame;
  friend class Containers;
  friend class ModuleFrame;
  friend class FieldReader;
  friend class Instantiation;
  friend class LooseStores;
  friend class OperatorCall;
  friend class PartMoves;
  friend class Placing;
  friend class Positions;
  friend class Residence;
  friend class SideReader;
  friend class Transfer;
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_FUNCTIONSOLVER_H
