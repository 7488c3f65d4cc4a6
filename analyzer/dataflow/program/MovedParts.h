//===- MovedParts.h - Members whose modules are moved by themselves -----===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A part of a module is where the module is, unless somebody moves it alone: `self.a.cuda()` in a constructor,
// `model.head.to(d)`, `for layer in model.layers: layer.to(d)`. The text of the run says which members have such parts,
// by their names.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_PROGRAM_MOVEDPARTS_H
#define DEVTIDY_DATAFLOW_PROGRAM_MOVEDPARTS_H

#include "ir/Module.h"
#include "llvm/ADT/StringSet.h"

namespace devtidy::dataflow {

/// True for the call of a method that moves a module in place, and gives a copy of a tensor: to, cuda, cpu.
bool isMove(const ir::Inst &I);
/// True if the move I of F names nothing but a data type: `x.to(torch.float16)`, `x.to(y.dtype)`.
bool onlyChangesType(const ir::Function &F, const ir::Inst &I);

class Linker;
class RunText;

class MovedParts {
public:
  MovedParts() = default;
  MovedParts(const Linker &Links, RunText &Text);

  /// True if somebody may move the module in a member of that name, or one that it holds, and leave the rest where it
  /// is.
  bool contains(llvm::StringRef Member) const { return Any || Members.contains(Member); }
  /// True if somebody moves the module in a member of that name, or one that it holds, and reads the member from
  /// another object than self: `for layer in model.layers: layer.to(d)`.
  bool isMovedThroughObject(llvm::StringRef Member) const { return ThroughObject.contains(Member); }

  /// True if a function moves the module in the global variable of that name: what the top level leaves there is no
  /// more than where it begins.
  bool isGlobalMoved(llvm::StringRef Name) const { return Globals.contains(Name); }

private:
  struct Site {
    const Linker &Links;
    RunText &Text;
    const ir::Module &M;
    const ir::Function &F;
  };
  void noteMoved(const Site &In, ir::ValueId V, unsigned Depth = 0);
  void noteCall(const Site &In, const ir::Inst &I);
  void noteStore(const Site &In, const ir::Inst &I);
  static bool isOfSelf(const Site &In, const ir::Inst &Read);
  static bool mayBePart(const Site &In, const ir::Inst &Read);

  llvm::StringSet<> Members, ThroughObject, Globals;
  bool Any = false; ///< somebody goes over the parts of a module: `for part in model.children()`
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_PROGRAM_MOVEDPARTS_H
