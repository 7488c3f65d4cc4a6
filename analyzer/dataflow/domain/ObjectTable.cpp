//===- ObjectTable.cpp - The objects of one function ----------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/domain/ObjectTable.h"

namespace devtidy::dataflow {

std::optional<ObjectId> ObjectTable::find(const Key &K) const {
  const auto It = Index.find(packed(K));
  return It == Index.end() ? std::nullopt : std::optional(It->second);
}

ObjectId ObjectTable::make(const Key &K, Object O) {
  const ObjectId Made(Objects.size());
  Objects.push_back(std::move(O));
  Index.try_emplace(packed(K), Made);
  return Made;
}

ObjectId ObjectTable::symbolic(PathId P, llvm::StringRef Class) {
  const Key K{Of::Path, P.index(), 0};
  const std::optional<ObjectId> Known = find(K);
  return Known ? *Known : make(K, {.K = Object::Kind::Symbolic, .Class = Class, .Path = P});
}

ObjectId ObjectTable::allocated(ir::InstId Site, uint32_t Inner, llvm::StringRef Class, bool Weak) {
  const Key K{Of::Site, Site.index(), Inner};
  const std::optional<ObjectId> Known = find(K);
  return Known ? *Known : make(K, {.Class = Class, .Site = Site, .Inner = Inner, .Weak = Weak});
}

ObjectId ObjectTable::guard(ir::ValueId V) {
  const Key K{Of::Guard, V.index(), 0};
  const std::optional<ObjectId> Known = find(K);
  return Known ? *Known : make(K, {.Class = "guard"});
}

ObjectId ObjectTable::unreadPart(ObjectId Whole, PathId Part, llvm::StringRef Class) {
  const Key K{Of::UnreadPart, Whole.index(), Part.index()};
  const std::optional<ObjectId> Known = find(K);
  return Known ? *Known : make(K, {.Class = Class, .Site = Objects[Whole.index()].Site});
}

ObjectId ObjectTable::data(ir::ValueId V) {
  const Key K{Of::Data, V.index(), 0};
  const std::optional<ObjectId> Known = find(K);
  return Known ? *Known : make(K, {});
}

} // namespace devtidy::dataflow
