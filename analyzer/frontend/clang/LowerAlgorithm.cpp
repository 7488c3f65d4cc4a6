//===- LowerAlgorithm.cpp - Algorithms that call what they are given ------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// std::transform(a.begin(), a.end(), std::back_inserter(b), f) calls f with elements of a and puts what it gives into
// b. As an iterator is its container, one call stands for all of them.
//
//===----------------------------------------------------------------------===//

#include "frontend/clang/FunctionLowering.h"
#include "frontend/clang/Peel.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace devtidy::frontend {

using ir::InstKind;

namespace {

/// What an algorithm does with what the function gives that it calls.
enum class Outcome : uint8_t {
  None,      ///< it is no algorithm that is known
  Decides,   ///< a condition or an order, or nothing
  Stored,    ///< goes where the argument before the function points
  Generated, ///< goes where the first argument points
  Folded,    ///< is the result, and what the function is given next
  Copied,    ///< no function: the elements go where the last argument points
};

Outcome outcomeOf(llvm::StringRef Name) {
  return llvm::StringSwitch<Outcome>(Name)
      .Cases({"for_each", "for_each_n", "any_of", "all_of", "none_of", "find_if", "find_if_not"}, Outcome::Decides)
      .Cases({"count_if", "remove_if", "partition", "stable_partition", "sort", "stable_sort"}, Outcome::Decides)
      .Cases({"max_element", "min_element", "partial_sort", "nth_element"}, Outcome::Decides)
      .Case("transform", Outcome::Stored)
      .Cases({"generate", "generate_n"}, Outcome::Generated)
      .Cases({"accumulate", "reduce"}, Outcome::Folded)
      .Case("copy", Outcome::Copied)
      .Default(Outcome::None);
}

/// The parameters of what E is, a lambda, a function object or a function; nothing if it is no such thing.
std::optional<llvm::SmallVector<QualType, 2>> parametersOf(Unit &U, const Expr *E) {
  if (const auto *Lambda = dyn_cast<LambdaExpr>(peel(E)))
    if (const CXXMethodDecl *Body = U.body(*Lambda)) {
      llvm::SmallVector<QualType, 2> Types;
      for (const ParmVarDecl *P : Body->parameters())
        Types.push_back(P->getType());
      return Types;
    }
  QualType T = E->getType().getNonReferenceType();
  if (T->isPointerType())
    T = T->getPointeeType();
  const FunctionProtoType *Proto = T->getAs<FunctionProtoType>();
  const CXXRecordDecl *Class = T->getAsCXXRecordDecl();
  if (Class && Class->isLambda() && !Class->isGenericLambda() && Class->getLambdaCallOperator())
    Proto = Class->getLambdaCallOperator()->getType()->getAs<FunctionProtoType>();
  else if (const auto *Instance = dyn_cast_or_null<ClassTemplateSpecializationDecl>(Class);
           Instance && Instance->isInStdNamespace() && Instance->getName() == "function")
    Proto = Instance->getTemplateArgs()[0].getAsType()->getAs<FunctionProtoType>();
  if (!Proto)
    return std::nullopt;
  return llvm::SmallVector<QualType, 2>(Proto->param_types());
}

/// The container that an inserter puts elements into; null if Iterator is no inserter.
const Expr *insertedInto(const Expr *Iterator) {
  const auto *Call = dyn_cast<CallExpr>(peel(Iterator));
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  const bool Inserts = Callee && Callee->isInStdNamespace() && Callee->getDeclName().isIdentifier() &&
                       (Callee->getName() == "back_inserter" || Callee->getName() == "inserter");
  return Inserts ? Call->getArg(0) : nullptr;
}

} // namespace

std::optional<ir::ValueId> FunctionLowering::lowerCallOfArgument(const CallExpr &E) {
  unsigned First = 0;
  if (U.Name.qualified(*E.getDirectCallee()) == "std::async" && E.getArg(0)->getType()->isEnumeralType())
    First = 1; // std::launch::async
  const std::optional<llvm::SmallVector<QualType, 2>> Parameters = parametersOf(U, E.getArg(First));
  if (!Parameters || Parameters->size() + First + 1 != E.getNumArgs())
    return std::nullopt;
  Args Operands;
  for (unsigned N = First; N < E.getNumArgs(); ++N)
    Operands.push_back(lowerArg(E.getArg(N)));
  return callOf(E.getArg(First), Operands, U.Files.range(E), U.Type.of(E.getType()));
}

ir::ValueId FunctionLowering::callOf(const Expr *Callee, llvm::ArrayRef<ir::Arg> Operands, ir::SourceRange R,
                                     ir::Type T) {
  const auto *Named = dyn_cast<DeclRefExpr>(peel(Callee));
  if (const auto *Function = Named ? dyn_cast<FunctionDecl>(Named->getDecl()) : nullptr)
    return B.call(U.Name.callable(*Function), Operands.drop_front(), R, T);
  return get(InstKind::Apply, {}, Operands, R, T);
}

void FunctionLowering::storeThrough(const Expr *Iterator, ir::Arg Value, ir::SourceRange R) {
  if (const Expr *Container = insertedInto(Iterator)) {
    B.invoke("push_back", {lowerArg(Container), Value}, R, {});
    return;
  }
  if (isIterator(Iterator))
    store(placeOfElementAt(Iterator, R), Value, R);
}

std::optional<ir::ValueId> FunctionLowering::lowerAlgorithm(const CallExpr &E, const FunctionDecl &Callee) {
  const Outcome What = outcomeOf(Callee.getName());
  if (What == Outcome::None || E.getNumArgs() < 2)
    return std::nullopt;
  const ir::SourceRange R = U.Files.range(E);
  const unsigned Count = E.getNumArgs();
  const Expr *First = E.getArg(0), *Last = E.getArg(Count - 1);
  const bool Generates = What == Outcome::Generated;
  if (!isIterator(First) && !(Generates && insertedInto(First)))
    return std::nullopt;
  if (What == Outcome::Copied) {
    storeThrough(Last, elementAt(*First), R);
    return lower(insertedInto(Last) ? insertedInto(Last) : Last);
  }
  // std::accumulate(losses.begin(), losses.end(), torch::zeros({1}))
  if (What == Outcome::Folded && Count == 3)
    return B.op("+", {lowerArg(E.getArg(2)), elementAt(*First)}, R, U.Type.of(E.getType()));
  const std::optional<llvm::SmallVector<QualType, 2>> Parameters = parametersOf(U, Last);
  if (!Parameters)
    return std::nullopt;
  const bool IsBinary = What == Outcome::Stored && Count == 5;
  Args Operands(1, lowerArg(Last));
  llvm::SmallVector<WriteBack, 2> Back;
  for (unsigned N = 0; N < Parameters->size(); ++N) {
    const Expr *From = IsBinary && N == 1 ? E.getArg(2) : First;
    if (What == Outcome::Folded && N == 0) {
      Operands.push_back(lowerArg(E.getArg(2)));
    } else if (U.Type.isSharedVariable((*Parameters)[N]) && isIterator(From)) {
      // The function may give the element another value: [&](torch::Tensor &x) { x = x.to(device); }
      Place Element = placeOfElementAt(From, U.Files.range(*From));
      Element.Type = U.Type.of((*Parameters)[N]);
      ir::Inst Cell;
      Cell.Kind = InstKind::Cell;
      Cell.Range = Element.Range;
      Cell.Args.push_back({load(Element), {}, Element.Range});
      Operands.push_back({B.append(std::move(Cell), Element.Type), {}, Element.Range});
      Back.push_back({Operands.back().Value, Element});
    } else {
      Operands.push_back(elementAt(*From));
    }
  }
  const ir::Type T = What == Outcome::Folded ? U.Type.of(E.getType()) : ir::Type();
  const ir::ValueId Given = callOf(Last, Operands, R, T);
  writeBack(Back);
  const ir::Arg Value{Given, {}, R};
  switch (What) {
  case Outcome::Folded:
    return Given;
  case Outcome::Generated:
    storeThrough(First, Value, R);
    return lower(insertedInto(First) ? insertedInto(First) : First);
  case Outcome::Stored: {
    const Expr *To = E.getArg(Count - 2);
    storeThrough(To, Value, R);
    return lower(insertedInto(To) ? insertedInto(To) : To);
  }
  default:
    return Callee.getReturnType()->isBooleanType() || Callee.getReturnType()->isIntegerType()
               ? B.opaque(Value, R, U.Type.of(E.getType()))
               : lower(First);
  }
}

} // namespace devtidy::frontend
