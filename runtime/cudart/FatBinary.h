//===- FatBinary.h - Which device code a program brings ------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_RUNTIME_CUDART_FATBINARY_H
#define DEVTIDY_RUNTIME_CUDART_FATBINARY_H

namespace devtidy::cudart {

/// Compute capabilities, as 10 * major + minor.
struct CodeVersions {
  int Ptx, Binary;
};
/// What a driver of the simulated GPU would choose of the code behind a __fatBinC_Wrapper_t (fatbinary_section.h): the
/// newest machine code that runs on it, else the newest PTX that it can compile. Code for newer GPUs alone is taken all
/// the same, since nothing is executed: the oldest. The model's own version where there is no code. Libraries choose
/// the variant of their kernels by it (CUB: cub/util_device.cuh, ChainedPolicy).
CodeVersions codeVersions(const void *Wrapper);

} // namespace devtidy::cudart

#endif // DEVTIDY_RUNTIME_CUDART_FATBINARY_H
