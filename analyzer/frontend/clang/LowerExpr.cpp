//===- LowerExpr.cpp - Expressions without calls --------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/clang/Constants.h"
#include "frontend/clang/Graph.h"
#include "frontend/clang/Peel.h"
#include "clang/AST/ASTContext.h"

using namespace clang;

namespace devtidy::frontend {

using ir::InstKind;

/// Expressions nested deeper than this inside one element become opaque.
static constexpr unsigned MaxDepth = 400;

ir::ValueId FunctionLowering::get(InstKind K, llvm::StringRef Name, llvm::ArrayRef<ir::Arg> Operands, ir::SourceRange R,
                                  ir::Type T) {
  ir::Inst I;
  I.Kind = K;
  I.Name = U.M.intern(Name);
  I.Args.assign(Operands.begin(), Operands.end());
  I.Range = R;
  return B.append(std::move(I), T);
}

ir::ValueId FunctionLowering::make(InstKind K, llvm::ArrayRef<ir::Arg> Elements, ir::SourceRange R, ir::Type T) {
  return get(K, {}, Elements, R, T);
}

ir::ValueId FunctionLowering::unpack(ir::Arg Tuple, unsigned Index, unsigned Count, ir::SourceRange R, ir::Type T) {
  ir::Inst I;
  I.Kind = InstKind::Unpack;
  I.Index = Index;
  I.Count = Count;
  I.Args.push_back(Tuple);
  I.Range = R;
  return B.append(std::move(I), T);
}

ir::ValueId FunctionLowering::isNot(bool Negated, ir::Arg A, ir::SourceRange R) {
  ir::Arg None{B.constantNone(R), {}, R};
  ir::Type Bool;
  Bool.Kind = ir::TypeKind::Bool;
  return B.op(Negated ? "is not" : "is", {A, None}, R, Bool);
}

ir::ValueId FunctionLowering::lowerOpaque(const Stmt *S, ir::SourceRange R, ir::Type T) {
  Args Operands;
  for (const Stmt *Child : S->children())
    if (const auto *E = dyn_cast_or_null<Expr>(Child); E && !E->getType().isNull() && !E->getType()->isVoidType())
      Operands.push_back(lowerArg(E));
  return B.opaque(Operands, R, T);
}

ir::ValueId FunctionLowering::lower(const Expr *E) {
  bool Table = false;
  for (const Expr *Inner = E; Inner; Inner = peelOnce(Inner)) {
    Table |= isTable(*Inner);
    if (auto It = Memo.find(Inner); It != Memo.end()) {
      if (Table)
        F.value(It->second).StaticType = U.Type.tableOfPointers();
      return It->second;
    }
  }
  ++Depth;
  ir::ValueId V = Depth > MaxDepth ? B.opaque({}, U.Files.range(*E), U.Type.of(E->getType())) : lowerNew(E);
  --Depth;
  if (Table)
    F.value(V).StaticType = U.Type.tableOfPointers();
  return V;
}

/// True if nothing in the source spells the construction: an operand of an overloaded operator that converts has no
/// cast around it.
bool FunctionLowering::isImplicit(const CXXConstructExpr &E) const {
  if (Current && Current->Plan->isImplicit(&E))
    return true;
  return !isa<CXXTemporaryObjectExpr>(E) && E.getParenOrBraceRange().isInvalid();
}

ir::ValueId FunctionLowering::lowerNew(const Expr *E) {
  ir::SourceRange R = U.Files.range(*E);
  if (const auto *Cast = dyn_cast<CastExpr>(E); Cast && !peelOnce(E)) {
    const Expr *Operand = Cast->getSubExpr();
    if (Cast->getCastKind() == CK_PointerToBoolean)
      return isNot(/*Negated=*/true, lowerArg(Operand), R);
    if (Cast->getCastKind() == CK_ConstructorConversion)
      if (const auto *Construct = dyn_cast<CXXConstructExpr>(peel(Operand)); Construct && !Memo.contains(Construct))
        return lowerConstruct(*Construct, isa<ImplicitCastExpr>(Cast));
    return lower(Operand);
  }
  if (const Expr *Array = decayingArray(E))
    return lowerHostAddress(*Array, R);
  if (const Expr *Inner = peelOnce(E))
    return lower(Inner);
  ir::Type T = U.Type.of(E->getType());
  // Clang's CFG has blocks for these whatever their type is.
  if (const auto *Conditional = dyn_cast<AbstractConditionalOperator>(E))
    return lowerConditional(*Conditional);
  if (const BinaryOperator *Logical = logicalOperator(E))
    return lowerLogical(*Logical);
  if (E->isTypeDependent() || isa<RecoveryExpr>(E)) {
    F.Incomplete = true;
    return lowerOpaque(E, R, T);
  }
  if (Current) {
    auto [Role, For] = Current->Plan->rangeRole(E);
    if (Role == RangeRole::Condition) {
      ir::SourceRange Range = U.Files.range(*For->getRangeInit());
      T.Kind = ir::TypeKind::Bool;
      return get(InstKind::HasNext, {}, ir::Arg{B.readVariable(temporary(For)), {}, Range}, Range, T);
    }
    if (Role == RangeRole::Increment)
      return B.readVariable(temporary(For));
  }
  if (const auto *Common = dyn_cast<OpaqueValueExpr>(E); Common && Common->getSourceExpr())
    return lower(Common->getSourceExpr());
  if (auto C = constantOf(U, E))
    return B.constant(*C, R);
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    return lowerReference(*Ref);
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    return lowerMember(*Member);
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return lowerCall(*Call);
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(E))
    return lowerConstruct(*Construct, isImplicit(*Construct));
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return lowerUnary(*Unary);
  if (const auto *Binary = dyn_cast<BinaryOperator>(E))
    return lowerBinary(*Binary);
  if (const auto *List = dyn_cast<InitListExpr>(E))
    return lowerList(*List);
  if (const auto *List = dyn_cast<CXXStdInitializerListExpr>(E))
    return lower(List->getSubExpr());
  if (const auto *List = dyn_cast<CXXParenListInitExpr>(E))
    return lowerOpaque(List, R, T);
  if (const auto *Lambda = dyn_cast<LambdaExpr>(E))
    return lowerLambdaValue(*Lambda);
  if (isa<CXXThisExpr>(E))
    return lowerThis(R);
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E))
    return lowerSubscript(Subscript->getBase(), Subscript->getIdx(), *E);
  if (const auto *New = dyn_cast<CXXNewExpr>(E))
    if (auto V = lowerNewObject(*New))
      return *V;
  if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(E))
    return lower(Default->getExpr());
  if (const auto *Default = dyn_cast<CXXDefaultInitExpr>(E))
    return lower(Default->getExpr());
  if (isa<ImplicitValueInitExpr, CXXScalarValueInitExpr>(E))
    return lowerEmpty(E->getType(), R);
  if (const auto *Rewritten = dyn_cast<CXXRewrittenBinaryOperator>(E))
    return lowerOperands(Rewritten->getOperator(), Rewritten->getLHS(), Rewritten->getRHS(), *E);
  if (const auto *Throw = dyn_cast<CXXThrowExpr>(E)) {
    Current->Value.reset();
    if (Throw->getSubExpr())
      Current->Value = lowerArg(Throw->getSubExpr());
    return Current->Value ? Current->Value->Value : B.constantNone(R);
  }
  if (const auto *Block = dyn_cast<StmtExpr>(E))
    if (const auto *Last = dyn_cast_or_null<Expr>(Block->getSubStmt()->body_back()); Last && Memo.contains(Last))
      return Memo.lookup(Last);
  if (const auto *Selection = dyn_cast<GenericSelectionExpr>(E))
    return lower(Selection->getResultExpr());
  return lowerOpaque(E, R, T);
}

ir::ValueId FunctionLowering::lowerThis(ir::SourceRange R) {
  return B.isVariable("self") ? B.readVariable("self") : B.opaque({}, R);
}

ir::ValueId FunctionLowering::lowerReference(const DeclRefExpr &E) {
  ir::SourceRange R = U.Files.range(E);
  ir::Type T = U.Type.of(E.getType());
  const ValueDecl *D = E.getDecl();
  if (const Variable *V = Vars.find(D))
    return readVariable(*V, R, T);
  // Functions, enumerators of libraries, globals, static members.
  llvm::StringRef Name = isa<FunctionDecl>(D) ? U.Name.callable(*cast<FunctionDecl>(D)) : U.Name.qualified(*D);
  if (const auto *Var = dyn_cast<VarDecl>(D); Var && Var->hasLocalStorage())
    return B.opaque({}, R, T);
  return get(InstKind::GetGlobal, Name, {}, R, T);
}

ir::ValueId FunctionLowering::lowerMember(const MemberExpr &E) {
  ir::SourceRange R = U.Files.range(E);
  ir::Type T = U.Type.of(E.getType());
  const ValueDecl *D = E.getMemberDecl();
  if (!isa<FieldDecl>(D))
    return get(InstKind::GetGlobal, U.Name.qualified(*D), {}, R, T);
  // The members of an anonymous union are those of the class around it.
  if (D->getName().empty())
    return lower(E.getBase());
  const Expr *Iterator = U.Type.isMapEntry(E.getBase()->getType()) ? dereferencedIterator(E.getBase()) : nullptr;
  if (Iterator && D->getName() == "second") {
    Place Element = placeOfElementAt(Iterator, R);
    Element.Type = T;
    return load(Element);
  }
  ir::Arg Object = lowerArg(E.getBase());
  const auto *Owner = dyn_cast<CXXRecordDecl>(D->getDeclContext());
  if (Owner && U.Type.role(Owner) == ClassRole::Tuple)
    return unpack(Object, D->getName() == "second" ? 1 : 0, 2, R, T);
  return get(InstKind::GetField, D->getName(), Object, R, T);
}

ir::ValueId FunctionLowering::lowerDereference(const Expr *Pointer, const Expr &Whole) {
  ir::Arg Value = lowerArg(Pointer);
  ir::SourceRange R = U.Files.range(Whole);
  ir::Type T = U.Type.of(Whole.getType());
  if (U.Type.isTensorAddress(Pointer->getType()) || U.Type.isPointerAddress(Pointer->getType()))
    return get(InstKind::GetCell, {}, Value, R, T);
  // *p of plain data reads memory, as p[0] does.
  if (U.Type.isDataPointer(Pointer->getType()))
    return get(InstKind::GetItem, {}, {Value, ir::Arg{B.constantInt(0, R), {}, R}}, R, T);
  return Value.Value;
}

ir::ValueId FunctionLowering::lowerUnary(const UnaryOperator &E) {
  ir::SourceRange R = U.Files.range(E);
  ir::Type T = U.Type.of(E.getType());
  switch (E.getOpcode()) {
  case UO_PostInc:
  case UO_PostDec:
  case UO_PreInc:
  case UO_PreDec:
    return lowerStep(E.getSubExpr(), E.isIncrementOp(), E.isPrefix(), E);
  case UO_AddrOf:
    return lowerAddress(E);
  case UO_Deref:
    return lowerDereference(E.getSubExpr(), E);
  case UO_LNot:
    return B.op("not", lowerArg(E.getSubExpr()), R, T);
  case UO_Minus:
    return B.op("neg", lowerArg(E.getSubExpr()), R, T);
  case UO_Not:
    return B.op("~", lowerArg(E.getSubExpr()), R, T);
  default:
    return lower(E.getSubExpr());
  }
}

bool isNothing(Types &T, const Expr *E) {
  E = peel(E);
  return isa<CXXNullPtrLiteralExpr, GNUNullExpr>(E) || T.role(E->getType()) == ClassRole::None;
}

ir::ValueId FunctionLowering::lowerOperands(BinaryOperatorKind K, const Expr *Left, const Expr *Right,
                                            const Expr &Whole) {
  ir::SourceRange R = U.Files.range(Whole);
  bool LeftNothing = isNothing(U.Type, Left);
  if ((K == BO_EQ || K == BO_NE) && (LeftNothing || isNothing(U.Type, Right)))
    return isNot(K == BO_NE, lowerArg(LeftNothing ? Right : Left), R);
  ir::Arg First = lowerArg(Left);
  // Two iterators of one container are one value here, and still differ.
  if (isIterator(Left))
    return B.opaque({First, lowerArg(Right)}, R, U.Type.of(Whole.getType()));
  return B.op(BinaryOperator::getOpcodeStr(K), {First, lowerArg(Right)}, R, U.Type.of(Whole.getType()));
}

ir::ValueId FunctionLowering::lowerBinary(const BinaryOperator &E) {
  if (E.getOpcode() == BO_Comma) {
    lower(E.getLHS());
    return lower(E.getRHS());
  }
  if (E.getOpcode() == BO_Assign)
    return lowerAssignment(E.getLHS(), E.getRHS(), E);
  if (E.isCompoundAssignmentOp())
    return lowerCompound(E.getOpcodeStr(), E.getLHS(), E.getRHS(), E);
  return lowerOperands(E.getOpcode(), E.getLHS(), E.getRHS(), E);
}

ir::ValueId FunctionLowering::lowerLambdaValue(const LambdaExpr &E) {
  ir::SourceRange R = U.Files.range(E);
  ir::Inst I;
  I.Kind = InstKind::Closure;
  I.Range = R;
  const bool OnDevice = E.getCallOperator()->hasAttr<CUDADeviceAttr>();
  auto *Init = E.capture_init_begin();
  for (const LambdaCapture &C : E.captures()) {
    const Expr *Value = *Init++;
    if (C.capturesThis()) {
      const bool IsPointer = OnDevice && C.getCaptureKind() == LCK_This;
      I.Args.push_back({lowerThis(R), IsPointer ? llvm::StringRef(ir::ReferenceWord) : llvm::StringRef(), R});
    } else if (C.capturesVariable()) {
      llvm::SmallVector<WriteBack, 1> Back;
      bool Shared = Unit::isSharedCapture(C) && U.Written.contains(C.getCapturedVar());
      I.Args.push_back(Shared ? lowerShared(Value, Back) : lowerArg(Value));
      if (OnDevice && Unit::isSharedCapture(C))
        I.Args.back().Keyword = ir::ReferenceWord;
    }
  }
  I.Callee = U.declareLambda(E, F.Name);
  if (U.M.function(I.Callee).CaptureCount != I.Args.size())
    return B.opaque(I.Args, R, U.Type.of(E.getType()));
  ir::Type T;
  T.Kind = ir::TypeKind::Function;
  return B.append(std::move(I), T);
}

} // namespace devtidy::frontend
