//===- FunctionLowering.h - One function's body to the IR -----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One object lowers one function, or the statements of the module. Each lower... appends instructions to the current
// block; those of expressions give the value back.
//
//   LowerStmt.cpp   simple statements, classes     LowerExpr.cpp      expressions without calls
//   LowerFlow.cpp   if, while, for, conditions     LowerCall.cpp      calls, super()
//   LowerTry.cpp    try, with, ways out            LowerDisplay.cpp   displays, comprehensions, strings
//   LowerMatch.cpp  match                          LowerNames.cpp     variables, closures
//   LowerTarget.cpp what can be assigned to        LowerMembers.cpp   getattr, setattr
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_FRONTEND_PYTHON_FUNCTIONLOWERING_H
#define DEVTIDY_FRONTEND_PYTHON_FUNCTIONLOWERING_H

#include "frontend/python/Unit.h"
#include "ir/Builder.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace devtidy::frontend::python {

class FunctionLowering {
public:
  /// F has its parameters; its body is made here. S is its scope, or the module's.
  FunctionLowering(Unit &U, ir::Function &F, Scope &S) : U(U), F(F), B(U.M, F), Function(S), Here(&S) {}

  /// Lowers the body of a function or lambda.
  void lowerFunction();
  /// Lowers the statements of the module. False if there is nothing to do.
  bool lowerModule();

private:
  friend class Promises;
  using Args = llvm::SmallVector<ir::Arg, 4>;

  // Statements.
  void lowerStatements(Node Block);
  void lowerStatement(Node N);
  void lowerSimple(Node N);
  void lowerBroken(Node N);
  void lowerErrors(Node N);
  void lowerDefinition(Node N);
  void lowerDefaults(Node Parameters, Scope *Of);
  void lowerClass(Node N);
  void lowerImport(Node N);
  void lowerStar(Node N);
  void lowerReturn(Node N);
  void lowerAssert(Node N);
  void lowerDelete(Node N);
  void lowerPrint(Node N);

  // Control flow.
  void lowerSkips();
  void lowerDefinedIf();
  void lowerIf(Node N);
  void lowerWhile(Node N);
  /// The body of a loop, its else, and what comes after.
  void lowerLoop(Node N, ir::BlockId Head, ir::BlockId Else, ir::BlockId After);
  void lowerFor(Node N);
  /// A `for` over a few things that the source writes down, a round for each; false if it is none.
  bool lowerRounds(Node N);
  /// What a loop takes in each of a few rounds: the elements of displays.
  struct Rounds {
    size_t Count = 0;
    bool Counts = false; ///< it is given the number of the round, too
    llvm::SmallVector<Args, 4> Elements;
  };
  std::optional<Rounds> lowerWrittenOut(Node Source, Node Body);
  void takeRound(const Rounds &Of, size_t K, Node Target);
  llvm::SmallVector<Node, 4> iteratedTogether(Node Source, bool &Counts) const;
  /// The display that N is, or stands for; invalid if there is none.
  Node displayOf(Node N) const;
  bool isWrittenOut(Node Body, size_t Count, bool AreNames) const;
  void storeTogether(Node Target, llvm::ArrayRef<ir::Arg> Values, bool IsOne, ir::SourceRange R);
  void lowerIteration(Node Target, ir::Arg Source, ir::BlockId &Head, ir::BlockId &Body, ir::BlockId &After);
  void lowerMatch(Node N);
  void lowerPattern(Node Pattern, ir::Arg Subject, ir::BlockId Fail);
  void lowerClassPattern(Node Pattern, ir::Arg Subject, ir::BlockId Fail);
  void lowerSequencePattern(Node Pattern, ir::Arg Subject, ir::BlockId Fail);
  void lowerMappingPattern(Node Pattern, ir::Arg Subject, ir::BlockId Fail);
  void matchValue(ir::Arg Subject, llvm::StringRef Operator, ir::Arg Value, ir::BlockId Fail, Node N);
  ir::Arg negated(Node Number);
  void bindName(Node Name, ir::Arg Value);
  /// Goes to Then if N holds, else to Else.
  void lowerCondition(Node N, ir::BlockId Then, ir::BlockId Else);
  void lowerBoth(Node N, ir::BlockId Then, ir::BlockId Else);
  ir::ValueId lowerConditionValue(Node N);
  void moveTo(ir::BlockId Block);

  // try, with, and the ways out of them.
  struct Frame {
    enum class Kind : uint8_t { Loop, Try, Finally, With };
    Kind K = Kind::Loop;
    ir::BlockId Break, Continue; ///< of Loop
    ir::BlockId Landing;         ///< where an exception goes; made when asked for
    bool OfExhaustion = false;   ///< of Try: it catches StopIteration and nothing else
    Node Finally;                ///< the block
    ir::Arg Context;             ///< of With
  };
  void lowerTry(Node N);
  std::string caught(Node Type) const;
  void lowerHandlers(Node Try, ir::BlockId Landing, ir::BlockId After);
  bool letsThrough(Node Context) const;
  ir::BlockId forkPastBody(const ir::Arg &Context);
  void lowerWith(llvm::ArrayRef<Node> Items, Node Body);
  void lowerRaise(Node N);
  void lowerJump(Node N);
  /// Leaves the scopes inside Frames[Depth], innermost first.
  void unwind(size_t Depth);
  /// Where an exception that is raised here goes inside the function; invalid if it leaves it.
  ir::BlockId landing();
  /// Ends the block: what is being handled is raised again.
  void raiseAgain();
  /// Inside try: what comes next may raise.
  void forkIfHandled(ir::SourceRange R);
  /// True if what an iterator raises at its end is caught here, and nothing else is.
  bool isExhaustionCaught() const;

  // Expressions.
  ir::ValueId lower(Node N);
  ir::ValueId lowerKind(Node N);
  ir::Arg lowerArg(Node N) { return {lower(N), {}, U.range(N)}; }
  ir::ValueId lowerOpaque(Node N, llvm::ArrayRef<ir::Arg> Read = {}, ir::Type T = {});
  ir::ValueId lowerName(Node N);
  ir::ValueId lowerAttribute(Node N);
  ir::ValueId lowerSubscript(Node N);
  void lowerIndices(Node Subscript, Args &Out);
  ir::ValueId lowerSlice(Node N);
  ir::ValueId lowerUnary(Node N);
  ir::ValueId lowerBinary(Node N);
  ir::ValueId lowerLogical(Node N);
  ir::ValueId lowerComparison(Node N);
  ir::ValueId lowerConditional(Node N);
  ir::ValueId lowerLambda(Node N);
  ir::ValueId lowerYield(Node N);
  ir::ValueId lowerString(Node N);
  ir::ValueId lowerDisplay(ir::InstKind K, Node N);
  ir::ValueId lowerDictionary(Node N);
  ir::ValueId lowerComprehension(Node N);
  /// First is what the first loop runs over.
  void lowerClauses(llvm::ArrayRef<Node> Clauses, std::optional<ir::Arg> First, llvm::function_ref<void()> Body);
  /// A value that several blocks may give: written in each, read where they meet.
  llvm::StringRef temporary();

  // Calls.
  ir::ValueId lowerCall(Node N);
  std::optional<ir::ValueId> lowerMap(Node N);
  ir::ValueId lowerSuperCall(Node N, llvm::StringRef Method);
  ir::ValueId lowerNext(Node N);
  /// The member of Holder, the first operand, that getattr or setattr is asked for, if its name is known.
  std::optional<ir::ValueId> lowerMember(llvm::StringRef Function, Node Holder, llvm::ArrayRef<ir::Arg> Operands,
                                         ir::SourceRange R);
  /// The same of a method of every object, `object.__setattr__(x, name, v)`; what its builtin gives where nobody knows
  /// the name.
  ir::ValueId lowerAccess(llvm::StringRef Accessor, Node Holder, llvm::ArrayRef<ir::Arg> Operands, ir::SourceRange R);
  /// What a builtin gives or is given that reaches variables by their names: `locals()`, `eval("net")`; nothing for
  /// others. Adds to the operands of `exec("net.cuda()")` what its text may do something to.
  std::optional<ir::ValueId> lowerReflection(llvm::StringRef Function, Node Arguments, Args &Operands, Node N);
  ir::ValueId lowerLocals(Node N);
  void addNamed(Node Code, Args &Operands);
  /// The object of `x.__dict__` and `vars(x)`, and the table of this module itself; invalid for others.
  Node holderOf(Node Table) const;
  /// Assigns nobody knows what to each variable of the module, as `globals()[name] = v` may.
  void loseVariables(ir::SourceRange R);
  /// Does to the variables of the module what `globals().update(...)` and `exec(...)` do; Callee is what is called.
  void assignFromCall(Node Callee, llvm::ArrayRef<ir::Arg> Operands, ir::SourceRange R);
  /// The string that V is; "" if it is none, or nobody knows.
  llvm::StringRef constantText(ir::ValueId V) const;
  void lowerArguments(Node Arguments, Args &Out);
  ir::ValueId call(llvm::StringRef Name, llvm::ArrayRef<ir::Arg> Operands, ir::SourceRange R);
  ir::ValueId invoke(llvm::StringRef Method, llvm::ArrayRef<ir::Arg> Operands, ir::SourceRange R);

  // What can be assigned to.
  /// The value that was assigned, if it is needed: `a = b = c`.
  ir::ValueId lowerAssignment(Node N, bool NeedsValue);
  ir::ValueId lowerAugmented(Node N);
  void store(Node Target, ir::Arg Value, ir::SourceRange R);
  void storeElements(Node Target, ir::Arg Value, ir::SourceRange R);
  bool storePairwise(Node Target, Node Values, ir::SourceRange R);

  // Variables.
  ir::ValueId read(llvm::StringRef Name, Node N);
  void write(llvm::StringRef Name, ir::Arg Value, ir::SourceRange R);
  llvm::StringRef variable(llvm::StringRef Name, Scope *Owner);
  bool isCell(llvm::StringRef Name, Scope *Owner) const;
  bool isLocalOfModule(llvm::StringRef Name, const Meaning &What) const;
  ir::ValueId closure(Scope &S, ir::SourceRange R);
  void bindParameters();
  void makeCells();
  ir::ValueId append(ir::InstKind K, llvm::StringRef Name, llvm::ArrayRef<ir::Arg> Operands, ir::SourceRange R,
                     ir::Type T = {});

  bool isTooLarge() const { return F.Insts.size() > MaxInstructions; }
  void finish();

  /// What a `finally` in a `finally` doubles has to end somewhere.
  static constexpr size_t MaxInstructions = 200'000;

  Unit &U;
  ir::Function &F;
  ir::Builder B;
  Scope &Function;
  Scope *Here; ///< the scope whose code is lowered: Function, or a comprehension or class body in it
  std::vector<Frame> Frames;
  bool RaisesNothing = false; ///< what is lowered now goes to no handler
  llvm::DenseMap<std::pair<Scope *, llvm::StringRef>, llvm::StringRef> Variables;
  llvm::StringMap<unsigned> VariableCount;
  llvm::StringSet<> CellsToMake; ///< variables whose first assignment makes the cell
  unsigned Temporaries = 0;
  size_t Repeated = 1; ///< how often what is lowered now is written out
};

} // namespace devtidy::frontend::python

#endif // DEVTIDY_FRONTEND_PYTHON_FUNCTIONLOWERING_H
