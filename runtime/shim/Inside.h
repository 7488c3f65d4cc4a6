//===- Inside.h - Modules whose CUDA runtime nobody can stand before ---------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_RUNTIME_SHIM_INSIDE_H
#define DEVTIDY_RUNTIME_SHIM_INSIDE_H

#include <string>

namespace devtidy::shim {

/// True if the program, or a library of it, is linked to the shared runtime.
bool isLinkedToRuntime();

/// What has kernels and registers them with a CUDA runtime of its own, without the link option (abi/Inside.h): "the
/// program", else the name of the first such library; empty if there is none. Reads the files of all modules. Libraries
/// of NVIDIA's, of which many have a runtime inside, and PyTorch's are left out.
std::string unseenModule();

} // namespace devtidy::shim

#endif // DEVTIDY_RUNTIME_SHIM_INSIDE_H
