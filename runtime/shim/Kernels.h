//===- Kernels.h - What is known of a kernel --------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_RUNTIME_SHIM_KERNELS_H
#define DEVTIDY_RUNTIME_SHIM_KERNELS_H

#include <string>
#include <vector>

namespace devtidy::shim {

struct Kernel {
  std::string Name = "a kernel"; ///< without parameters: "scale", "fill<float>"
  std::vector<unsigned>
      Pointers; ///< positions of the parameters that are pointers. Those inside structures are not seen
};

/// The program has said that the kernel behind the stub Function is called Mangled.
void noteKernel(const void *Function, const char *Mangled);
/// A handle (__cudaGetKernel) stands for a stub.
void noteKernelHandle(const void *Handle, const void *Function);
/// By stub or handle; the reference lives as long as the process.
const Kernel &kernelOf(const void *Function);

/// Reads a demangled name: "void fill<float>(float*, float)".
Kernel readKernel(const std::string &Demangled);

} // namespace devtidy::shim

#endif // DEVTIDY_RUNTIME_SHIM_KERNELS_H
