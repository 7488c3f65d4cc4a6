//===- Program.cpp - What everybody asks of the modules of a run ----------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/state/Program.h"

namespace devtidy::dataflow {

Program::Program(const Linker &Links, llvm::ArrayRef<const ir::Module *> Own, const Program *Base)
    : Links(Links), Own(Own.begin(), Own.end()), Types(Links, *Own[0], Base ? &Base->Types : nullptr),
      Steps(Base ? &Base->Steps : nullptr), Names(Base ? &Base->Names : nullptr) {
  if (Base) {
    Paths = Base->Paths;
    Conditions = Base->Conditions;
  }
}

} // namespace devtidy::dataflow
