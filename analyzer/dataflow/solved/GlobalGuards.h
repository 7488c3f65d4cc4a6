//===- GlobalGuards.h - Conditions of a top level, as others ask them ---===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `if args.cuda: net.cuda()` at the top of a script: where the net is, in every function, hangs on args.cuda, which
// functions ask as well. Conditions of a top level that no global holds mean nothing elsewhere.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_SOLVED_GLOBALGUARDS_H
#define DEVTIDY_DATAFLOW_SOLVED_GLOBALGUARDS_H

#include "dataflow/state/Program.h"

namespace devtidy::dataflow {

class GlobalGuards {
public:
  /// Of the globals Names, which the top level with the summary Sum leaves.
  GlobalGuards(Program &Prog, const Summary &Sum, llvm::ArrayRef<llvm::StringRef> Names);

  /// P as others know it: nothing if it hangs on the top level's own conditions or sites. Asks: conditions that a
  /// global holds are asked of that.
  std::optional<Placement> ported(const Placement &P, bool Asks) const;

private:
  void add(const Value &Held, PathId Asked);
  std::optional<Literal> asked(Literal L) const;

  Program &Prog;
  llvm::SmallVector<std::pair<Literal, Literal>, 4> Asked; ///< as the top level knows it, and as others ask it
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_SOLVED_GLOBALGUARDS_H
