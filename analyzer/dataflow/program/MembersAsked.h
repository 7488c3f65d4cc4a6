//===- MembersAsked.h - Classes that are told by what is asked of them ----===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Who calls the functions of a library stands in no file of it, but what a parameter is asked for tells what it is:
//
//   def __init__(self, config, dataset):
//       self.features = dataset.get_item_feature()
//
// If one class of the run alone has such a method, with those that derive from it, and all else that the parameter is
// asked for, it is taken for an object of that class.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_PROGRAM_MEMBERSASKED_H
#define DEVTIDY_DATAFLOW_PROGRAM_MEMBERSASKED_H

#include "dataflow/program/Overrides.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace devtidy::dataflow {

class Linker;
class RunText;

class MembersAsked {
public:
  /// Looks at the Python classes behind Links, which have to outlive this.
  MembersAsked(const Linker &Links, const RunText &Text);

  /// The name of the class that has what F, and the methods that read the member in which F keeps it, ask parameter
  /// Index of F for; "" if several have, or none.
  llvm::StringRef classOf(const ir::Function &F, unsigned Index) const;

private:
  struct Questions {
    llvm::SmallSetVector<llvm::StringRef, 8> Names;
    llvm::SmallSetVector<llvm::StringRef, 4> Members; ///< of the class, that were gone through: `self.s = self.s`
  };
  /// Adds to Asked what F asks V for. False if that is something that only tensors and other arrays have.
  bool addAsked(const ir::Function &F, ir::ValueId V, Questions &Asked) const;
  bool addAskedOfMember(llvm::StringRef Class, llvm::StringRef Member, Questions &Asked) const;
  /// The one class with the method Name from which all others with it derive; "" if there is none.
  llvm::StringRef rootOf(llvm::StringRef Name) const;
  bool has(llvm::StringRef Class, llvm::StringRef Name) const;
  llvm::SmallVector<llvm::StringRef, 4> orderOf(llvm::StringRef Class) const;

  const DirectBases &Bases;
  llvm::StringMap<llvm::SmallVector<llvm::StringRef, 2>> ClassesByMethod;
  llvm::StringMap<llvm::StringSet<>> Members; ///< by class: methods, and what methods assign
  llvm::StringMap<std::vector<const ir::Function *>> Methods;
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_PROGRAM_MEMBERSASKED_H
