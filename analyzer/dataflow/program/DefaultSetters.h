//===- DefaultSetters.h - Who makes an accelerator the default device ---===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_PROGRAM_DEFAULTSETTERS_H
#define DEVTIDY_DATAFLOW_PROGRAM_DEFAULTSETTERS_H

#include "ir/Module.h"
#include "knowledge/Names.h"
#include "llvm/ADT/DenseSet.h"

namespace devtidy::dataflow {

class Linker;

/// True if the default device may be an accelerator after I of F, a call of C.
bool setsDefault(const ir::Function &F, const ir::Inst &I, const knowledge::Callable &C);

/// Adds to Setting the modules of Python that import one whose top level sets the default device, or calls a function
/// of the run that does: that runs before anything in them.
void addImporters(const Linker &Links, llvm::DenseSet<const ir::Module *> &Setting);

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_PROGRAM_DEFAULTSETTERS_H
