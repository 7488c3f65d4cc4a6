//===- Start.cpp --------------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/verify/Start.h"
#include "runtime/report/Report.h"
#include <c10/core/DeviceType.h>
#include <cstring>
#include <dlfcn.h>
#include <fstream>
#include <torch/version.h>

namespace devtidy::verify {

bool detail::On = false;

namespace {

/// The release of the LibTorch in the process: of its package's version.py, or of the build-version file of a LibTorch
/// archive. Empty if there is neither, as where a distribution has packaged it.
std::string findVersion() {
  Dl_info Found{};
  if (!dladdr(reinterpret_cast<const void *>(&c10::DeviceTypeName), &Found) || !Found.dli_fname)
    return "";
  std::string Folder(Found.dli_fname, strrchr(Found.dli_fname, '/') - Found.dli_fname);
  std::string Line;
  std::ifstream Archive(Folder + "/../build-version");
  if (Archive && std::getline(Archive, Line))
    return Line.substr(0, Line.find_first_not_of("0123456789."));
  std::ifstream Package(Folder + "/../version.py");
  while (std::getline(Package, Line))
    if (Line.starts_with("__version__ = ")) {
      Line = Line.substr(Line.find_first_of("'\"") + 1);
      return Line.substr(0, Line.find_first_not_of("0123456789."));
    }
  return "";
}

[[gnu::constructor]] void start() {
  runtime::hideModule(reinterpret_cast<const void *>(&detail::On));
  runtime::options();
  std::string Version = findVersion();
  if (!Version.empty() && Version != TORCH_VERSION)
    return runtime::reportProblem("this program uses PyTorch " + Version + "; its instrumentation was built for " +
                                  TORCH_VERSION + ", and verifies nothing");
  detail::On = true;
}

} // namespace
} // namespace devtidy::verify
