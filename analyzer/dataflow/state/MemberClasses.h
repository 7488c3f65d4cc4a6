//===- MemberClasses.h - Members that are of one of several classes ------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// After `self.policy = Gaussian() if noisy else Deterministic()` methods do not know which of them it is. They ask, as
// they ask what an option is, and whoever made the object answers.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_STATE_MEMBERCLASSES_H
#define DEVTIDY_DATAFLOW_STATE_MEMBERCLASSES_H

#include "dataflow/state/FunctionFrame.h"

namespace devtidy::dataflow {

/// How the question begins of which class something is: " class A of A|B".
inline constexpr llvm::StringLiteral ClassQuestion = "class";

/// The classes of the program of which what the member at P holds may be, modules or plain objects, as only the
/// constructors of its object say; none if others may say it, or if there is one.
llvm::SmallVector<llvm::StringRef, 4> classesAt(const FunctionFrame &In, PathId P);

/// The same of the object O, which has no class that says which it is.
llvm::SmallVector<llvm::StringRef, 4> classesOfMember(const FunctionFrame &In, ObjectId O);

/// The classes of the program of which the object is that the variable of a module, a canonical name, holds, as the
/// only top level that assigns it says; none if it is a module, of one class, or anything else.
llvm::SmallVector<llvm::StringRef, 4> classesOfGlobal(const Program &Prog, llvm::StringRef Name);

/// When what P holds, which is of one of Classes, is of each of them. Empty if they are too many.
std::vector<Cube> whenOfClass(FunctionFrame &In, PathId P, llvm::ArrayRef<llvm::StringRef> Classes);

/// The types that isinstance is asked for; none if one of them has no name.
llvm::SmallVector<llvm::StringRef, 4> typesOf(const Program &Prog, const ir::Function &F, ir::ValueId Type);
/// Whether V, one of several objects, or a member that is of one of several classes, is of one of Asked, which are
/// classes of the program; nothing if nobody knows.
std::optional<Value> isOneOfClasses(FunctionFrame &In, const Value &V, llvm::ArrayRef<llvm::StringRef> Asked);

/// True for an object of a class of the program that is no module.
bool isPlainObject(const FunctionFrame &In, const Value &V);
/// True if all of Parts are, or are one of several of them: `env = A() if kind else B()`.
bool arePlainObjects(const FunctionFrame &In, llvm::ArrayRef<std::pair<Value, Cube>> Parts);

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_STATE_MEMBERCLASSES_H
