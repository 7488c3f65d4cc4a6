//===- OpenSites.h - What a run has to decide ----------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_CHECKS_SUPPORT_OPENSITES_H
#define DEVTIDY_CHECKS_SUPPORT_OPENSITES_H

#include "checks/Run.h"
#include "dataflow/state/Program.h"

namespace devtidy::checks {

/// Adds the operations of a function that are neither right nor wrong in all worlds for all that is known: operands
/// that meet, and memory that the host reads. What instrumented code does not look at is left out.
void addOpenSites(const dataflow::SolvedFunction &S, uint8_t Worlds, std::vector<OpenSite> &Out);

} // namespace devtidy::checks

#endif // DEVTIDY_CHECKS_SUPPORT_OPENSITES_H
