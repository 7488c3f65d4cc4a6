//===- MemberChanges.h - Which members somebody may change ----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_PROGRAM_MEMBERCHANGES_H
#define DEVTIDY_DATAFLOW_PROGRAM_MEMBERCHANGES_H

#include "dataflow/program/Hierarchy.h"

namespace devtidy::dataflow {

/// What the text of a run says of members of classes, whatever the modules of one program call these.
class MemberChanges {
public:
  explicit MemberChanges(const Hierarchy &Types, const Linker &Links) : Types(Types), Links(Links) {}

  /// True if something that is no constructor stores to a member of that name, of whatever class.
  bool isStored(llvm::StringRef Field) const { return Links.written().isStored(Field); }
  /// True if a table of a module may have another thing under Key later.
  bool mayTableChange(llvm::StringRef Variable, llvm::StringRef Key) const {
    return Links.written().tables().mayChange(Variable, Key);
  }
  /// True if a method of Class that no constructor calls, or anybody through another object, assigns such a member.
  /// IsBack: so does its own `cpu`.
  bool isWrittenOutsideConstructors(llvm::StringRef Class, llvm::StringRef Field, bool IsBack = true) const {
    return Links.written().contains(Types.canonical(Class), Field, IsBack);
  }
  /// True if a method of Class, or of a base, moves members by their names.
  bool movesByName(llvm::StringRef Class) const { return Links.written().movesByName(Types.canonical(Class)); }
  bool writesByName(llvm::StringRef Class) const { return Links.written().writesByName(Types.canonical(Class)); }
  bool isMovedByOthers(llvm::StringRef Class, llvm::StringRef Field) const {
    return Links.written().isMovedByOthers(Field) || movesByName(Class);
  }
  /// The same, or somebody registers it with a module, which moves it, or the constructor of a derived class moves it.
  bool movesElsewhere(llvm::StringRef Class, llvm::StringRef Field) const {
    return isMovedByOthers(Class, Field) || Links.written().isRegisteredByOthers(Types.canonical(Class), Field);
  }
  /// True if somebody may move that member, a part of a module, alone.
  bool isMovedAlone(llvm::StringRef Field) const { return Links.movedParts().contains(Field); }
  /// The same, or gives the module Class another one: it has a place of its own.
  bool isApart(llvm::StringRef Class, llvm::StringRef Field) const {
    return isMovedAlone(Field) || isWrittenOutsideConstructors(Class, Field);
  }

private:
  const Hierarchy &Types;
  const Linker &Links;
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_PROGRAM_MEMBERCHANGES_H
