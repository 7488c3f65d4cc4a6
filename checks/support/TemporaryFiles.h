//===- TemporaryFiles.h - Files that are made for one run -------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A folder that the run has made was empty then, and what is in it the run has put there:
//
//   with tempfile.TemporaryDirectory() as folder:
//     trainer.fit(net, folder)
//     net.load_state_dict(torch.load(folder + "/best.pt"))
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_CHECKS_SUPPORT_TEMPORARYFILES_H
#define DEVTIDY_CHECKS_SUPPORT_TEMPORARYFILES_H

#include "checks/support/NameUses.h"
#include "dataflow/state/Program.h"

namespace devtidy::checks {

/// True if V, a path of F, is that of a temporary file, or is in such a folder, whatever way it has come: by all
/// callers of F, out of what another function gives. Not where one of those functions brings bytes from elsewhere.
bool isTemporaryFile(const dataflow::Program &P, const NameUses &Names, const ir::Function &F, ir::ValueId V);

} // namespace devtidy::checks

#endif // DEVTIDY_CHECKS_SUPPORT_TEMPORARYFILES_H
