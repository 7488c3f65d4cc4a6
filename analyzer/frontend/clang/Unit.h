//===- Unit.h - What the lowering of one translation unit shares ----------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_FRONTEND_CLANG_UNIT_H
#define DEVTIDY_FRONTEND_CLANG_UNIT_H

#include "frontend/clang/Types.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"

namespace devtidy::frontend {

struct Unit {
  Unit(clang::ASTContext &Context, const LowerOptions &Options, ir::Module &M)
      : Context(Context), M(M), Files(Context, Options, M), Name(Files, M), Type(Name) {}

  /// The function of a lambda that stands in Outer. Its body is lowered after Outer's. Lambdas that a macro repeats for
  /// each type (AT_DISPATCH_FLOATING_TYPES) are one function.
  ir::FunctionId declareLambda(const clang::LambdaExpr &E, llvm::StringRef Outer);

  /// The instance of a template that stands for all: the first with a body and a tensor among its parameters, else the
  /// first with a body. Null if there is none.
  const clang::FunctionDecl *instance(const clang::FunctionTemplateDecl &D);
  /// The function that a lambda's body belongs to; of a generic lambda, an instance. Null if it has none.
  const clang::CXXMethodDecl *body(const clang::LambdaExpr &E);

  /// The function that stands for F in the module, made on the first call; its body is not lowered here.
  ir::FunctionId declareFunction(const clang::FunctionDecl &F);
  /// The default constructor of a class that has none in the AST, because nothing in the unit used it.
  ir::FunctionId declareGeneratedConstructor(const clang::CXXRecordDecl &D);
  /// True if what the compiler writes as the default constructor of D does something: members have initialisers, or a
  /// base, or a member, has a default constructor that does.
  bool isMadeOfSomething(const clang::CXXRecordDecl &D);
  /// The members of D, with those of anonymous structures in it.
  static llvm::SmallVector<const clang::FieldDecl *, 8> fieldsOf(const clang::CXXRecordDecl &D);
  /// True for a member without an initialiser of a type that makesItself.
  bool isMadeWithoutInitializer(const clang::FieldDecl &Field);
  /// True for a class of the program whose default constructor does something, for holders of modules that have one,
  /// and for what holds such by value: `Inner`, `Inner[2]`, `std::array<Inner, 2>`, `std::pair<Inner, int>`.
  bool makesItself(clang::QualType T);
  /// Of a long array the first ones are told apart.
  static constexpr unsigned MaxParts = 8;
  /// The types of what a std::array, std::pair or std::tuple holds, part by part, and what a std::variant begins with;
  /// nothing of other classes.
  llvm::SmallVector<clang::QualType, 2> partsByValue(const clang::CXXRecordDecl &Class);
  /// True if C, called without arguments, changes its object: it was written, or what the compiler writes does
  /// something.
  bool doesSomething(const clang::CXXConstructorDecl &C);
  /// The name of the default constructor of a class of the project; "" if it has none that does something.
  llvm::StringRef defaultConstructor(const clang::CXXRecordDecl &D);
  ir::Param parameter(const clang::ParmVarDecl &P);
  /// Names the parameters apart: a pack gives several of one name, others have none.
  void nameParameters(ir::Function &F);

  void problem(ir::SourceRange R, const llvm::Twine &Text) { M.Problems.push_back({R, M.intern(Text.str())}); }

  clang::ASTContext &Context;
  ir::Module &M;
  Sources Files;
  Names Name;
  Types Type;

  /// True for `[&x]`, and for what `[&]` implies: the lambda's x is the function's.
  static bool isSharedCapture(const clang::LambdaCapture &C);
  /// Variables that are given another value somewhere after their declaration. Those of a lambda are found with those
  /// of the function around it, so before the lambda is lowered.
  llvm::DenseSet<const clang::ValueDecl *> Written;

  struct PendingLambda {
    const clang::LambdaExpr *Expr;
    ir::FunctionId Id;
  };
  std::vector<PendingLambda> Lambdas;                                 ///< declared, not yet lowered
  llvm::SmallSetVector<const clang::CXXRecordDecl *, 4> LocalClasses; ///< found in bodies
  /// Functions that are handed to a binding library by name, with the word that Function::Decorators gets.
  std::vector<std::pair<const clang::FunctionDecl *, llvm::StringRef>> Exported;

private:
  llvm::StringMap<unsigned> LambdaCount;
  llvm::StringMap<ir::FunctionId> LambdaByPlace;
};

} // namespace devtidy::frontend

#endif // DEVTIDY_FRONTEND_CLANG_UNIT_H
