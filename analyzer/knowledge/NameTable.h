//===- NameTable.h - Constant tables looked up by name --------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An index over a constexpr array of rows: open addressing, built by the compiler, so that a lookup costs one hash and
// a comparison or two and the program's start costs nothing.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_KNOWLEDGE_NAMETABLE_H
#define DEVTIDY_KNOWLEDGE_NAMETABLE_H

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace devtidy::knowledge {

constexpr uint32_t hashName(std::string_view Name) {
  uint32_t Hash = 2166136261u; // FNV-1a
  for (char C : Name)
    Hash = (Hash ^ static_cast<unsigned char>(C)) * 16777619u;
  return Hash;
}

/// Slots hold row numbers plus one; 0 is empty. At most half of them are used, so a search ends soon.
template <size_t Rows> class NameIndex {
  static constexpr size_t NumSlots = std::bit_ceil(2 * Rows + 1);
  std::array<uint16_t, NumSlots> Slots{};

public:
  template <typename Row, typename NameOf> constexpr NameIndex(const Row (&Table)[Rows], NameOf Name) {
    static_assert(Rows < UINT16_MAX);
    for (size_t I = 0; I != Rows; ++I) {
      size_t Slot = hashName(Name(Table[I])) % NumSlots;
      while (Slots[Slot])
        Slot = (Slot + 1) % NumSlots;
      Slots[Slot] = static_cast<uint16_t>(I + 1);
    }
  }

  /// Calls Visit(row number) for the rows that may have this name, in table order, until it returns true.
  template <typename Visitor> void visit(std::string_view Name, Visitor Visit) const {
    for (size_t Slot = hashName(Name) % NumSlots; Slots[Slot]; Slot = (Slot + 1) % NumSlots)
      if (Visit(Slots[Slot] - 1u))
        return;
  }
};

} // namespace devtidy::knowledge

#endif // DEVTIDY_KNOWLEDGE_NAMETABLE_H
