//===- ParameterTypes.h - Classes of what parameters are given ----------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Python seldom says what a parameter is, but its callers do: `Trainer(Net())`, and nothing else. If all calls in the
// run give objects of one class, the parameter is taken for such an object, as if an annotation said so, and if all
// give numbers, for a number. A call that nobody can follow, or a function that is handed on as a value, leaves its
// parameters open. Where the run has no call, what the parameter is asked for may tell its class.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_PROGRAM_PARAMETERTYPES_H
#define DEVTIDY_DATAFLOW_PROGRAM_PARAMETERTYPES_H

#include "ir/Module.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringRef.h"

namespace devtidy::dataflow {

class Linker;
class RunText;

/// Safe to read from any number of threads.
class ParameterTypes {
public:
  ParameterTypes() = default;
  /// Looks at the Python modules behind Links, which have to outlive this.
  ParameterTypes(const Linker &Links, RunText &Text);

  /// The canonical name of the class, of the run or of a library, that parameter Index of F has objects of; "" if that
  /// is not known.
  llvm::StringRef classOf(const ir::Function &F, unsigned Index) const { return Classes.lookup({&F, Index}); }
  /// True if all that parameter Index of F is given are numbers.
  bool isNumber(const ir::Function &F, unsigned Index) const { return Numbers.contains({&F, Index}); }

private:
  llvm::DenseMap<std::pair<const ir::Function *, unsigned>, llvm::StringRef> Classes;
  llvm::DenseSet<std::pair<const ir::Function *, unsigned>> Numbers;
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_PROGRAM_PARAMETERTYPES_H
