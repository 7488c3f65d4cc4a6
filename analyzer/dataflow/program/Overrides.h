//===- Overrides.h - Members that derived classes define anew -----------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a method does to an object whose class is only known to be C or derived from it, is what the method of a derived
// class does. A base that returns None, False or nothing at all so says nothing about the object: whoever calls it
// would hold the code behind for dead.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_PROGRAM_OVERRIDES_H
#define DEVTIDY_DATAFLOW_PROGRAM_OVERRIDES_H

#include "ir/Module.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringRef.h"

namespace devtidy::dataflow {

class Linker;
class RunText;

/// By class, the classes of the run that it names as its bases.
using DirectBases = llvm::MapVector<llvm::StringRef, llvm::SmallVector<llvm::StringRef, 4>>;
DirectBases directBases(const Linker &Links, RunText &Text);
inline llvm::ArrayRef<llvm::StringRef> basesOf(const DirectBases &Bases, llvm::StringRef Class) {
  const auto *const It = Bases.find(Class);
  return It == Bases.end() ? llvm::ArrayRef<llvm::StringRef>() : llvm::ArrayRef<llvm::StringRef>(It->second);
}

/// Safe to read from any number of threads.
class Overrides {
public:
  Overrides() = default;
  /// Looks at the classes of all modules behind Links, which have to outlive this.
  Overrides(const Linker &Links, RunText &Text);

  /// True if a class of the run that derives from Class, a canonical name, defines the method or variable Member or has
  /// a method that assigns it.
  bool contains(llvm::StringRef Class, llvm::StringRef Member) const { return Members.contains({Class, Member}); }

  /// True for a class of the run, a canonical name, that derives from no module itself and from which modules alone
  /// derive: `class Net(nn.Module, Base)`. What its methods are called on is a module.
  bool isMixin(llvm::StringRef Class) const { return Mixins.contains(Class); }

  struct Method {
    const ir::Module *M = nullptr;
    const ir::Function *F = nullptr;
  };
  /// The methods of that name which such classes define.
  llvm::ArrayRef<Method> methods(llvm::StringRef Class, llvm::StringRef Name) const {
    auto It = Methods.find({Class, Name});
    return It == Methods.end() ? llvm::ArrayRef<Method>() : llvm::ArrayRef<Method>(It->second);
  }

private:
  void findMixins(const Linker &Links);

  llvm::DenseSet<llvm::StringRef> Mixins;
  llvm::DenseSet<std::pair<llvm::StringRef, llvm::StringRef>> Members;
  llvm::DenseMap<std::pair<llvm::StringRef, llvm::StringRef>, llvm::SmallVector<Method, 1>> Methods;
};

/// The method's name without its class, parameters and number: "forward".
llvm::StringRef methodName(const ir::Function &F);

/// True if F does nothing but say that derived classes define it.
bool isAbstract(const ir::Function &F);
/// The same of one way through F.
bool mayBeAbstract(const ir::Function &F);

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_PROGRAM_OVERRIDES_H
