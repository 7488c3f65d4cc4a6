//===- PlainPath.h - Paths that fit into lists of paths ----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DRIVER_PLAINPATH_H
#define DEVTIDY_DRIVER_PLAINPATH_H

#include "llvm/Support/Error.h"
#include <string>

namespace devtidy::driver {

/// A path of an absolute folder that LD_PRELOAD, LD_LIBRARY_PATH and PYTHONPATH take: these have no way to write
/// blanks, colons, semicolons and dollar signs. It is Folder itself, or a link to it among the temporary files, which
/// stays for the next run. The error is one line.
llvm::Expected<std::string> plainPath(const std::string &Folder);

} // namespace devtidy::driver

#endif // DEVTIDY_DRIVER_PLAINPATH_H
