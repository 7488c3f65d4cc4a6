//===- Constants.cpp - Expressions whose value is known -------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/clang/Constants.h"
#include "frontend/clang/Peel.h"
#include "knowledge/Device.h"
#include "clang/AST/ASTContext.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace devtidy::frontend {

static bool isLibraryEnum(QualType T, Sources &Files) {
  const auto *E = bare(T)->getAs<EnumType>();
  return E && !Files.isProject(*E->getDecl());
}

std::optional<ir::Constant> constantOf(Unit &U, const Expr *E) {
  using Kind = ir::Constant::Kind;
  E = peel(E);
  if (E->isValueDependent() || E->containsErrors())
    return std::nullopt;
  if (const auto *S = dyn_cast<StringLiteral>(E))
    return S->getCharByteWidth() == 1 ? std::optional(ir::Constant{Kind::String, 0, U.M.intern(S->getString())})
                                      : std::nullopt;
  if (const auto *Float = dyn_cast<FloatingLiteral>(E)) {
    llvm::StringRef Text = Lexer::getSourceText(CharSourceRange::getTokenRange(Float->getSourceRange()),
                                                U.Context.getSourceManager(), U.Context.getLangOpts());
    return ir::Constant{Kind::Float, 0, U.M.intern(Text.rtrim("fFlL"))};
  }
  if (isa<CXXNullPtrLiteralExpr, GNUNullExpr>(E))
    return ir::Constant{};
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    if (U.Type.role(Ref->getType()) == ClassRole::None)
      return ir::Constant{};
    if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl()); V && V->hasLocalStorage())
      return std::nullopt;
  }
  QualType T = E->getType();
  bool Known = T->isIntegralOrEnumerationType() &&
               isa<DeclRefExpr, IntegerLiteral, CharacterLiteral, CXXBoolLiteralExpr, UnaryOperator, BinaryOperator,
                   UnaryExprOrTypeTraitExpr, MemberExpr, TypeTraitExpr, SizeOfPackExpr>(E);
  if (!Known)
    return std::nullopt;
  bool IsDevice = U.Type.isDeviceType(T);
  if (!IsDevice && isLibraryEnum(T, U.Files))
    return std::nullopt;
  Expr::EvalResult Result;
  if (!E->EvaluateAsInt(Result, U.Context) || Result.HasSideEffects)
    return std::nullopt;
  const llvm::APSInt &Value = Result.Val.getInt();
  if (!Value.isRepresentableByInt64())
    return std::nullopt;
  if (IsDevice) {
    std::string_view Name = knowledge::deviceTypeName(knowledge::deviceTypeFromC10(Value.getExtValue()));
    return ir::Constant{Kind::String, 0, U.M.intern({Name.data(), Name.size()})};
  }
  return ir::Constant{T->isBooleanType() ? Kind::Bool : Kind::Int, Value.getExtValue(), {}};
}

std::optional<ir::Constant> constantDefault(Unit &U, const Expr *E) {
  while (true) {
    E = peel(E);
    if (const auto *Cast = dyn_cast<CastExpr>(E); Cast && !constantOf(U, E)) {
      E = Cast->getSubExpr();
      continue;
    }
    const auto *Construct = dyn_cast<CXXConstructExpr>(E);
    if (!Construct)
      return constantOf(U, E);
    if (Construct->getNumArgs() == 0 || isa<CXXDefaultArgExpr>(Construct->getArg(0))) {
      // Options that say nothing are none.
      ClassRole Role = U.Type.role(Construct->getType());
      bool None = Role == ClassRole::Optional || Role == ClassRole::Options;
      return None ? std::optional(ir::Constant{}) : std::nullopt;
    }
    E = Construct->getArg(0);
  }
}

} // namespace devtidy::frontend
