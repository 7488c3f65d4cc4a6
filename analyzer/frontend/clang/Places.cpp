//===- Places.cpp - What can be assigned to -------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/clang/FunctionLowering.h"
#include "frontend/clang/Peel.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace devtidy::frontend {

using ir::InstKind;

static bool isConversion(const Expr *E) {
  const auto *C = dyn_cast<CastExpr>(E);
  return C && (C->getCastKind() == CK_ConstructorConversion || C->getCastKind() == CK_UserDefinedConversion);
}

/// The element that `v.at(i)`, `v.back()` or `v.front()` gives a reference to.
static bool isElementAccess(llvm::StringRef Method) {
  return llvm::StringSwitch<bool>(Method).Cases({"at", "back", "front"}, true).Default(false);
}

Place FunctionLowering::lowerPlace(const Expr *E) {
  Place P;
  E = peel(E);
  P.Range = U.Files.range(*E);
  P.Type = U.Type.of(E->getType());
  if (isConversion(E))
    return P;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    P.Declared = Ref->getDecl();
    P.Variable = Vars.find(P.Declared);
    if (P.Variable) {
      P.K = Place::Kind::Variable;
    } else if (isa<VarDecl>(P.Declared)) {
      P.K = Place::Kind::Global;
      P.Name = U.Name.qualified(*P.Declared);
    }
  } else if (const auto *Member = dyn_cast<MemberExpr>(E)) {
    const ValueDecl *D = Member->getMemberDecl();
    if (isa<VarDecl>(D)) {
      P.K = Place::Kind::Global;
      P.Name = U.Name.qualified(*D);
    } else if (D->getName().empty()) {
      return lowerPlace(Member->getBase());
    } else if (isa<FieldDecl>(D) && U.Type.role(dyn_cast<CXXRecordDecl>(D->getDeclContext())) != ClassRole::Tuple) {
      P.K = Place::Kind::Field;
      P.Name = U.M.intern(D->getName());
      P.Operands.push_back(lowerArg(Member->getBase()));
    } else if (isa<FieldDecl>(D)) {
      const Expr *Iterator =
          U.Type.isMapEntry(Member->getBase()->getType()) ? dereferencedIterator(Member->getBase()) : nullptr;
      if (Iterator)
        return placeOfElementAt(Iterator, P.Range);
      P.K = Place::Kind::Half;
      P.Pair = Member->getBase();
      P.Index = D->getName() == "second" ? 1 : 0;
    }
  } else if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E)) {
    P.K = Place::Kind::Item;
    P.Operands = {lowerArg(arrayOrPointer(Subscript->getBase())), lowerArg(Subscript->getIdx())};
  } else if (const auto *Unary = dyn_cast<UnaryOperator>(E)) {
    if (Unary->getOpcode() != UO_Deref)
      return P;
    const Expr *Pointer = Unary->getSubExpr();
    if (U.Type.isTensorAddress(Pointer->getType()) || U.Type.isPointerAddress(Pointer->getType())) {
      P.K = Place::Kind::Cell;
      P.Operands = {lowerArg(Pointer)};
    } else if (U.Type.isDataPointer(Pointer->getType())) {
      P.K = Place::Kind::Item;
      P.Operands = {lowerArg(Pointer), ir::Arg{B.constantInt(0, P.Range), {}, P.Range}};
    } else {
      return lowerPlace(Pointer);
    }
  } else if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(E)) {
    if (const Expr *Iterator = dereferencedIterator(E); Iterator && !U.Type.isMapEntry(E->getType()))
      return placeOfElementAt(Iterator, P.Range);
    if (Operator->getOperator() == OO_Subscript && Operator->getNumArgs() == 2) {
      P.K = Place::Kind::Item;
      P.Operands = {lowerArg(Operator->getArg(0)), lowerArg(Operator->getArg(1))};
    } else if (Operator->getOperator() == OO_Star && U.Type.isNullable(Operator->getArg(0)->getType())) {
      return lowerPlace(Operator->getArg(0));
    }
  } else if (const auto *Call = dyn_cast<CXXMemberCallExpr>(E)) {
    const CXXMethodDecl *Method = Call->getMethodDecl();
    if (!Method || !Method->getDeclName().isIdentifier())
      return P;
    ClassRole Role = U.Type.role(Method->getParent());
    if (Role == ClassRole::Tensor && Method->getName() == "index" && isIndexList(*Call)) {
      P.K = Place::Kind::Item;
      P.Operands.push_back(lowerArg(Call->getImplicitObjectArgument()));
      Args Indices;
      lowerIndices(Call->getArg(0), Indices);
      P.Operands.append(Indices.begin(), Indices.end());
    } else if (Role == ClassRole::Tensor && Method->getName() == "mutable_grad") {
      P.K = Place::Kind::Field;
      P.Name = "grad";
      P.Operands.push_back(lowerArg(Call->getImplicitObjectArgument()));
    } else if ((Role == ClassRole::Optional || Role == ClassRole::Pointer) &&
               (Method->getName() == "value" || Method->getName() == "get")) {
      return lowerPlace(Call->getImplicitObjectArgument());
    } else if ((Role == ClassRole::List || Role == ClassRole::Dict) && isElementAccess(Method->getName())) {
      P.K = Place::Kind::Item;
      P.Operands.push_back(lowerArg(Call->getImplicitObjectArgument()));
      if (Call->getNumArgs())
        P.Operands.push_back(lowerArg(Call->getArg(0)));
      else
        P.Operands.push_back({B.constantInt(Method->getName() == "back" ? -1 : 0, P.Range), {}, P.Range});
    }
  }
  return P;
}

ir::ValueId FunctionLowering::load(const Place &P) {
  switch (P.K) {
  case Place::Kind::None:
    break;
  case Place::Kind::Variable:
    return readVariable(*P.Variable, P.Range, P.Type);
  case Place::Kind::Cell:
    return get(InstKind::GetCell, {}, P.Operands, P.Range, P.Type);
  case Place::Kind::Field:
    return get(InstKind::GetField, P.Name, P.Operands, P.Range, P.Type);
  case Place::Kind::Item:
    return get(InstKind::GetItem, {}, P.Operands, P.Range, P.Type);
  case Place::Kind::Half:
    return unpack(lowerArg(P.Pair), P.Index, 2, P.Range, P.Type);
  case Place::Kind::Global:
    return get(InstKind::GetGlobal, P.Name, {}, P.Range, P.Type);
  }
  return B.opaque({}, P.Range, P.Type);
}

void FunctionLowering::store(const Place &P, ir::Arg Value, ir::SourceRange R) {
  ir::Inst I;
  I.Range = R;
  I.Name = P.Name;
  I.Args.assign(P.Operands.begin(), P.Operands.end());
  I.Args.push_back(Value);
  switch (P.K) {
  case Place::Kind::None:
    return;
  case Place::Kind::Variable: {
    writeVariable(*P.Variable, Value, R);
    // A reference that is bound to something else than a variable: what it is bound to changes too.
    auto It = ReferenceTargets.find(P.Declared);
    if (It == ReferenceTargets.end())
      return;
    ReferenceTarget Target = It->second;
    if (!Target.Loop) {
      Place Bound = lowerPlace(Target.To);
      if (Bound.K != Place::Kind::Variable || Bound.Declared != P.Declared)
        store(Bound, Value, R);
      return;
    }
    // A map holds the second half of its entries.
    if (U.Type.isMapEntry(P.Declared->getType()))
      Value.Value = unpack(Value, 1, 2, R, {});
    store(placeOfElementAt(Target.To, P.Range, B.readVariable(temporary(Target.Loop))), Value, R);
    return;
  }
  case Place::Kind::Half: {
    // A pair is a value: the variable gets another one.
    ir::Arg Old = lowerArg(P.Pair);
    ir::Arg Kept{unpack(Old, 1 - P.Index, 2, Old.Range, {}), {}, Old.Range};
    std::array<ir::Arg, 2> Both = {Value, Kept};
    if (P.Index == 1)
      std::swap(Both[0], Both[1]);
    ir::Type Tuple;
    Tuple.Kind = ir::TypeKind::Tuple;
    store(lowerPlace(P.Pair), {make(InstKind::MakeTuple, Both, R, Tuple), {}, Old.Range}, R);
    return;
  }
  case Place::Kind::Cell:
    I.Kind = InstKind::SetCell;
    break;
  case Place::Kind::Field:
    I.Kind = InstKind::SetField;
    break;
  case Place::Kind::Item:
    I.Kind = InstKind::SetItem;
    break;
  case Place::Kind::Global:
    I.Kind = InstKind::SetGlobal;
    break;
  }
  B.append(std::move(I));
}

/// The call of std::tie, or of std::forward_as_tuple, that E is; null if it is none.
static const CallExpr *tie(Names &N, const Expr *E) {
  const auto *Call = dyn_cast<CallExpr>(peel(E));
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  if (!Callee || !Callee->isInStdNamespace())
    return nullptr;
  llvm::StringRef Name = N.qualified(*Callee);
  return Name == "std::tie" || Name == "std::forward_as_tuple" ? Call : nullptr;
}

void FunctionLowering::storeElements(const CallExpr &Tie, ir::Arg Value, ir::SourceRange R) {
  for (unsigned I = 0; I != Tie.getNumArgs(); ++I) {
    const Expr *Target = Tie.getArg(I);
    ir::SourceRange Range = U.Files.range(*Target);
    ir::Type T = U.Type.of(Target->getType());
    ir::Arg Element{unpack(Value, I, Tie.getNumArgs(), Range, T), {}, Range};
    if (const CallExpr *Inner = tie(U.Name, Target))
      storeElements(*Inner, Element, R);
    else if (const ValueDecl *D = namedVariable(Target); !D || U.Name.qualified(*D) != "std::ignore")
      store(lowerPlace(Target), Element, R);
  }
}

ir::ValueId FunctionLowering::lowerAssignment(const Expr *Left, const Expr *Right, const Expr &Whole) {
  ir::SourceRange R = U.Files.range(Whole);
  if (const CallExpr *Tie = tie(U.Name, Left)) {
    ir::Arg Value = lowerArg(Right);
    storeElements(*Tie, Value, R);
    return Value.Value;
  }
  ir::Arg Value = lowerArg(Right);
  if (const CXXRecordDecl *Class = Right->isLValue() ? structure(Right->getType()) : nullptr)
    Value.Value = copyStructure(*Class, Value);
  Place P = lowerPlace(Left);
  // Assigning to what a call gave back, x.slice(0, 0, 1) = y, writes through the view.
  if (P.K == Place::Kind::None && isa<CallExpr>(peel(Left)) && U.Type.role(Left->getType()) == ClassRole::Tensor)
    return B.invoke("copy_", {lowerArg(Left), Value}, R, P.Type);
  if (P.K == Place::Kind::None)
    return B.opaque({lowerArg(Left), Value}, R, P.Type);
  store(P, Value, R);
  return Value.Value;
}

std::optional<ir::ValueId> FunctionLowering::lowerExchange(const CallExpr &E, bool IsSwap) {
  if (E.getNumArgs() != 2)
    return std::nullopt;
  const Expr *First = E.getArg(0), *Second = E.getArg(1);
  ir::SourceRange R = U.Files.range(E);
  Place Left = lowerPlace(First), Right;
  if (IsSwap)
    Right = lowerPlace(Second);
  if (Left.K == Place::Kind::None || (IsSwap && Right.K == Place::Kind::None))
    return std::nullopt;
  ir::Arg Old{load(Left), {}, U.Files.range(*First)};
  ir::Arg New = IsSwap ? ir::Arg{load(Right), {}, U.Files.range(*Second)} : lowerArg(Second);
  store(Left, New, R);
  if (!IsSwap)
    return Old.Value;
  store(Right, Old, R);
  return B.opaque({}, R);
}

ir::ValueId FunctionLowering::lowerCompound(llvm::StringRef Operator, const Expr *Left, const Expr *Right,
                                            const Expr &Whole) {
  ir::SourceRange R = U.Files.range(Whole);
  Place P = lowerPlace(Left);
  ir::Arg Old{P.K == Place::Kind::None ? lower(Left) : load(P), {}, U.Files.range(*Left)};
  ir::Arg New{B.op(Operator, {Old, lowerArg(Right)}, R, U.Type.of(Left->getType())), {}, R};
  store(P, New, R);
  return New.Value;
}

ir::ValueId FunctionLowering::lowerStep(const Expr *Target, bool Increment, bool Prefix, const Expr &Whole) {
  ir::SourceRange R = U.Files.range(Whole);
  Place P = lowerPlace(Target);
  ir::Arg Old{P.K == Place::Kind::None ? lower(Target) : load(P), {}, U.Files.range(*Target)};
  ir::Arg One{B.constantInt(1, R), {}, R};
  ir::Arg New{B.op(Increment ? "+=" : "-=", {Old, One}, R, U.Type.of(Target->getType())), {}, R};
  store(P, New, R);
  return Prefix ? New.Value : Old.Value;
}

ir::Arg FunctionLowering::lowerShared(const Expr *E, llvm::SmallVectorImpl<WriteBack> &Back) {
  Place P = lowerPlace(E);
  if (P.K == Place::Kind::Variable && P.Variable->IsCell)
    return {B.readVariable(P.Variable->Name), {}, P.Range};
  if (P.K == Place::Kind::Cell)
    return P.Operands[0];
  ir::Inst I;
  I.Kind = InstKind::Cell;
  I.Range = P.Range;
  I.Args.push_back({P.K == Place::Kind::None ? lower(E) : load(P), {}, P.Range});
  ir::ValueId Cell = B.append(std::move(I), P.Type);
  if (P.K != Place::Kind::None)
    Back.push_back({Cell, P});
  return {Cell, {}, P.Range};
}

void FunctionLowering::writeBack(llvm::ArrayRef<WriteBack> Back) {
  for (const WriteBack &W : Back) {
    ir::Arg Cell{W.Cell, {}, W.Target.Range};
    store(W.Target, {get(InstKind::GetCell, {}, Cell, W.Target.Range, W.Target.Type), {}, W.Target.Range},
          W.Target.Range);
  }
}

} // namespace devtidy::frontend
