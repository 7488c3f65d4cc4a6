//===- ObjectTable.h - The objects of one function ------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Who asks twice for the same thing gets the same object: what a path held at entry, what an instruction makes, what
// stands for a value that has no fields of its own. Object 0 is the environment. An object stays until the function is
// solved; what it holds stands in a Memory.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_DOMAIN_OBJECTTABLE_H
#define DEVTIDY_DATAFLOW_DOMAIN_OBJECTTABLE_H

#include "dataflow/domain/Value.h"
#include "llvm/ADT/DenseMap.h"

namespace devtidy::dataflow {

class ObjectTable {
public:
  ObjectTable() : Objects{{.K = Object::Kind::Environment}} {}

  const Object &operator[](ObjectId O) const { return Objects[O.index()]; }
  Object &operator[](ObjectId O) { return Objects[O.index()]; }
  llvm::ArrayRef<Object> all() const { return Objects; }

  /// What P held at entry, of that class.
  ObjectId symbolic(PathId P, llvm::StringRef Class);
  /// The same, if somebody has asked for it.
  std::optional<ObjectId> known(PathId P) const { return find({Of::Path, P.index(), 0}); }
  /// What the instruction Site makes; Inner tells several apart. Weak: it stands for several objects.
  ObjectId allocated(ir::InstId Site, uint32_t Inner, llvm::StringRef Class, bool Weak = false);
  /// The guard that a device is while a `with` has entered it: V is the device.
  ObjectId guard(ir::ValueId V);
  /// The module that Whole, whose source nobody reads, has under the name Part.
  ObjectId unreadPart(ObjectId Whole, PathId Part, llvm::StringRef Class);
  /// What holds the data of the tensor V once that was replaced.
  ObjectId data(ir::ValueId V);
  std::optional<ObjectId> knownData(ir::ValueId V) const { return find({Of::Data, V.index(), 0}); }

private:
  enum class Of : uint32_t { Path, Site, Guard, UnreadPart, Data };
  struct Key {
    Of Kind;
    uint32_t Index, Inner;
  };
  using Packed = std::tuple<uint32_t, uint32_t, uint32_t>;
  static Packed packed(const Key &K) { return {static_cast<uint32_t>(K.Kind), K.Index, K.Inner}; }
  std::optional<ObjectId> find(const Key &K) const;
  ObjectId make(const Key &K, Object O);

  std::vector<Object> Objects;
  llvm::DenseMap<Packed, ObjectId> Index;
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_DOMAIN_OBJECTTABLE_H
