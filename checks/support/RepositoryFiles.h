//===- RepositoryFiles.h - Files that lie beside the sources ----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_CHECKS_SUPPORT_REPOSITORYFILES_H
#define DEVTIDY_CHECKS_SUPPORT_REPOSITORYFILES_H

#include "checks/support/Sink.h"

namespace devtidy::checks {

/// True if Load of S reads a file that lies in the folder of the source, or in one around it, that says that it was
/// saved on the CPU, and that the program does not write: `torch.load("data/norms.pt")`, `join(dirname(__file__),
/// "norms.pt")`.
bool readsCpuFileOfRepository(const SolvedFunction &S, const Event &Load);

} // namespace devtidy::checks

#endif // DEVTIDY_CHECKS_SUPPORT_REPOSITORYFILES_H
