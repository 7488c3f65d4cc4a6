//===- Installed.h - Libraries that are installed on this machine -------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where a build says nothing (no compile_commands.json, or one without CUDA), the headers of the installed PyTorch and
// CUDA Toolkit serve. Found by looking at well-known places; no Python is run.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DRIVER_INSTALLED_H
#define DEVTIDY_DRIVER_INSTALLED_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace devtidy::driver {

struct Installed {
  std::string Torch;                 ///< folder with include/torch, or ""
  std::string TorchVersion;          ///< "2.13.0+cpu", as torch/version.py beside it says, or ""
  std::string PythonInclude;         ///< folder with Python.h, or ""
  std::vector<std::string> Packages; ///< folders that Python would import installed packages from
  std::string Cuda;                  ///< toolkit: folder with include/cuda_runtime.h, or ""
};

/// Looks, in this order: Python (an interpreter, may be ""), $VIRTUAL_ENV, $CONDA_PREFIX, .venv and venv in Root, the
/// environment beside this program in ToolRoot/venv, the user's and the system's packages. CUDA: $CUDA_HOME,
/// $CUDA_PATH, /usr/local/cuda, /opt/cuda, then the nvidia-cuda-* packages of these environments.
Installed findInstalled(llvm::StringRef Python, llvm::StringRef Root, llvm::StringRef ToolRoot);

/// --python if it is given, else $DEVICE_TIDY_PYTHON, or "". What has no folder is looked for on the PATH. The error is
/// one line: the file or folder is not there.
llvm::Expected<std::string> pythonOrDefault(llvm::StringRef Given);

/// Takes the operator table of the release that was asked for (--pytorch, or ""), else of the one that is installed,
/// else leaves the newest.
void chooseOperatorTable(llvm::StringRef Asked, const Installed &Found);

} // namespace devtidy::driver

#endif // DEVTIDY_DRIVER_INSTALLED_H
