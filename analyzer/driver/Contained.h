//===- Contained.h - Work that may end by a fault -------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Nothing that a file holds may end a run: a fault of ours costs the file or function that it was met in. C++ and CUDA
// are parsed by a process of their own (Worker.h); what is read and solved in this one is contained here.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DRIVER_CONTAINED_H
#define DEVTIDY_DRIVER_CONTAINED_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace devtidy::driver {

/// Runs Work. False if a fault ended it: a signal, a full stack, a failed assertion, want of memory; Why is then
/// "Segmentation fault". What Work was writing is not to be read or freed after that. Costs no thread, so that whatever
/// is small may be contained.
bool runContained(llvm::function_ref<void()> Work, std::string &Why);

/// Gives the threads that are started from now on a stack of 64 MB, of which they take what they need: what reads a
/// program that is nested deeply recurses, and the usual 8 MB are less where somebody limits them.
void useLargeStacks();

/// A fault, if a test asks for one in that step of that file: DEVICE_TIDY_TEST_FAULT is "read:a.py", the end of the
/// path. Steps are scan, precompile, read, resolve, import, link, solve, look and again.
void faultIfTested(llvm::StringRef Step, llvm::StringRef Path);

} // namespace devtidy::driver

#endif // DEVTIDY_DRIVER_CONTAINED_H
