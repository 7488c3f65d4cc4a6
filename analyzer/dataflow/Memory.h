//===- Memory.h - What the fields of objects hold -----------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every edge of a function keeps the memory that flows along it, and most edges hold what another one holds. So copies
// share their fields until one of them is written.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_MEMORY_H
#define DEVTIDY_DATAFLOW_MEMORY_H

#include "dataflow/Value.h"
#include <map>
#include <memory>

namespace devtidy::dataflow {

/// Sorted by object, then by field. An iterator is good until the next write. Memories that share fields belong to one
/// thread.
class Memory {
public:
  using Key = std::pair<ObjectId, llvm::StringRef>;
  using Map = std::map<Key, Value>;
  using const_iterator = Map::const_iterator;

  const_iterator begin() const { return fields().begin(); }
  const_iterator end() const { return fields().end(); }
  const_iterator find(const Key &K) const { return fields().find(K); }
  /// The fields that O has now, whatever is written while they are gone over.
  auto of(ObjectId O) const {
    return Range{Fields, fields().lower_bound({O, ""}), fields().lower_bound({next(O), ""})};
  }
  bool count(const Key &K) const { return fields().count(K); }

  Value &operator[](const Key &K) { return own()[K]; }
  std::pair<Map::iterator, bool> tryEmplace(const Key &K, const Value &V = {}) { return own().try_emplace(K, V); }
  void erase(const Key &K) {
    if (count(K))
      own().erase(K);
  }
  template <typename Predicate> void eraseIf(Predicate P) { std::erase_if(own(), P); }
  /// All fields, to be written.
  Map &own() {
    if (!Fields)
      Fields = std::make_shared<Map>();
    else if (Fields.use_count() > 1)
      Fields = std::make_shared<Map>(*Fields);
    return *Fields;
  }

  bool operator==(const Memory &O) const { return Fields == O.Fields || fields() == O.fields(); }

private:
  struct Range {
    std::shared_ptr<const Map> Held;
    const_iterator First, Last;
    const_iterator begin() const { return First; }
    const_iterator end() const { return Last; }
  };
  static ObjectId next(ObjectId O) { return ObjectId(O.index() + 1); }

  const Map &fields() const {
    static const Map Empty;
    return Fields ? *Fields : Empty;
  }

  std::shared_ptr<Map> Fields;
};

/// What holds at one point of a function.
struct State {
  bool Reachable = false;
  Cube Path; ///< holds whenever control is here
  Memory Mem;
  /// Symbols of tensors whose device was tested on every way here on which they are not None. Sorted.
  std::vector<PathId> Tested;
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_MEMORY_H
