//===- Ids.h - Distinct integer types for everything the IR counts --------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An id is an index into a vector of its owner (a Module or a Function). Two ids of different kinds do not compare,
// convert or mix; a default-made id is invalid and names nothing.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_IR_IDS_H
#define DEVTIDY_IR_IDS_H

#include <compare>
#include <cstdint>
#include <functional>

namespace devtidy::ir {

template <class Tag> class Id {
public:
  constexpr Id() = default;
  constexpr explicit Id(uint32_t Index) : Index(Index) {}

  /// The position in the owner's vector. Precondition: isValid().
  constexpr uint32_t index() const { return Index; }
  constexpr bool isValid() const { return Index != Invalid; }
  constexpr explicit operator bool() const { return isValid(); }
  constexpr auto operator<=>(const Id &) const = default;

private:
  static constexpr uint32_t Invalid = ~0U;
  uint32_t Index = Invalid;
};

using FileId = Id<struct FileTag>;         ///< A source file of a Module.
using FunctionId = Id<struct FunctionTag>; ///< A Function of a Module.
using ClassId = Id<struct ClassTag>;       ///< A Class of a Module.
using BlockId = Id<struct BlockTag>;       ///< A Block of a Function.
using InstId = Id<struct InstTag>;         ///< An Inst of a Function.
using ValueId = Id<struct ValueTag>;       ///< An SSA value of a Function.

} // namespace devtidy::ir

template <class Tag> struct std::hash<devtidy::ir::Id<Tag>> {
  size_t operator()(devtidy::ir::Id<Tag> I) const noexcept { return I.isValid() ? I.index() : ~size_t{0}; }
};

#endif // DEVTIDY_IR_IDS_H
