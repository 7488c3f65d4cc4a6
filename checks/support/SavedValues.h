//===- SavedValues.h - What a program puts into files -----------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A file without tensors is read on any machine:
//
//   torch.save([self.rows[0:9], self.name], folder + "/rows.pt")     # rows: an array of NumPy
//   rows, name = torch.load(folder + "/rows.pt")
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_CHECKS_SUPPORT_SAVEDVALUES_H
#define DEVTIDY_CHECKS_SUPPORT_SAVEDVALUES_H

#include "checks/support/Sink.h"

namespace devtidy::checks {

/// The path of what a function opens, `with open(path, "wb") as file`, or V itself.
ir::ValueId pathOf(const Program &P, const ir::Function &F, ir::ValueId V);

/// The text that a path ends with, as far as the function F spells it: "best.pt" of `folder + "/best.pt"`, ".pt" of
/// `name + ".pt"`. "" if it spells nothing.
llvm::StringRef endOfPath(const ir::Function &F, ir::ValueId Path);
/// True if the end of a path tells one file from others: "best.pt", but not ".pt".
bool isNameOfFile(llvm::StringRef End);

/// True if the program saves something that Load of S may read, and nothing of that has tensors in it: a file of that
/// name; of one whose kind alone is spelled, one of the same source file; of one that nobody spells, of the same class.
bool readsNoTensors(const SolvedFunction &S, const Event &Load);

} // namespace devtidy::checks

#endif // DEVTIDY_CHECKS_SUPPORT_SAVEDVALUES_H
