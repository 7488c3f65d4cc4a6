//===- Bindings.h - What variables hold at a place ----------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A repair may name a variable only where it is bound on every path:
//
//   if train:
//       y = net(x)
//   noise = torch.randn(3)      # x is bound here, y may not be
//
// By the variables that values were first stored in. What is bound to a second name, `z = y`, is not seen: who uses an
// answer solves the program again with the name in it.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_CHECKS_SUPPORT_BINDINGS_H
#define DEVTIDY_CHECKS_SUPPORT_BINDINGS_H

#include "ir/Function.h"
#include "llvm/ADT/MapVector.h"

namespace devtidy::checks {

class Bindings {
public:
  explicit Bindings(const ir::Function &F);

  struct Bound {
    llvm::StringRef Name;
    ir::ValueId V;
  };
  /// All variables that hold one value whenever control is before At, in the order of their first values.
  std::vector<Bound> at(const ir::Inst &At) const;
  /// What the variable holds there; invalid if that may be one of several values, or none.
  ir::ValueId at(llvm::StringRef Name, const ir::Inst &At) const;

private:
  bool mayBeUnbound(ir::ValueId V, unsigned Depth = 0) const;
  ir::ValueId heldAt(llvm::ArrayRef<ir::ValueId> Values, const ir::Inst &At) const;

  const ir::Function &F;
  llvm::MapVector<llvm::StringRef, std::vector<ir::ValueId>> ByName;
  std::vector<std::vector<ir::BlockId>> Predecessors;
};

/// True if Later is reached from Earlier on every path that leaves the function in order.
bool isAlwaysFollowedBy(const ir::Function &F, const ir::Inst &Earlier, const ir::Inst &Later);

} // namespace devtidy::checks

#endif // DEVTIDY_CHECKS_SUPPORT_BINDINGS_H
