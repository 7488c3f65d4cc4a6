//===- Repair.h - What a repair may write, and where --------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A repair is text that is put into somebody's program. These say whether it means there what it is meant to, by the IR
// and by the bytes around the place. "No" where they cannot tell: no repair is better than one that breaks.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_CHECKS_SUPPORT_REPAIR_H
#define DEVTIDY_CHECKS_SUPPORT_REPAIR_H

#include "checks/support/Sink.h"

namespace devtidy::checks {

/// True if what the instruction At is given first is a tensor, and what each other round of a loop gives that is
/// written out has there: `for v in (Own(), x): v.numpy()`; and whatever comes there in another run.
bool isTensorEachTime(const SolvedFunction &S, const Sink &Out, const ir::Inst &At, unsigned Operand = 0);

/// True if the bytes are all of a statement, so that `x = ` may be put before them: not those of f(x) in `f(x),`.
bool isStatement(const SolvedFunction &S, const Sink &Out, ir::SourceRange R);

/// True if a member of the expression may be written behind it: `x`, `f(x)[0]`, but not `a + b`.
bool takesMember(llvm::StringRef Expression);

/// The edits that write Call, of a member, behind the expression, in brackets if it takes none.
std::vector<report::Edit> callBehind(const Sink &Out, ir::SourceRange Expression, llvm::StringRef Call);

/// What copies V of S to the host for an array: one that requires a gradient gives none, and is detached first.
llvm::StringRef copyForArray(const SolvedFunction &S, ir::ValueId V);

/// Where the '.' or '->' before the name of the method stands, which Invoke calls; 0 if it cannot be seen.
uint32_t memberAccess(const SolvedFunction &S, const Sink &Out, const ir::Inst &Invoke);

/// True if the parameter is what the caller gave, wherever control is before At.
bool isUnchanged(const SolvedFunction &S, unsigned Param, const ir::Inst &At);

/// True if the expression of A, a variable or a member of one, means at At what it means where it stands: it is bound
/// there on every path, and nothing assigns it in between.
bool isKnownAt(const SolvedFunction &S, const Sink &Out, const ir::Arg &A, const ir::Inst &At);

/// True if the function may write to the memory of what View gives, an array that shares that of a tensor: by an item
/// of it, in place, as `out=`, through a variable or a view. In front of that, a copy would take what is written.
bool isWrittenThrough(const SolvedFunction &S, ir::ValueId View);

/// True if what Call, an instruction of the function, calls writes to its argument A.
bool isWrittenByCall(const SolvedFunction &S, const ir::Inst &Call, const ir::Arg &A);

/// True if somebody may notice that the array which Read gives of Tensor is a copy: who gets it writes to it, in
/// another function or through a member or a list, or the tensor is written to while it is in use.
bool isCopyNoticed(const SolvedFunction &S, const Sink &Out, const ir::Inst &Read, ir::ValueId Tensor);

/// True if Made gives a tensor with the memory of an array, and one of the two is written to and the other one used:
/// `t = torch.from_numpy(a)`, `a[0] = 5`. Moved, it is a copy.
bool isOfWrittenArray(const SolvedFunction &S, const Sink &Out, const ir::Inst &Made);

/// A device variable that can be named at an instruction: a parameter or a local of device type whose definition comes
/// before it on every path, and which is nothing else there. "" if there is none, or more than one.
llvm::StringRef deviceInScope(const SolvedFunction &S, const Sink &Out, const ir::Inst &At);

} // namespace devtidy::checks

#endif // DEVTIDY_CHECKS_SUPPORT_REPAIR_H
