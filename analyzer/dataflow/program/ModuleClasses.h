//===- ModuleClasses.h - Which classes are modules, while a run is linked --===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Once a run is linked, Hierarchy says so.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_PROGRAM_MODULECLASSES_H
#define DEVTIDY_DATAFLOW_PROGRAM_MODULECLASSES_H

#include "ir/Module.h"
#include "llvm/ADT/StringMap.h"

namespace devtidy::dataflow {

class Linker;

/// By what classes derive from. Belongs to one thread.
class ModuleClasses {
public:
  /// Links knows the names of all modules, and has to outlive this.
  explicit ModuleClasses(const Linker &Links) : Links(Links) {}

  /// True if the class of that canonical name, as In means it, is one of a library that registers what is assigned to
  /// its members, or derives from one. False of a class that nobody knows.
  bool contains(llvm::StringRef Class, const ir::Module &In) { return contains(Class, In, 0); }

private:
  bool contains(llvm::StringRef Class, const ir::Module &In, unsigned Depth);

  const Linker &Links;
  llvm::StringMap<bool> Known; ///< false of what is being found out
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_PROGRAM_MODULECLASSES_H
