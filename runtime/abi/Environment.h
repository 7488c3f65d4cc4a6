//===- Environment.h - What a run tells the runtime -------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// device-tidy run sets these variables for the program that it starts; they reach the programs that this one starts,
// too. The libraries of the runtime, its Python package and the command line agree on the names here. Includes nothing.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_RUNTIME_ABI_ENVIRONMENT_H
#define DEVTIDY_RUNTIME_ABI_ENVIRONMENT_H

namespace devtidy::abi {

/// Number of simulated CUDA devices, 1 to MaxDevices. Unset: nothing is simulated.
inline constexpr char DevicesVariable[] = "DEVICE_TIDY_DEVICES";
/// Not empty: the number is a default. A Python program whose PyTorch cannot have simulated devices runs without them.
inline constexpr char DefaultDevicesVariable[] = "DEVICE_TIDY_DEFAULT_DEVICES";
/// Function of the stand-in for the CUDA runtime after which it has no devices.
inline constexpr char HideDevicesFunction[] = "device_tidy_cudart_hide";
/// Folder with the sitecustomize.py that starts the simulation in Python.
inline constexpr char PythonStartupVariable[] = "DEVICE_TIDY_PYTHON_STARTUP";

/// Not empty: Python watches placement while it runs, and explains device errors.
inline constexpr char VerifyVariable[] = "DEVICE_TIDY_VERIFY";
/// How findings of all programs are written: full, concise, json or sarif; unset: full.
inline constexpr char OutputFormatVariable[] = "DEVICE_TIDY_OUTPUT_FORMAT";
/// Absolute path of the file to write findings to; unset: standard error.
inline constexpr char OutputFileVariable[] = "DEVICE_TIDY_OUTPUT_FILE";
/// Not empty: findings only, no summary.
inline constexpr char QuietVariable[] = "DEVICE_TIDY_QUIET";
/// Which findings of the watch over Python are wanted, as JSON (driver/Selection.h); unset: all.
inline constexpr char SelectionVariable[] = "DEVICE_TIDY_SELECTION";

/// Folder in which Python processes leave what they saw for the first one of the program, which names it; it is there
/// when one of them has seen something.
inline constexpr char ChildrenVariable[] = "DEVICE_TIDY_CHILDREN";

/// name=value:name=value, for all that runs beside a program.
inline constexpr char OptionsVariable[] = "DEVICE_TIDY_OPTIONS";

/// PyTorch keeps device indices in a signed byte and its own limit at 120 (C10_COMPILE_TIME_MAX_GPUS,
/// c10/cuda/CUDAMacros.h).
inline constexpr int MaxDevices = 64;

} // namespace devtidy::abi

#endif // DEVTIDY_RUNTIME_ABI_ENVIRONMENT_H
