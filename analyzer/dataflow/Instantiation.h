//===- Instantiation.h - A summary with the actual arguments in it ---===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_INSTANTIATION_H
#define DEVTIDY_DATAFLOW_INSTANTIATION_H

#include "dataflow/FunctionFrame.h"
#include <map>

namespace devtidy::dataflow {

/// The values that a call gives its callee's parameters.
struct ActualArguments {
  static constexpr unsigned Implicit = ~0U; ///< no argument: the object under construction, what a lambda captured
  std::vector<Value> Values;                ///< by parameter; bottom if none is given
  std::vector<unsigned> Positions;          ///< of the arguments in the instruction, by parameter
  llvm::SmallVector<std::pair<llvm::StringRef, Value>, 0> Others; ///< keywords that no parameter has
  PathId PassedOn;                                                ///< the caller's own `**kwargs`, if it passes them on
  bool Merged = false; ///< there may be more of them: `**x`, and nobody knows what x holds

  void bind(unsigned Parameter, const Value &V, unsigned Position) {
    if (Values.size() <= Parameter) {
      Values.resize(Parameter + 1);
      Positions.resize(Parameter + 1, Implicit);
    }
    Values[Parameter] = V;
    Positions[Parameter] = Position;
  }
};

/// True for the `*args` of a function.
bool isRest(const Path &P);

/// Rewrites what a callee's summary says over its own symbols into the caller's values. Reads the caller's state as it
/// was before the call.
class Instantiation {
public:
  Instantiation(FunctionFrame &Solver, State &S, ir::InstId Id, const Program::Entry &Called, const Summary &Sum,
                const ActualArguments &Actuals, unsigned Alternative = 0)
      : Solver(Solver), Alternative(Alternative), S(S), Before(S), Id(Id), Callee(*Called.F), Sum(Sum),
        Actuals(Actuals.Values), Positions(Actuals.Positions), Given(Actuals), IsModel(Called.M->IsModel),
        HidesCallee(IsModel && !Solver.M.IsModel) {}

  Value result();
  /// Overrides.cpp: true if a method that the program or others define in a derived class may run in its place.
  bool mayBeReplaced() const;
  /// What holds after the call; nothing if it cannot return with these arguments.
  std::optional<Cube> returnPath() {
    bool Lost = false;
    return cube(Sum.ReturnPath, Lost);
  }
  /// The caller's symbol that stands for one of the callee's; nothing if there is none.
  std::optional<PathId> symbol(PathId P) {
    const Value V = eval(P);
    const GuardedTerm *Only = V.P.single();
    return Only && Only->T.isSymbol() ? std::optional(Only->T.path()) : std::nullopt;
  }
  void applyEffects();
  /// What the callee is given that it calls: functions that are known here.
  GivenFunctions givenFunctions(llvm::ArrayRef<PathId> Applied);
  /// Nothing if the demand cannot be reached with these arguments.
  std::optional<Demand> demand(const Demand &D);
  /// False if what is given here takes no way to an operation that runs when When holds.
  bool mayReach(const Cube &When);
  /// The callee is a model of a library: what it demands and does is told as the call's own.
  bool hidesCallee() const { return HidesCallee; }
  /// True if the callee takes a module for one that wants its inputs where it is, and this one brings them there.
  bool misjudges();

private:
  Value eval(PathId P);
  bool isRest(PathId P) const;
  /// True if the member is a method: `self.step` without a call.
  bool isBoundMethod(ObjectId O, llvm::StringRef Name) const;
  /// V, which P holds; a method of a module, whose placement is the module's, is not the module.
  Value unlessMethod(PathId P, const Value &V);
  /// What the callee's `**kwargs` hold under a name; None if nothing.
  Value keyword(llvm::StringRef Name) const;
  Value meeting(Value A, Value B);
  Value attribute(const Value &Tensor, llvm::StringRef Name);
  Value alternatives(const Value &V, unsigned Depth);
  Value value(const Value &V, unsigned Depth = 0);
  Placement placement(const Placement &P);
  const Step *origin(const Step *Of);
  void tellAsOwn(Demand &D) const;
  void nameSide(Side &X, PathId Was) const;
  Placement image(const GuardedTerm &T);
  bool holdsDevice(PathId P) const;
  /// x.is_cuda, x.device.type == "cuda"
  struct DeviceTest {
    PathId Of;
    knowledge::DeviceType Type;
  };
  /// Nothing if L asks for something else.
  Placement askedPlace(PathId P);
  std::optional<DeviceTest> testOf(Literal L) const;
  /// The device type of which L says whether the symbol P has it.
  std::optional<knowledge::DeviceType> testedType(Literal L, PathId P) const;
  Rank rank(Rank R);
  bool areTensors(const Placement &P);
  bool isCode(const Value &V) const;
  bool placesInputs(const Value &V) const;
  void setData(PathId P, const Placement &There);
  void handOn(PathId Given, ObjectId Mine);
  void applyMove(PathId Path, ObjectId Mine, const Placement &Stored, const Placement &P);
  void moveGiven(PathId Given, ObjectId Mine, const Placement &P);
  void replaceEach(ObjectId Mine, PathId Path, const Value &Stored);
  bool appendParts(ObjectId O, llvm::StringRef Field, const Value &Stored);
  void objectsAt(PathId P, llvm::SmallVectorImpl<ObjectId> &Out);
  /// True if the callee's store goes where nobody knows, or into a container that it did not see to be one.
  bool storeLoosely(const Memory::Key &Key, const Value &Stored);
  bool spread(const Side &X, const Value &V, llvm::SmallVectorImpl<Side> &Sides);
  ObjectId object(ObjectId O);
  /// The literal's answer in the caller: true, false, another literal, or nothing if it cannot be told.
  struct Answer {
    std::optional<bool> Known;
    std::optional<Literal> As;
  };
  Answer answer(Literal L);
  /// The truth of a value of the callee; nothing if it cannot be told.
  std::optional<Value> flag(Literal L);
  /// Nothing if the cube is false. Lost is set if a literal had to be dropped.
  std::optional<Cube> cube(const Cube &C, bool &Lost, unsigned Depth = 0);
  std::optional<Cube> onlyCase(Literal L, bool &Lost, unsigned Depth);

  FunctionFrame &Solver;
  const unsigned Alternative; ///< which of several callees of the instruction this is
  State &S;
  State Before;
  ir::InstId Id;
  const ir::Function &Callee;
  const Summary &Sum;
  llvm::ArrayRef<Value> Actuals;
  llvm::ArrayRef<unsigned> Positions;
  const ActualArguments &Given;
  const bool IsModel, HidesCallee;
  llvm::DenseMap<uint32_t, Value> Cache;
  std::map<ObjectId, ObjectId> Copies; ///< of the caller's modules, which the callee makes
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_INSTANTIATION_H
