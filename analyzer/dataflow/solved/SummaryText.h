//===- SummaryText.h - Summaries for people ------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the analysis found out of a module's functions and classes, a few lines for each: what a call returns, what it
// leaves in objects that it was given, what it demands, and where a class puts its members. Names are the program's;
// the order is that of the source.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_SOLVED_SUMMARYTEXT_H
#define DEVTIDY_DATAFLOW_SOLVED_SUMMARYTEXT_H

#include "ir/Module.h"
#include "llvm/Support/raw_ostream.h"

namespace devtidy::dataflow {

/// Solves the modules, each with the imports behind it, and prints their summaries.
void printSummaries(llvm::ArrayRef<ir::Module *> Modules, llvm::ArrayRef<const ir::Module *> Imports,
                    llvm::raw_ostream &Out);

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_SOLVED_SUMMARYTEXT_H
