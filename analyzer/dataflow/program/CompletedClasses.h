//===- CompletedClasses.h - Classes whose constructors do not say all ---===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An object is where its constructor leaves it, unless something that its class does not name goes on with it: a
// decorator of the class, its metaclass, `__init_subclass__` of a base, or a function that somebody puts in the place
// of
// `__init__`. The text of the run says for which classes such code moves something.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_PROGRAM_COMPLETEDCLASSES_H
#define DEVTIDY_DATAFLOW_PROGRAM_COMPLETEDCLASSES_H

#include "ir/Module.h"
#include "llvm/ADT/StringSet.h"

namespace devtidy::dataflow {

class Linker;
class RunText;
struct FunctionText;

/// Safe to read from any number of threads. Classes are canonical names.
class CompletedClasses {
public:
  CompletedClasses() = default;
  /// Looks at the classes and functions of all modules behind Links, which have to outlive this.
  CompletedClasses(const Linker &Links, RunText &Text);

  /// True if an object of that class may have been moved when its constructor is done.
  bool contains(llvm::StringRef Class) const { return Classes.contains(Class); }

private:
  void addReplaced(RunText &Text, const FunctionText &Of);
  void addDerived(const Linker &Links);

  llvm::StringSet<> Classes;
  llvm::StringSet<> Deriving; ///< those whose derived classes are changed
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_PROGRAM_COMPLETEDCLASSES_H
