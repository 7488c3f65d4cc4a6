//===- LowerAddress.cpp - Addresses and memory of the host ----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/clang/FunctionLowering.h"
#include "frontend/clang/Peel.h"
#include "clang/AST/ASTContext.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace devtidy::frontend {

/// The array of numbers that E turns into a pointer; null if E does nothing of the kind.
const Expr *FunctionLowering::decayingArray(const Expr *E) {
  const auto *Cast = dyn_cast<CastExpr>(E);
  if (!Cast || Cast->getCastKind() != CK_ArrayToPointerDecay)
    return nullptr;
  const Expr *Array = peel(Cast->getSubExpr());
  return isa<DeclRefExpr, MemberExpr>(Array) && U.Type.isPlainData(Array->getType()) ? Array : nullptr;
}

/// True for variables of __managed__, an attribute that clang drops for CUDA: it stands in the source.
static bool isManaged(const VarDecl &V) {
  if (V.hasAttr<HIPManagedAttr>())
    return true;
  const ASTContext &Context = V.getASTContext();
  const SourceManager &Sources = Context.getSourceManager();
  SourceLocation Begin = V.getOuterLocStart();
  for (SourceLocation L = Begin; L.isMacroID(); L = Sources.getImmediateMacroCallerLoc(L))
    if (Lexer::getImmediateMacroName(L, Sources, Context.getLangOpts()) == "__managed__")
      return true;
  auto Specifiers =
      CharSourceRange::getCharRange(Sources.getExpansionLoc(Begin), Sources.getExpansionLoc(V.getLocation()));
  return Lexer::getSourceText(Specifiers, Sources, Context.getLangOpts()).contains("__managed__");
}

/// True for variables whose address is in the host's memory. In host code that of a variable of a device is the address
/// of its shadow.
static bool isOnHost(const ValueDecl *D) {
  const auto *V = dyn_cast<VarDecl>(D);
  return V && !V->getType()->isReferenceType() && !V->hasAttr<CUDASharedAttr>() && !isManaged(*V);
}

/// True for a part of what a pointer points to: p->x, p[i].x, (*p).x.
static bool isBehindPointer(const Expr *Part) {
  while (const auto *Member = dyn_cast<MemberExpr>(peel(Part))) {
    if (Member->isArrow())
      return !isa<CXXThisExpr>(peel(Member->getBase()));
    Part = Member->getBase();
  }
  Part = peel(Part);
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(Part))
    return !peel(Subscript->getBase())->getType()->isArrayType();
  const auto *Operator = dyn_cast<UnaryOperator>(Part);
  return Operator && Operator->getOpcode() == UO_Deref;
}

ir::ValueId FunctionLowering::lowerHostAddress(const Expr &Of, ir::SourceRange R) {
  // The address of a part is found without reading: p->x and (*p).x are behind p, b.x and b[i] are inside b.
  const Expr *Whole = peel(&Of);
  while (true) {
    if (const auto *Member = dyn_cast<MemberExpr>(Whole)) {
      if (!isa<FieldDecl>(Member->getMemberDecl()))
        return B.opaque({}, R);
      Whole = peel(Member->getBase());
      if (Member->isArrow())
        return lower(Whole);
    } else if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(Whole)) {
      if (!isa<DeclRefExpr, MemberExpr, ArraySubscriptExpr>(peel(Subscript->getBase())) ||
          !peel(Subscript->getBase())->getType()->isArrayType())
        return lower(Subscript->getBase());
      Whole = peel(Subscript->getBase());
    } else if (const auto *Behind = dyn_cast<UnaryOperator>(Whole); Behind && Behind->getOpcode() == UO_Deref) {
      return lower(Behind->getSubExpr());
    } else {
      break;
    }
  }
  const auto *Ref = dyn_cast<DeclRefExpr>(Whole);
  if (!Ref || !isOnHost(Ref->getDecl()))
    return B.opaque({}, R);
  ir::SourceRange Range = U.Files.range(*Whole);
  return B.call("__builtin_addressof", {ir::Arg{lower(Whole), {}, Range}}, R, {});
}

ir::ValueId FunctionLowering::lowerData(const Expr *Container, ir::SourceRange R) {
  QualType Type = Container->getType();
  if (Type->isPointerType()) // v->data()
    Type = Type->getPointeeType();
  if (!U.Type.usesHostMemory(Type))
    return B.opaque({lowerArg(Container)}, R);
  return B.call("__builtin_addressof", {lowerArg(Container)}, R, {});
}

bool FunctionLowering::isBytes(QualType T) {
  if (U.Type.isPlainData(T))
    return true;
  const auto *Record = T->getAsCXXRecordDecl();
  return Record && Record->hasDefinition() && Record->isTriviallyCopyable();
}

std::optional<ir::ValueId> FunctionLowering::lowerNewObject(const CXXNewExpr &E) {
  if (const CXXConstructExpr *Construct = E.getConstructExpr(); Construct && !E.isArray())
    return lowerConstruct(*Construct, /*Implicit=*/false);
  // Memory from somewhere else: an operator of the class, a place that is given.
  const FunctionDecl *Allocator = E.getOperatorNew();
  const bool IsTable = E.isArray() && U.Type.isPointerAddress(E.getType());
  if (!Allocator || !Allocator->isReplaceableGlobalAllocationFunction() || U.Files.isProject(*Allocator) ||
      !(E.isArray() ? IsTable || isBytes(E.getAllocatedType()) : U.Type.isPlainData(E.getAllocatedType())))
    return std::nullopt;
  Args Size;
  if (std::optional<const Expr *> Count = E.getArraySize(); Count && *Count)
    Size.push_back(lowerArg(*Count));
  return B.call("std::make_unique", Size, U.Files.range(E), IsTable ? U.Type.tableOfPointers() : ir::Type());
}

bool FunctionLowering::isTable(const Expr &E) {
  const auto *Cast = dyn_cast<CastExpr>(&E);
  const auto *Call = Cast && Cast->getCastKind() == CK_BitCast ? dyn_cast<CallExpr>(peel(&E)) : nullptr;
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  return Callee && !U.Files.isProject(*Callee) && Callee->getReturnType()->isVoidPointerType() &&
         U.Type.isPointerAddress(E.getType());
}

std::optional<ir::ValueId> FunctionLowering::lowerObjectAddress(const Expr &E) {
  const Expr *Given = E.IgnoreParenImpCasts();
  const Expr *Of = nullptr;
  if (const auto *Address = dyn_cast<UnaryOperator>(Given); Address && Address->getOpcode() == UO_AddrOf) {
    Of = peel(Address->getSubExpr());
    if (!isBytes(Of->getType()))
      return std::nullopt;
  } else if (Given->getType()->isConstantArrayType()) {
    Of = Given;
  }
  if (!Of || !isa<DeclRefExpr, MemberExpr>(Of))
    return std::nullopt;
  return lowerHostAddress(*Of, U.Files.range(E));
}

ir::ValueId FunctionLowering::lowerAddress(const UnaryOperator &E) {
  const Expr *Operand = peel(E.getSubExpr());
  ir::SourceRange R = U.Files.range(E);
  if (U.Type.isTensorAddress(E.getType())) {
    // Who writes through the address of a temporary or a field, writes to a copy.
    llvm::SmallVector<WriteBack, 1> Back;
    return lowerShared(Operand, Back).Value;
  }
  // &p[i] reads nothing: it is p + i.
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(Operand)) {
    ir::Arg Base = lowerArg(Subscript->getBase());
    return B.op("+", {Base, lowerArg(Subscript->getIdx())}, R, U.Type.of(E.getType()));
  }
  if (const auto *Inner = dyn_cast<UnaryOperator>(Operand); Inner && Inner->getOpcode() == UO_Deref)
    return lower(Inner->getSubExpr());
  if (U.Type.isPointerAddress(E.getType())) {
    llvm::SmallVector<WriteBack, 1> Back;
    return lowerShared(Operand, Back).Value;
  }
  // &v[i] of a container is its memory, i elements further.
  if (const auto *Call = dyn_cast<CXXOperatorCallExpr>(Operand);
      Call && Call->getOperator() == OO_Subscript && Call->getNumArgs() == 2 &&
      U.Type.role(Call->getArg(0)->getType()) == ClassRole::List && U.Type.isPlainData(Operand->getType())) {
    ir::Arg Data{lowerData(Call->getArg(0), R), {}, R};
    return B.op("+", {Data, lowerArg(Call->getArg(1))}, R, U.Type.of(E.getType()));
  }
  if (U.Type.isPlainData(Operand->getType()))
    return lowerHostAddress(*Operand, R);
  return lower(Operand);
}

/// `&x`, which a function of C writes through, or copies bytes from; false if Arg is something else.
bool FunctionLowering::lowerAddressArgument(const CallExpr &E, const Expr *Arg, QualType Parameter, Args &Out,
                                            llvm::SmallVectorImpl<WriteBack> &Back) {
  const auto *Address = dyn_cast<UnaryOperator>(peel(Arg));
  const FunctionDecl *Callee = E.getDirectCallee();
  if (!Parameter.isNull() && Parameter->isVoidPointerType() && Callee && !U.Files.isProject(*Callee) &&
      !Callee->isInStdNamespace() && peel(Arg)->getType()->isConstantArrayType())
    if (std::optional<ir::ValueId> Array = lowerObjectAddress(*Arg)) {
      Out.push_back({*Array, {}, U.Files.range(*Arg)});
      return true;
    }
  if (!Address || Address->getOpcode() != UO_AddrOf || Parameter.isNull() || !Parameter->isPointerType() || !Callee)
    return false;
  const Expr *Operand = peel(Address->getSubExpr());
  QualType Pointee = Parameter->getPointeeType();
  const bool Writes = !Pointee.isConstQualified();
  ir::SourceRange R = U.Files.range(*Arg);
  if (Writes && Pointee->isPointerType() && Operand->getType()->isPointerType()) {
    Out.push_back(lowerShared(Operand, Back));
    Out.back().Range = R;
    return true;
  }
  if (U.Files.isProject(*Callee) || Callee->isInStdNamespace())
    return false;
  if (Writes && Pointee->isArithmeticType() && Operand->getType()->isArithmeticType() &&
      !isa<ArraySubscriptExpr>(Operand)) {
    Out.push_back(lowerShared(Operand, Back));
    Out.back().Range = R;
    return true;
  }
  // A function that is given bytes looks at them itself, and that of the CUDA runtime not on the host.
  if (Pointee->isVoidType() && isa<DeclRefExpr, MemberExpr>(Operand) &&
      (!Operand->getType()->isPointerType() || isBehindPointer(Operand))) {
    Out.push_back({lowerHostAddress(*Operand, R), {}, R});
    return true;
  }
  return false;
}

} // namespace devtidy::frontend
