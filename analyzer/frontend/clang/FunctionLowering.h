//===- FunctionLowering.h - One function's body to the IR -----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One object lowers one function. Expressions are lowered from the top down where the plan of the CFG says so
// (GraphPlan.h); each lower... function appends instructions to the current block and gives the value back.
//
//   LowerGraph.cpp      blocks and branches          LowerExpr.cpp       expressions without calls
//   LowerStmt.cpp       declarations, statements     LowerCall.cpp       functions, methods, launches
//   Places.cpp          what can be assigned to      LowerOperator.cpp   operator syntax
//   LowerOptions.cpp    tensor options               LowerConstruct.cpp  constructions
//   LowerConstructor.cpp  what constructors do       LowerIterator.cpp   iterators of containers
//   LowerAddress.cpp    addresses, memory of the host
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_FRONTEND_CLANG_FUNCTIONLOWERING_H
#define DEVTIDY_FRONTEND_CLANG_FUNCTIONLOWERING_H

#include "frontend/clang/Calls.h"
#include "frontend/clang/GraphPlan.h"
#include "frontend/clang/Variables.h"
#include "ir/Builder.h"

namespace devtidy::frontend {

/// What can be assigned to: a variable, a field, an element.
struct Place {
  enum class Kind : uint8_t { None, Variable, Cell, Field, Item, Global, Half };
  Kind K = Kind::None;
  const frontend::Variable *Variable = nullptr;
  const clang::ValueDecl *Declared = nullptr; ///< of a Variable: as the source names it
  llvm::SmallVector<ir::Arg, 3> Operands;     ///< Cell: the cell; Field: the object; Item: container and indices
  llvm::StringRef Name;                       ///< Field, Global
  const clang::Expr *Pair = nullptr;          ///< of a Half: `first` or `second` of it
  unsigned Index = 0;                         ///< of a Half
  ir::SourceRange Range;
  ir::Type Type;
};

/// After a call, what the callee left in Cell goes to Target.
struct WriteBack {
  ir::ValueId Cell;
  Place Target;
};

/// True for nullptr and std::nullopt.
bool isNothing(Types &T, const clang::Expr *E);

class FunctionLowering {
public:
  /// F has its parameters; its body is made here.
  FunctionLowering(Unit &U, ir::Function &F) : U(U), F(F), B(U.M, F), Vars(U) {}

  void lowerFunction(const clang::FunctionDecl &D);
  void lowerLambda(const clang::LambdaExpr &E);
  /// The default constructor that the compiler would write for Class.
  void lowerGeneratedConstructor(const clang::CXXRecordDecl &Class);
  /// A method without a body, which derived classes define.
  void lowerAbstract();
  /// The initialisers of the unit's global variables, in order.
  void lowerGlobals(llvm::ArrayRef<const clang::VarDecl *> Globals);

private:
  using Args = llvm::SmallVector<ir::Arg, 4>;

  // Blocks and branches.
  struct Graph;
  void lowerGraph(const clang::Decl &Owner, clang::Stmt *Body, Graph &G);
  void lowerBlock(Graph &G, const clang::CFGBlock &Block);
  void lowerElement(Graph &G, const clang::CFGElement &E);
  void leaveBlock(Graph &G, const clang::CFGBlock &Block);
  void follow(Graph &G, GraphPlan::Edge E);
  ir::BlockId blockFor(Graph &G, GraphPlan::Edge E);
  void branch(Graph &G, const clang::Expr *Condition, GraphPlan::Edge True, GraphPlan::Edge False);
  void lowerSwitch(Graph &G, const clang::CFGBlock &Block, const clang::SwitchStmt &S);
  void forkToAll(Graph &G, llvm::ArrayRef<GraphPlan::Edge> Edges, ir::SourceRange R);
  void leaveFunction(Graph &G, const clang::CFGBlock &Block);
  ir::ValueId lowerCalledLambda(const clang::CallExpr &Call, const clang::LambdaExpr &L);
  ir::ValueId lowerConditional(const clang::AbstractConditionalOperator &E);
  ir::ValueId lowerLogical(const clang::BinaryOperator &E);
  llvm::StringRef temporary(const clang::Stmt *S);

  // Declarations and statements.
  void bindParameters(const clang::FunctionDecl &D, unsigned First);
  void bindParameter(const clang::ValueDecl *D, const ir::Param &P);
  void lowerDeclaration(const clang::DeclStmt &S);
  void lowerVariable(const clang::VarDecl &D);
  void lowerBindings(const clang::DecompositionDecl &D, ir::Arg Whole);
  void lowerReturn(Graph &G, const clang::ReturnStmt &S);
  void define(const clang::ValueDecl *D, ir::ValueId V);
  void leaveScope(const clang::VarDecl *D, const clang::Stmt *Trigger);
  bool isGuard(clang::QualType T);
  /// Ends the function: completes the builder's work, says the types of block parameters, drops unused constants.
  void finish();
  /// Leaves the function without a body: what it does is unknown.
  void giveUp();

  // Constructors.
  void lowerInitializer(const clang::CXXCtorInitializer &I);
  void lowerBaseInitializer(const clang::CXXCtorInitializer &I);
  void lowerDefaultInitializer(const clang::FieldDecl &Field, const clang::Expr &Init);
  /// Of a member that is made without being mentioned.
  void makeMember(const clang::FieldDecl &Field);
  /// An object of a type that makesItself, or what is there of another one before it gets a value.
  ir::ValueId makeItself(clang::QualType T, ir::SourceRange R);
  void setField(const clang::FieldDecl &Field, ir::Arg Value, ir::SourceRange R);

  // Expressions.
  ir::ValueId lower(const clang::Expr *E);
  ir::ValueId lowerNew(const clang::Expr *E);
  /// True if the caller left the argument out. Adds what the default says, if it says where something is.
  bool lowerDefault(const clang::Expr *Arg, Args &Out);
  ir::Arg lowerArg(const clang::Expr *E) { return {lower(E), {}, U.Files.range(*E)}; }
  ir::ValueId lowerReference(const clang::DeclRefExpr &E);
  ir::ValueId lowerMember(const clang::MemberExpr &E);
  ir::ValueId lowerUnary(const clang::UnaryOperator &E);
  ir::ValueId lowerAddress(const clang::UnaryOperator &E);
  const clang::Expr *decayingArray(const clang::Expr *E);
  /// The address of a variable, or of a part of one, in the host's memory.
  ir::ValueId lowerHostAddress(const clang::Expr &Of, ir::SourceRange R);
  /// The memory of a container's elements.
  ir::ValueId lowerData(const clang::Expr *Container, ir::SourceRange R);
  /// True for numbers and for structures that are no more than their bytes.
  bool isBytes(clang::QualType T);
  /// What a kernel or a function that is given bytes gets of the host's objects: the address of one, of an array of
  /// pointers. Nothing if E is something else.
  std::optional<ir::ValueId> lowerObjectAddress(const clang::Expr &E);
  /// True for memory for pointers, `(float **)malloc(n)`: a list of them.
  bool isTable(const clang::Expr &E);
  /// Nothing if nobody knows what is allocated where.
  std::optional<ir::ValueId> lowerNewObject(const clang::CXXNewExpr &E);
  ir::ValueId lowerBinary(const clang::BinaryOperator &E);
  ir::ValueId lowerOperands(clang::BinaryOperatorKind K, const clang::Expr *Left, const clang::Expr *Right,
                            const clang::Expr &Whole);
  ir::ValueId lowerLambdaValue(const clang::LambdaExpr &E);
  ir::ValueId lowerThis(ir::SourceRange R);
  ir::ValueId lowerOpaque(const clang::Stmt *S, ir::SourceRange R, ir::Type T);
  ir::ValueId lowerDereference(const clang::Expr *Pointer, const clang::Expr &Whole);
  ir::ValueId isNot(bool Negated, ir::Arg A, ir::SourceRange R);
  ir::ValueId readVariable(const Variable &V, ir::SourceRange R, ir::Type T);
  void writeVariable(const Variable &V, ir::Arg Value, ir::SourceRange R);
  ir::ValueId get(ir::InstKind K, llvm::StringRef Name, llvm::ArrayRef<ir::Arg> Operands, ir::SourceRange R,
                  ir::Type T);
  ir::ValueId unpack(ir::Arg Tuple, unsigned Index, unsigned Count, ir::SourceRange R, ir::Type T);

  // Calls.
  ir::ValueId lowerCall(const clang::CallExpr &E);
  llvm::StringRef calleeName(const clang::FunctionDecl &Callee);
  ir::ValueId lowerFunctionCall(const clang::CallExpr &E, const clang::FunctionDecl &Callee);
  ir::ValueId lowerMethodCall(const clang::CXXMemberCallExpr &E);
  /// Methods that are no calls in the IR: smart pointers, optionals, conversions. Nothing if Method is none of them.
  std::optional<ir::ValueId> lowerTransparentMethod(const clang::CXXMemberCallExpr &E,
                                                    const clang::CXXMethodDecl &Method);
  std::optional<ir::ValueId> lowerStdFunction(const clang::CallExpr &E, const clang::FunctionDecl &Callee);
  ir::ValueId lowerLaunch(const clang::CUDAKernelCallExpr &E);
  std::optional<ir::ValueId> lowerIndexMethod(const clang::CXXMemberCallExpr &E, llvm::StringRef Method);
  ir::ValueId lowerOperatorCall(const clang::CXXOperatorCallExpr &E);
  /// What is indexed: an array itself, not the pointer that it turns into.
  const clang::Expr *arrayOrPointer(const clang::Expr *Base);
  ir::ValueId lowerSubscript(const clang::Expr *Base, const clang::Expr *Index, const clang::Expr &Whole);
  ir::ValueId lowerApply(const clang::CallExpr &E, ir::Arg Callee);
  /// The arguments of a call, with keywords for tensor options. What must be written back after it goes to Back.
  void lowerArguments(const clang::CallExpr &E, Args &Out, llvm::SmallVectorImpl<WriteBack> &Back);
  bool lowerAddressArgument(const clang::CallExpr &E, const clang::Expr *Arg, clang::QualType Parameter, Args &Out,
                            llvm::SmallVectorImpl<WriteBack> &Back);
  ir::ValueId lowerInvoke(llvm::StringRef Method, ir::Arg Receiver, const clang::CallExpr &E);
  /// A method of the program whose name alone does not say which is meant, and that no derived class replaces. What a
  /// module's methods mean is known by their names.
  bool isOneOfSeveral(const clang::CXXMethodDecl &Method);
  /// Calls that one, whatever class the object is of.
  ir::ValueId lowerMethodAs(const clang::CXXMethodDecl &Method, ir::Arg Receiver, const clang::CallExpr &E);
  void writeBack(llvm::ArrayRef<WriteBack> Back);
  /// After a call of a library's function: numbers and texts that it was handed by reference are others now, as in
  /// `std::getline(in, line)` and `in >> n`.
  void forgetWritten(const clang::CallExpr &E);
  void noteExports(const clang::CallExpr &E, const clang::CXXMethodDecl &Method);
  bool isIndexList(const clang::CXXMemberCallExpr &E);
  void lowerIndices(const clang::Expr *List, Args &Out);

  // Iterators.
  bool isIterator(const clang::Expr *E);
  /// The iterator that `*it`, `it->` or `it[n]` reads through; null if E is something else.
  const clang::Expr *dereferencedIterator(const clang::Expr *E);
  ir::ValueId lowerElementAt(const clang::Expr *Iterator, const clang::Expr &Whole);
  /// At: the iterator of the loop over it, if it is one.
  Place placeOfElementAt(const clang::Expr *Iterator, ir::SourceRange R, ir::ValueId At = {});
  std::optional<ir::ValueId> lowerIteratorMethod(const clang::CXXMemberCallExpr &E, llvm::StringRef Method);
  std::optional<ir::ValueId> lowerIteratorOperator(const clang::CXXOperatorCallExpr &E);
  /// True for the two ends of a piece of memory, `p, p + n`.
  bool isMemoryRange(const clang::Expr *First, const clang::Expr *Last);
  /// What is read through an iterator or a data pointer somewhere.
  ir::Arg elementAt(const clang::Expr &Iterator);
  /// Appends what an iterator or data pointer that is handed to a method of a container means; false if Arg is none.
  bool lowerIteratorArgument(const clang::CallExpr &E, const clang::Expr *Arg, Args &Out);

  // Algorithms of the standard library.
  /// The calls that an algorithm makes of what it is given; nothing if it is none that is known.
  std::optional<ir::ValueId> lowerAlgorithm(const clang::CallExpr &E, const clang::FunctionDecl &Callee);
  /// std::async(f, x), std::invoke(f, x): f(x). Nothing if nobody knows what f takes.
  std::optional<ir::ValueId> lowerCallOfArgument(const clang::CallExpr &E);
  /// The call of Callee, which is Operands[0], too.
  ir::ValueId callOf(const clang::Expr *Callee, llvm::ArrayRef<ir::Arg> Operands, ir::SourceRange R, ir::Type T);
  /// `*out = value`, or what an inserter does with it.
  void storeThrough(const clang::Expr *Iterator, ir::Arg Value, ir::SourceRange R);

  // What containers make.
  /// The module, the tuple or the object of a class of the program that is made of Arguments, where Held is held.
  /// Nothing if one of them is it, or nobody knows what is made.
  std::optional<ir::ValueId> makeHeld(clang::QualType Held, llvm::ArrayRef<const clang::Expr *> Arguments,
                                      ir::SourceRange R);
  std::optional<ir::Arg> heldOf(clang::QualType Held, llvm::ArrayRef<const clang::Expr *> Arguments, ir::SourceRange R);
  /// What a function of the standard library says of what a variant or an optional holds: `std::get<Layer>(v)`,
  /// `std::make_optional<Layer>(3, 4)`. Nothing if Callee says nothing.
  std::optional<ir::ValueId> lowerHeldBy(const clang::CallExpr &E, const clang::FunctionDecl &Callee);
  /// Calls Once so often; for all rounds of a loop if the number is not known, or large.
  void repeat(const clang::Expr &Count, ir::SourceRange R, llvm::function_ref<void()> Once);
  enum class Filling : uint8_t;
  Filling fillingOf(clang::QualType Element, const clang::Expr &Count, const clang::Expr *Copied);
  /// Puts a number of elements behind those of List: copies of Copied, or what makes itself.
  void fill(Filling How, ir::Arg List, clang::QualType Element, const clang::Expr &Count, const clang::Expr *Copied,
            ir::SourceRange R);
  /// `std::vector<Layer> layers(n)`, `std::vector<nn::Linear> layers(n, layer)`; nothing if nobody knows what is made.
  std::optional<ir::ValueId> lowerCounted(const clang::CXXConstructExpr &E);
  std::optional<ir::ValueId> lowerRefill(const clang::CXXMemberCallExpr &E, clang::QualType Element, bool Clears);
  std::optional<ir::ValueId> lowerEntry(const clang::CXXMemberCallExpr &E, clang::QualType Mapped);
  /// What a container, an optional or a variant makes of the arguments of a method; nothing if Method makes nothing.
  std::optional<ir::ValueId> lowerEmplace(const clang::CXXMemberCallExpr &E, const clang::CXXMethodDecl &Method);

  // Constructions.
  bool isImplicit(const clang::CXXConstructExpr &E) const;
  ir::ValueId lowerConstruct(const clang::CXXConstructExpr &E, bool Implicit);
  void setField(llvm::StringRef Name, ir::Arg Object, ir::Arg Value, ir::SourceRange R);
  /// The class of the program that T is, if it has no constructors and no bases: a copy of it is one of its members.
  const clang::CXXRecordDecl *structure(clang::QualType T);
  /// The structure that E copies as the compiler does: `S copy = h;`. Null if it copies none.
  const clang::CXXRecordDecl *copiedStructure(const clang::Expr &E);
  /// What a variable of type T has after `= Init`: a structure of its own.
  ir::ValueId lowerOwn(const clang::Expr &Init, clang::QualType T, ir::SourceRange R);
  ir::ValueId copyStructure(const clang::CXXRecordDecl &Class, ir::Arg From);
  ir::ValueId constructObject(const clang::CXXRecordDecl *R, llvm::ArrayRef<ir::Arg> Arguments, ir::SourceRange Range);
  void forkToHandler(const clang::CXXConstructExpr &E, ir::SourceRange R);
  ir::ValueId lowerList(const clang::InitListExpr &E);
  ir::ValueId lowerEmpty(clang::QualType T, ir::SourceRange R);
  void lowerConstructorArguments(const clang::CXXConstructExpr &E, Args &Out);
  ir::ValueId make(ir::InstKind K, llvm::ArrayRef<ir::Arg> Elements, ir::SourceRange R, ir::Type T);

  // Tensor options.
  /// Appends what a tensor options argument says: device=, dtype=, ..., or options=.
  void lowerOptions(const clang::Expr *E, Args &Out);
  bool isOptionsPart(const clang::Expr *E);
  bool lowerOptionsChain(const clang::Expr *E, Args &Out);
  void lowerOptionsSetter(llvm::StringRef Setter, llvm::ArrayRef<const clang::Expr *> Values, Args &Out);

  // What can be assigned to.
  Place lowerPlace(const clang::Expr *E);
  ir::ValueId load(const Place &P);
  void store(const Place &P, ir::Arg Value, ir::SourceRange R);
  /// std::tie(a, b) = value.
  void storeElements(const clang::CallExpr &Tie, ir::Arg Value, ir::SourceRange R);
  ir::ValueId lowerAssignment(const clang::Expr *Left, const clang::Expr *Right, const clang::Expr &Whole);
  /// std::swap(a, b), which gives nothing, and std::exchange(a, value); nothing if it is not known what changes.
  std::optional<ir::ValueId> lowerExchange(const clang::CallExpr &E, bool IsSwap);
  ir::ValueId lowerCompound(llvm::StringRef Operator, const clang::Expr *Left, const clang::Expr *Right,
                            const clang::Expr &Whole);
  ir::ValueId lowerStep(const clang::Expr *Target, bool Increment, bool Prefix, const clang::Expr &Whole);
  /// The cell that stands for the variable E names; a new one, to be written back, if E is no such variable.
  ir::Arg lowerShared(const clang::Expr *E, llvm::SmallVectorImpl<WriteBack> &Back);

  Unit &U;
  ir::Function &F;
  ir::Builder B;
  Variables Vars;
  Graph *Current = nullptr;
  llvm::DenseMap<const clang::Stmt *, ir::ValueId> Memo; ///< of elements that are lowered already
  llvm::DenseMap<const clang::Stmt *, llvm::StringRef> Temporaries;
  struct ReferenceTarget {
    const clang::Expr *To = nullptr;
    const clang::CXXForRangeStmt *Loop = nullptr; ///< bound to an element of To, by `for (auto &x : To)`
  };
  llvm::DenseMap<const clang::ValueDecl *, ReferenceTarget> ReferenceTargets;
  unsigned Depth = 0;
  unsigned InlineDepth = 0;
};

} // namespace devtidy::frontend

#endif // DEVTIDY_FRONTEND_CLANG_FUNCTIONLOWERING_H
