//===- KernelReads.h - What a kernel reads of a structure -------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A structure that a kernel is given by value may hold pointers of both sides: `struct Buffer { T *host, *device; }`.
// Those count that the kernel, or what it calls, uses.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_FRONTEND_CLANG_KERNELREADS_H
#define DEVTIDY_FRONTEND_CLANG_KERNELREADS_H

#include "llvm/ADT/SmallVector.h"

namespace clang {
class FieldDecl;
class FunctionDecl;
class ParmVarDecl;
} // namespace clang

namespace devtidy::frontend {

/// s.view.p: view, p
using MemberChain = llvm::SmallVector<const clang::FieldDecl *, 2>;

/// The members of P, a parameter of Kernel, and members of members, that are pointers and that Kernel uses whatever
/// other members say. In order of first use.
llvm::SmallVector<MemberChain, 2> membersRead(const clang::FunctionDecl &Kernel, const clang::ParmVarDecl &P);

} // namespace devtidy::frontend

#endif // DEVTIDY_FRONTEND_CLANG_KERNELREADS_H
