//===- LowerStmt.cpp - Functions, declarations, constructors --------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/clang/Graph.h"
#include "frontend/clang/Peel.h"
#include "knowledge/Names.h"
#include "clang/AST/ASTContext.h"

using namespace clang;

namespace devtidy::frontend {

using ir::InstKind;

static ir::Inst inst(InstKind K, llvm::ArrayRef<ir::Arg> Operands, ir::SourceRange R) {
  ir::Inst I;
  I.Kind = K;
  I.Args.assign(Operands.begin(), Operands.end());
  I.Range = R;
  return I;
}

void FunctionLowering::bindParameter(const ValueDecl *D, const ir::Param &P) {
  Variable &V = Vars.declare(D, P.Name);
  // `float **out` holds the cell; `float *&out` is read and written through it.
  if (P.PassMode == ir::Param::Mode::Cell && D->getType()->isPointerType())
    return;
  if (P.PassMode == ir::Param::Mode::Cell) {
    V.IsCell = true;
  } else if (V.IsCell) {
    ir::Arg Value{B.readVariable(V.Name), {}, P.Range};
    B.writeVariable(V.Name, B.append(inst(InstKind::Cell, Value, P.Range), P.DeclaredType));
  }
}

void FunctionLowering::bindParameters(const FunctionDecl &D, unsigned First) {
  for (unsigned I = 0; I != D.getNumParams(); ++I)
    bindParameter(D.getParamDecl(I), F.Params[First + I]);
}

void FunctionLowering::lowerFunction(const FunctionDecl &D) {
  const FunctionDecl *Definition = nullptr;
  Stmt *Body = D.getBody(Definition);
  Vars.findCells(Body);
  if (const auto *C = dyn_cast<CXXConstructorDecl>(Definition))
    for (const CXXCtorInitializer *I : C->inits())
      Vars.findCells(I->getInit());
  const auto *Method = dyn_cast<CXXMethodDecl>(Definition);
  bool HasSelf = Method && Method->isInstance();
  if (HasSelf)
    Vars.reserve("self");
  bindParameters(*Definition, HasSelf ? 1 : 0);
  Graph G;
  lowerGraph(*Definition, Body, G);
  G.Clang ? finish() : giveUp();
}

void FunctionLowering::lowerLambda(const LambdaExpr &E) {
  const CXXMethodDecl *Body = U.body(E);
  if (!Body) {
    giveUp();
    return;
  }
  Vars.findCells(Body->getBody());
  Vars.reserve("self");
  unsigned Index = 0;
  for (const LambdaCapture &C : E.captures())
    if (C.capturesVariable())
      bindParameter(C.getCapturedVar(), F.Params[Index++]);
    else if (C.capturesThis())
      ++Index;
  bindParameters(*Body, F.CaptureCount);
  Graph G;
  lowerGraph(*Body, Body->getBody(), G);
  G.Clang ? finish() : giveUp();
}

void FunctionLowering::lowerGlobals(llvm::ArrayRef<const VarDecl *> Globals) {
  for (const VarDecl *D : Globals) {
    ir::Inst I =
        inst(InstKind::SetGlobal, lowerArg(D->getInit()), U.Files.range(D->getSourceRange(), D->getLocation()));
    I.Name = U.Name.qualified(*D);
    B.append(std::move(I));
  }
  B.ret(std::nullopt, {});
  finish();
}

void FunctionLowering::define(const ValueDecl *D, ir::ValueId V) {
  const Variable &Var = Vars.declare(D, D->getName());
  ir::SourceRange R = U.Files.range(D->getSourceRange(), D->getLocation());
  if (Var.IsCell)
    V = B.append(inst(InstKind::Cell, ir::Arg{V, {}, R}, R), U.Type.of(D->getType()));
  B.writeVariable(Var.Name, V);
}

ir::ValueId FunctionLowering::readVariable(const Variable &V, ir::SourceRange R, ir::Type T) {
  ir::ValueId Value = B.readVariable(V.Name);
  if (V.IsCell)
    return B.append(inst(InstKind::GetCell, ir::Arg{Value, {}, R}, R), T);
  if (F.value(Value).StaticType.isUnknown())
    F.value(Value).StaticType = T;
  return Value;
}

void FunctionLowering::writeVariable(const Variable &V, ir::Arg Value, ir::SourceRange R) {
  if (V.IsCell)
    B.append(inst(InstKind::SetCell, {ir::Arg{B.readVariable(V.Name), {}, R}, Value}, R));
  else
    B.writeVariable(V.Name, Value.Value);
}

void FunctionLowering::lowerDeclaration(const DeclStmt &S) {
  for (const Decl *D : S.decls()) {
    if (const auto *V = dyn_cast<VarDecl>(D))
      lowerVariable(*V);
    else if (const auto *R = dyn_cast<CXXRecordDecl>(D))
      U.LocalClasses.insert(R);
  }
}

static bool isWritableReference(const VarDecl &D) {
  return D.getType()->isReferenceType() && !D.getType()->getPointeeType().isConstQualified();
}

void FunctionLowering::lowerVariable(const VarDecl &D) {
  if (Current->Plan->isHoldingVariable(&D))
    return;
  ir::SourceRange R = U.Files.range(D.getSourceRange(), D.getLocation());
  ir::Type T = U.Type.of(D.getType());
  auto [Role, For] = Current->Plan->rangeRole(&D);
  switch (Role) {
  case RangeRole::End:
    return;
  case RangeRole::Begin: {
    ir::SourceRange Range = U.Files.range(*For->getRangeInit());
    const Variable *Container = Vars.find(cast<VarDecl>(For->getRangeStmt()->getSingleDecl()));
    ir::Arg Value = Container ? ir::Arg{readVariable(*Container, Range, {}), {}, Range} : lowerArg(For->getRangeInit());
    B.writeVariable(temporary(For), B.append(inst(InstKind::Iterate, Value, Range)));
    return;
  }
  case RangeRole::Variable: {
    ir::Arg Iterator{B.readVariable(temporary(For)), {}, U.Files.range(*For->getRangeInit())};
    ir::Arg Element{B.append(inst(InstKind::Next, Iterator, R), T), {}, R};
    if (const auto *Bindings = dyn_cast<DecompositionDecl>(&D))
      lowerBindings(*Bindings, Element);
    else
      define(&D, Element.Value);
    const auto *Entry = dyn_cast<DecompositionDecl>(&D);
    if (isWritableReference(D) && Entry && U.Type.isMapEntry(D.getType()))
      ReferenceTargets[Entry->bindings()[1]] = {For->getRangeInit(), For};
    else if (isWritableReference(D))
      ReferenceTargets[&D] = {For->getRangeInit(), For};
    return;
  }
  default:
    break;
  }
  if (referredVariable(&D) && Vars.find(referredVariable(&D))) {
    Vars.alias(&D, referredVariable(&D));
    return;
  }
  const Expr *Init = D.getInit();
  if (const auto *Bindings = dyn_cast<DecompositionDecl>(&D)) {
    if (Init)
      lowerBindings(*Bindings, lowerArg(Init));
    return;
  }
  if (!Init) {
    Vars.declare(&D, D.getName());
    // An array is there, whatever is in it: `float h[4]`.
    if (const ArrayType *A = U.Context.getAsArrayType(D.getType());
        A && (U.Type.isPlainData(D.getType()) || A->getElementType()->isPointerType()))
      define(&D, make(InstKind::MakeList, {}, R, T));
    else if (Vars.needsCell(&D))
      define(&D, B.opaque({}, R, T));
    return;
  }
  if (isWritableReference(D))
    ReferenceTargets[&D] = {Init, nullptr};
  ir::ValueId Value = lowerOwn(*Init, D.getType(), R);
  if (isGuard(D.getType()))
    B.append(inst(InstKind::Enter, ir::Arg{Value, {}, R}, R));
  define(&D, Value);
}

/// Null if what is unpacked did not parse.
static QualType elementType(const BindingDecl &D) {
  return D.getType().isNull() ? QualType() : D.getType().getNonReferenceType();
}

void FunctionLowering::lowerBindings(const DecompositionDecl &D, ir::Arg Whole) {
  unsigned Count = D.bindings().size(), Index = 0;
  for (const BindingDecl *Binding : D.bindings()) {
    ir::SourceRange R = U.Files.range(Binding->getSourceRange(), Binding->getLocation());
    ir::Type T = U.Type.of(elementType(*Binding));
    const auto *Member = dyn_cast_or_null<MemberExpr>(Binding->getBinding());
    if (Member && isa<FieldDecl>(Member->getMemberDecl()) &&
        U.Type.role(bare(D.getType())->getAsCXXRecordDecl()) != ClassRole::Tuple)
      define(Binding, get(InstKind::GetField, Member->getMemberDecl()->getName(), Whole, R, T));
    else
      define(Binding, unpack(Whole, Index, Count, R, T));
    ++Index;
  }
}

void FunctionLowering::lowerReturn(Graph &G, const ReturnStmt &S) {
  if (const Expr *Value = S.getRetValue()) {
    ir::Arg A = lowerArg(Value);
    if (!Value->getType()->isVoidType())
      G.Value = A;
  }
}

bool FunctionLowering::isGuard(QualType T) {
  const CXXRecordDecl *R = T->isReferenceType() ? nullptr : bare(T)->getAsCXXRecordDecl();
  if (!R)
    return false;
  llvm::StringRef Name = U.Name.qualified(*R);
  const knowledge::ClassInfo *Info = knowledge::findClass({Name.data(), Name.size()});
  return Info && (Info->Kind == knowledge::ClassKind::Guard || Info->Kind == knowledge::ClassKind::StreamGuard);
}

void FunctionLowering::leaveScope(const VarDecl *D, const Stmt *Trigger) {
  const Variable *V = isGuard(D->getType()) ? Vars.find(D) : nullptr;
  if (!V)
    return;
  ir::SourceRange R = U.Files.range(D->getSourceRange(), D->getLocation());
  B.append(inst(InstKind::Exit, ir::Arg{readVariable(*V, R, {}), {}, R}, R));
}

} // namespace devtidy::frontend
