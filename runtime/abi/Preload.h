//===- Preload.h - The C interface of the library that is preloaded -----------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// libdevice_tidy_preload.so. Includes nothing of ours, and needs no LibTorch.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_RUNTIME_ABI_PRELOAD_H
#define DEVTIDY_RUNTIME_ABI_PRELOAD_H

extern "C" {

/// The LibTorch that the runtime was built for: "2.13.0".
[[gnu::visibility("default")]] const char *devtidyTorchVersion();

/// Null, or one line that says why the LibTorch in TorchFolder (of libtorch_cpu.so) cannot have simulated devices:
/// another release. Loads nothing.
[[gnu::visibility("default")]] const char *devtidyCheckTorch(const char *TorchFolder);

/// Loads the simulator for the LibTorch in TorchFolder, whose libraries for CUDA, if it has them, must not have been
/// loaded yet, and which must not have been asked about CUDA. This library has to be in the global scope. Gives null,
/// or one line that says why not: what devtidyCheckTorch says, a library that is missing. Not thread-safe: called once,
/// before the program's own code.
[[gnu::visibility("default")]] const char *devtidyLoadSimulator(const char *TorchFolder);
}

#endif // DEVTIDY_RUNTIME_ABI_PRELOAD_H
