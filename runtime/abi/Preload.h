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

/// The path of the simulator for the LibTorch in TorchFolder (of libtorch_cpu.so): that of its release, in the folder
/// torch-<release> beside this library (Release.h). Null if there is none. Good until it is asked again.
[[gnu::visibility("default")]] const char *devtidySimulatorPath(const char *TorchFolder);

/// Null, or one line that says why the LibTorch in TorchFolder cannot have simulated devices: a release that this
/// installation has no simulator for, and those that it has one for. Loads nothing.
[[gnu::visibility("default")]] const char *devtidyCheckTorch(const char *TorchFolder);

/// Loads the simulator for the LibTorch in TorchFolder, whose libraries for CUDA, if it has them, must not have been
/// loaded yet, and which must not have been asked about CUDA. This library has to be in the global scope. Gives null,
/// or one line that says why not: what devtidyCheckTorch says, a library that is missing. Not thread-safe: called once,
/// before the program's own code.
[[gnu::visibility("default")]] const char *devtidyLoadSimulator(const char *TorchFolder);
}

#endif // DEVTIDY_RUNTIME_ABI_PRELOAD_H
