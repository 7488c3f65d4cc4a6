//===- WrittenMembers.h - Members that change after construction --------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a constructor leaves in a member is what later methods find there, unless somebody assigns it, `self.mean =
// self.mean.to(d)`, gives it other data, `self.mean.data = ...`, moves the module in it, or does so to a member whose
// name is computed: `for k, v in vars(self).items(): setattr(self, k, v.to(d))`. The text of the run says who does.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_PROGRAM_WRITTENMEMBERS_H
#define DEVTIDY_DATAFLOW_PROGRAM_WRITTENMEMBERS_H

#include "dataflow/program/WrittenTables.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace devtidy::dataflow {

class Linker;
class RunText;

/// Safe to read from any number of threads. Classes are canonical names.
class WrittenMembers {
public:
  WrittenMembers() = default;
  /// Looks at the functions of all modules behind Links, which have to outlive this.
  WrittenMembers(const Linker &Links, RunText &Text);

  /// True if a method that no constructor calls, of Class, of one of its bases or of a class that derives from it,
  /// assigns such a member, or somebody does through another object. IsBack: so does its own `cpu`, which brings back
  /// what it holds.
  bool contains(llvm::StringRef Class, llvm::StringRef Field, bool IsBack = true) const;
  /// True if something that is no constructor stores to a member of that name, of whatever class.
  bool isStored(llvm::StringRef Field) const { return Stored.contains(Field); }
  const WrittenTables &tables() const { return Tables; }
  /// True if somebody stores to members of such objects under computed names.
  bool writesByName(llvm::StringRef Class) const { return WritingByName.contains(Class); }
  /// True if something is added to such a member outside constructors, `self.sum += x`.
  bool isUpdated(llvm::StringRef Field) const { return Updated.contains(Field); }
  /// True if the module in a member of that name is moved outside constructors, or given to somebody who may move it.
  bool isMovedByOthers(llvm::StringRef Field) const { return Moved.contains(Field); }
  /// True if somebody else registers the module in that member of such an object with a module, which moves it then, or
  /// the constructor of a class that derives from Class moves it.
  bool isRegisteredByOthers(llvm::StringRef Class, llvm::StringRef Field) const {
    return Registered.contains({Class, Field});
  }
  /// True if a method of the class, of a base or of a derived class moves members by their names: any may be moved.
  bool movesByName(llvm::StringRef Class) const { return MovingByName.contains(Class); }

private:
  struct Site {
    const Linker &Links;
    const ir::Module &M;
    const ir::Function &F;
  };
  using Members = llvm::DenseSet<std::pair<llvm::StringRef, llvm::StringRef>>; ///< class, "" for any; member
  using Related = llvm::StringMap<llvm::SmallVector<llvm::StringRef, 4>>;      ///< bases and derived classes

  void note(const Site &In);
  void noteStore(const Site &In, const ir::Inst &I);
  void noteMoved(const Site &In, const ir::Inst &I);
  void noteHeld(const ir::Function &F, const ir::Inst &I);
  void noteRegistered(const Site &In, const ir::Inst &I);
  void noteByName(const Site &In, const ir::Inst &I);
  void noteWriter(const Site &In, ir::ValueId Object);
  void noteHelpers(const Site &In);
  void addRelated(const Related &Others);

  Members Written, WrittenBack, Registered;
  llvm::StringSet<> Updated, Stored, Moved;      ///< members
  llvm::StringSet<> WrittenInside;               ///< members whose object is stored to under computed names
  llvm::StringSet<> MovingByName, WritingByName; ///< classes
  WrittenTables Tables;
  /// Functions that store by name to some of their parameters, and which.
  llvm::DenseMap<const ir::Function *, llvm::SmallVector<unsigned, 1>> StoringGiven;
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_PROGRAM_WRITTENMEMBERS_H
