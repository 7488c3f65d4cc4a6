//===- Unit.h - What the lowering of one file shares ----------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_FRONTEND_PYTHON_UNIT_H
#define DEVTIDY_FRONTEND_PYTHON_UNIT_H

#include "frontend/python/Scopes.h"
#include "frontend/python/Types.h"
#include "ir/Module.h"

namespace devtidy::frontend::python {

struct Unit {
  Unit(const Tree &T, const LowerOptions &Options, ir::Module &M, uint32_t Offset)
      : M(M), Names(T.root(), Options, M), Type(Names, M), Offset(Offset) {}

  ir::SourceRange range(Node N) const { return range(N, N); }
  /// The bytes of Whole with the caret at Point's first.
  ir::SourceRange range(Node Whole, Node Point) const {
    return Whole
               ? ir::SourceRange{&M.Files.front(), Whole.begin() + Offset, Whole.end() + Offset, Point.begin() + Offset}
               : ir::SourceRange();
  }

  void problem(ir::SourceRange R, const llvm::Twine &Text) { M.Problems.push_back({R, M.intern(Text.str())}); }

  ir::Module &M;
  Scopes Names;
  Types Type;
  uint32_t Offset; ///< of the tree's text in the file
  llvm::DenseMap<Scope *, ir::FunctionId> Functions;
  /// The direct bases of each class of the file that have a qualified name.
  llvm::DenseMap<Scope *, llvm::SmallVector<llvm::StringRef, 2>> Bases;
};

} // namespace devtidy::frontend::python

#endif // DEVTIDY_FRONTEND_PYTHON_UNIT_H
