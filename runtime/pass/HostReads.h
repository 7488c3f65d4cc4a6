//===- HostReads.h - Memory of tensors that the host reads -----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_RUNTIME_PASS_HOSTREADS_H
#define DEVTIDY_RUNTIME_PASS_HOSTREADS_H

namespace llvm {
class CallBase;
class Value;
} // namespace llvm

namespace devtidy::pass {

/// True if code of the function reads or writes through the pointer that the call returns, and comes there from the
/// call without a branch on where a tensor is. Behind such a branch it may be the code for the CPU; and a pointer that
/// is handed on may be for a kernel.
bool isReadByHost(const llvm::CallBase &Pointer);
/// True if an address of memory is for what Tensor::accessor gives, whose wrapper was inlined.
bool isOfAccessor(const llvm::Value &Pointer);

} // namespace devtidy::pass

#endif // DEVTIDY_RUNTIME_PASS_HOSTREADS_H
