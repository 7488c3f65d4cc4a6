//===- HostReads.h - What host code does with a pointer -------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_PROGRAM_HOSTREADS_H
#define DEVTIDY_DATAFLOW_PROGRAM_HOSTREADS_H

#include "dataflow/program/Hierarchy.h"

namespace devtidy::dataflow {

/// Finds out of pointers whether host code reads or writes through them: dereferences them, hands them to the C++
/// library or to a function of the program that does.
class HostReads {
public:
  using Entry = Linker::FunctionEntry;
  explicit HostReads(const Hierarchy &Types) : Types(Types) {}

  /// True if it does through Pointer, a value of Of.
  bool isReadOnHost(const Entry &Of, ir::ValueId Pointer, unsigned Depth = 0);

private:
  bool readsParameter(const Entry &Of, unsigned Index, unsigned Depth);

  const Hierarchy &Types;
  llvm::DenseMap<std::pair<const ir::Function *, unsigned>, bool> Parameters; ///< those that were asked for
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_PROGRAM_HOSTREADS_H
