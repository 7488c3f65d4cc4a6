//===- Hierarchy.h - What names mean, and what classes are ----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_PROGRAM_HIERARCHY_H
#define DEVTIDY_DATAFLOW_PROGRAM_HIERARCHY_H

#include "dataflow/program/Linker.h"
#include "knowledge/Names.h"
#include <span>

namespace devtidy::dataflow {

/// Classes and functions of a run and of libraries, as the modules of one program name them. All functions follow
/// aliases. Answers are kept, so one hierarchy belongs to one thread; any number may have the same base.
class Hierarchy {
public:
  using Entry = Linker::FunctionEntry;
  using ClassEntry = Linker::ClassEntry;

  /// As Own names them. Names that Base, of sole modules, has followed are taken from there.
  Hierarchy(const Linker &Links, const ir::Module &Own, const Hierarchy *Base) : Links(Links), Own(Own), Base(Base) {}

  const Linker &links() const { return Links; }
  /// The name behind all aliases of Name.
  llvm::StringRef canonical(llvm::StringRef Name) const;
  /// What T means once aliases are followed: an object of a class that is torch.Tensor under another name is a tensor.
  ir::Type meaning(ir::Type T) const;
  /// What parameter Index of F is: as declared, else as all of its callers in the run say.
  ir::Type givenType(const ir::Function &F, unsigned Index) const;

  /// The function of that name with a body; nothing if there is none.
  std::optional<Entry> findFunction(llvm::StringRef Name) const;
  std::optional<ClassEntry> findClass(llvm::StringRef Name) const;
  /// The method that an object of class Name answers with, through project bases.
  std::optional<Entry> findMethod(llvm::StringRef Class, llvm::StringRef Method) const;
  std::vector<Entry> constructors(llvm::StringRef Class) const;
  /// What runs when an object is made: the constructors of the class; in Python, if it has none, those of its first
  /// base that has any.
  std::vector<Entry> makers(llvm::StringRef Class) const;
  /// True if a function or class of that name is in the run or in the tables.
  bool isCallable(llvm::StringRef Name) const;

  /// True if the class is one of Bases, or derives from one.
  bool derivesFrom(llvm::StringRef Class, std::span<const std::string_view> Bases) const;
  /// True if the class derives from a class of Python that is neither in the run nor in a library which is known: it
  /// may be a module.
  bool hasUnknownBase(llvm::StringRef Name) const;
  /// True if a method of Class that nothing of the run defines is rather that of a library's class from which Class
  /// derives, other than nn.Module itself: `self.post_init()` of transformers.PreTrainedModel. It does not know what
  /// the program's class holds.
  bool isMethodOfLibrary(llvm::StringRef Class, llvm::StringRef Method) const;
  /// The nearest library class that Name is or derives from; null if none is known.
  const knowledge::ClassInfo *libraryClass(llvm::StringRef Name) const;

  /// True if the class derives from torch's nn.Module, itself included.
  bool isModuleClass(llvm::StringRef Name) const;
  /// True for lists, dictionaries and containers of modules.
  bool isContainer(llvm::StringRef Class) const;
  /// Its elements are members, too: self.layers.head.
  bool isModuleDict(llvm::StringRef Class) const;
  /// True for Python's dictionary and for classes that derive from it.
  bool isDictionary(llvm::StringRef Class) const;
  /// True for a generator of random numbers, whose DeviceField says where it makes them.
  bool isGenerator(llvm::StringRef Class) const;

private:
  std::optional<Entry> lookForMethod(llvm::StringRef Class, llvm::StringRef Method) const;
  const knowledge::ClassInfo *lookForLibraryClass(llvm::StringRef Name) const;

  const Linker &Links;
  const ir::Module &Own;
  const Hierarchy *Base;
  mutable llvm::StringMap<std::string> Canonical; ///< names that were asked for
  struct KnownClass {
    std::optional<const knowledge::ClassInfo *> Library;
    llvm::StringMap<std::optional<Entry>> Methods;
  };
  mutable llvm::StringMap<KnownClass> KnownClasses; ///< by the name that was asked for
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_PROGRAM_HIERARCHY_H
