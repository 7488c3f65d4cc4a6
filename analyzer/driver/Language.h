//===- Language.h - Which language a file name means --------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DRIVER_LANGUAGE_H
#define DEVTIDY_DRIVER_LANGUAGE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Path.h"

namespace devtidy::driver {

inline bool isCudaSource(llvm::StringRef Path) { return llvm::sys::path::extension(Path) == ".cu"; }

/// C++ and CUDA units; headers are not.
inline bool isCppSource(llvm::StringRef Path) {
  return llvm::StringSwitch<bool>(llvm::sys::path::extension(Path))
      .Cases({".cpp", ".cc", ".cxx", ".c++", ".C", ".cu"}, true)
      .Default(false);
}

/// Stubs (.pyi) have no bodies to check.
inline bool isPythonSource(llvm::StringRef Path) { return llvm::sys::path::extension(Path) == ".py"; }

inline bool isNotebook(llvm::StringRef Path) { return llvm::sys::path::extension(Path) == ".ipynb"; }

/// What is read with the sources that include it, or not at all: headers of C++ and CUDA, and stubs of Python.
inline bool isReadWithOthers(llvm::StringRef Path) {
  return llvm::StringSwitch<bool>(llvm::sys::path::extension(Path))
      .Cases({".h", ".hh", ".hpp", ".hxx", ".h++", ".H", ".cuh"}, true)
      .Cases({".inc", ".inl", ".ipp", ".tpp", ".txx", ".def", ".pyi"}, true)
      .Default(false);
}

} // namespace devtidy::driver

#endif // DEVTIDY_DRIVER_LANGUAGE_H
