//===- ModuleUse.h - What is used as only modules are ---------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A file may hold a state, a list of numbers or a whole module. What is done with it tells which:
//
//   model = torch.load(path, map_location=device)
//   model.eval()
//   y = model(x)
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_STATE_MODULEUSE_H
#define DEVTIDY_DATAFLOW_STATE_MODULEUSE_H

#include "ir/Module.h"

namespace devtidy::dataflow {

/// True if V, a value of F, is called or asked for what only modules have: `net(x)`, `net.eval()`; in F, or wherever
/// functions of M read the variable of the module, or methods of the class the member, in which F finds or keeps it.
bool isUsedAsModule(const ir::Module &M, const ir::Function &F, ir::ValueId V);

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_STATE_MODULEUSE_H
