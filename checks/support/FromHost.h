//===- FromHost.h - Whether all that comes somewhere was on the CPU --------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A function that saves what it is given saves from the CPU if all that call it have it there.
//
//   def checkpoint(net, rows, path):
//     torch.save({"net": net.cpu().state_dict(), "rows": rows}, path)     # rows: torch.zeros(4), or read from a file
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_CHECKS_SUPPORT_FROMHOST_H
#define DEVTIDY_CHECKS_SUPPORT_FROMHOST_H

#include "checks/support/NameUses.h"
#include "checks/support/Sink.h"

namespace devtidy::checks {

/// True if P, of S, is the CPU wherever Where holds, as far as S or each call of it in the run knows. What is read from
/// files counts: of a program that saves from the CPU alone, it was there.
bool isFromHost(const SolvedFunction &S, const NameUses &Names, const Placement &P, const dataflow::Cube &Where);

} // namespace devtidy::checks

#endif // DEVTIDY_CHECKS_SUPPORT_FROMHOST_H
