//===- BatchParts.h - What a function does with parts of a batch -*- C++ -*-===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   for x, y in batches:
//       x = x.to(device)
//
// What gives x gives y as well, on the CPU, where x was before somebody brought it away: that is why it is brought.
// The same holds for batch["x"], batch[0], and for pairs in pairs. Told by the text of one function alone.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_STATE_BATCHPARTS_H
#define DEVTIDY_DATAFLOW_STATE_BATCHPARTS_H

#include "ir/Function.h"
#include "llvm/ADT/DenseSet.h"

namespace devtidy::dataflow {

class BatchParts {
public:
  /// Of what Whole has at Within: {1} for the batch of `for i, batch in enumerate(batches)`.
  BatchParts(const ir::Function &F, ir::ValueId Whole, llvm::ArrayRef<unsigned> Within);

  /// Some parts are brought away from the CPU, others are not, and nobody else gets hold of the whole.
  bool areMovedOneByOne() const;

  /// One that is taken out by its position or by its name, or the whole.
  struct Part {
    std::string Name;                ///< of an entry or a member: "" for a position
    unsigned Position = 0;           ///< where there is no name
    bool IsMember = false;           ///< `batch.x`, not `batch["x"]`
    llvm::DenseSet<unsigned> Values; ///< that hold it
    std::vector<Part> Parts;         ///< in turn
    bool IsMoved = false;            ///< brought away from the CPU
    bool IsObject = false;           ///< something is done with it that no tensor allows
    bool IsShared = false;           ///< more than parts is taken of it
    /// True if it is no tensor, nor a tuple of some.
    bool isObject() const;
    bool has(ir::ValueId V) const { return V && Values.contains(V.index()); }
  };
  const Part &whole() const { return Whole; }

private:
  void addValue(Part &P, ir::ValueId V) const;
  void fill(Part &P, unsigned Depth) const;
  Part &partOf(Part &P, const ir::Inst &Taken) const;
  void noteUse(Part &P, const ir::Inst &I) const;
  bool isTaken(ir::ValueId V) const;

  const ir::Function &F;
  Part Whole;
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_STATE_BATCHPARTS_H
