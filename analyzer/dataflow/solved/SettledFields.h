//===- SettledFields.h - Where members are that only constructors write ---===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_SOLVED_SETTLEDFIELDS_H
#define DEVTIDY_DATAFLOW_SOLVED_SETTLEDFIELDS_H

#include "dataflow/state/Program.h"

namespace devtidy::dataflow {

/// Says of the fields of S, whose constructor has that summary and the receiver Self, where they are whenever somebody
/// reads them, over fields of the object.
void settleFields(Program &Prog, SolvedClass &S, const Summary &Sum, PathId Self);

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_SOLVED_SETTLEDFIELDS_H
