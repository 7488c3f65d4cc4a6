//===- SavedValues.h - What a program puts into files -----------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A file without tensors, or with those of the CPU, is read on any machine:
//
//   torch.save([self.rows[0:9], self.name], folder + "/rows.pt")     # rows: an array of NumPy
//   rows, name = torch.load(folder + "/rows.pt")
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_CHECKS_SUPPORT_SAVEDVALUES_H
#define DEVTIDY_CHECKS_SUPPORT_SAVEDVALUES_H

#include "checks/support/Sink.h"

namespace devtidy::checks {

/// True if the program saves something that Load of S may read, and nothing of that has tensors in it, but on the CPU:
/// a file of that name; of one whose kind alone is spelled, one of the same source file; of one that nobody spells, of
/// the same class.
bool readsFromHost(const SolvedFunction &S, const Event &Load);

} // namespace devtidy::checks

#endif // DEVTIDY_CHECKS_SUPPORT_SAVEDVALUES_H
