//===- LowerIterator.cpp - Iterators of standard containers ---------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An iterator is its container. Which element it points at is not followed: what is read through it is any element,
// and what is written through it may be in any place.
//
//===----------------------------------------------------------------------===//

#include "frontend/clang/FunctionLowering.h"
#include "frontend/clang/Peel.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace devtidy::frontend {

using ir::InstKind;

bool FunctionLowering::isIterator(const Expr *E) { return U.Type.role(E->getType()) == ClassRole::Iterator; }

const Expr *FunctionLowering::dereferencedIterator(const Expr *E) {
  const auto *Operator = dyn_cast<CXXOperatorCallExpr>(peel(E));
  if (!Operator || !isIterator(Operator->getArg(0)))
    return nullptr;
  OverloadedOperatorKind K = Operator->getOperator();
  bool Reads = K == OO_Arrow || K == OO_Subscript || (K == OO_Star && Operator->getNumArgs() == 1);
  return Reads ? Operator->getArg(0) : nullptr;
}

ir::ValueId FunctionLowering::lowerElementAt(const Expr *Iterator, const Expr &Whole) {
  ir::SourceRange R = U.Files.range(Whole);
  ir::Arg Container = lowerArg(Iterator);
  ir::Arg Somewhere{B.opaque({}, R), {}, R};
  if (!U.Type.isMapEntry(Whole.getType()))
    return get(InstKind::GetItem, {}, {Container, Somewhere}, R, U.Type.of(Whole.getType()));
  ir::Arg Value{get(InstKind::GetItem, {}, {Container, Somewhere}, R, {}), {}, R};
  ir::Type Tuple;
  Tuple.Kind = ir::TypeKind::Tuple;
  return make(InstKind::MakeTuple, {Somewhere, Value}, R, Tuple);
}

Place FunctionLowering::placeOfElementAt(const Expr *Iterator, ir::SourceRange R, ir::ValueId At) {
  Place P;
  P.K = Place::Kind::Item;
  P.Range = R;
  P.Operands = {lowerArg(Iterator)};
  P.Operands.push_back({At ? At : B.opaque({}, R), {}, R});
  return P;
}

std::optional<ir::ValueId> FunctionLowering::lowerIteratorMethod(const CXXMemberCallExpr &E, llvm::StringRef Method) {
  if (!isIterator(&E))
    return std::nullopt;
  bool Looks =
      llvm::StringSwitch<bool>(Method)
          .Cases({"begin", "cbegin", "rbegin", "end", "cend", "rend", "find", "lower_bound", "upper_bound"}, true)
          .Case("base", true)
          .Default(false);
  if (!Looks)
    return std::nullopt;
  for (const Expr *Arg : E.arguments())
    lower(Arg);
  return lower(E.getImplicitObjectArgument());
}

std::optional<ir::ValueId> FunctionLowering::lowerIteratorOperator(const CXXOperatorCallExpr &E) {
  const Expr *Left = E.getArg(0);
  OverloadedOperatorKind K = E.getOperator();
  if (const Expr *Iterator = dereferencedIterator(&E))
    return lowerElementAt(Iterator, E);
  if (!isIterator(Left) || K == OO_Equal)
    return std::nullopt;
  // ++it, it + 1: another element of the same container.
  if (isIterator(&E)) {
    for (const Expr *Arg : llvm::drop_begin(E.arguments()))
      lower(Arg);
    return lower(Left);
  }
  Args Operands;
  for (const Expr *Arg : E.arguments())
    Operands.push_back(lowerArg(Arg));
  return B.opaque(Operands, U.Files.range(E), U.Type.of(E.getType()));
}

bool FunctionLowering::isMemoryRange(const Expr *First, const Expr *Last) {
  return U.Type.isDataPointer(First->getType()) && U.Type.isDataPointer(Last->getType());
}

ir::Arg FunctionLowering::elementAt(const Expr &Iterator) {
  ir::SourceRange R = U.Files.range(Iterator);
  ir::Arg Container = lowerArg(&Iterator);
  return {get(InstKind::GetItem, {}, {Container, ir::Arg{B.opaque({}, R), {}, R}}, R, {}), {}, R};
}

bool FunctionLowering::lowerIteratorArgument(const CallExpr &E, const Expr *Arg, Args &Out) {
  const auto *Method = dyn_cast<CXXMemberCallExpr>(&E);
  if (!Method)
    return false;
  // v.insert(v.end(), a.begin(), a.end()): the first is a place in v, the others are elements.
  std::string Name = unqualifiedName(*Method->getMethodDecl());
  if (isIterator(Arg) && Arg == E.getArg(0) && Name != "assign")
    return true;
  unsigned Count = E.getNumArgs();
  bool TakesRange = (Name == "insert" || Name == "assign") && Count >= 2 &&
                    U.Type.role(Method->getMethodDecl()->getParent()) == ClassRole::List;
  bool Memory = TakesRange && isMemoryRange(E.getArg(Count - 2), E.getArg(Count - 1)) &&
                (Arg == E.getArg(Count - 2) || Arg == E.getArg(Count - 1));
  if (!Memory && !isIterator(Arg))
    return false;
  Out.push_back(elementAt(*Arg));
  return true;
}

} // namespace devtidy::frontend
