//===- NamedTuples.cpp - Classes that a call of namedtuple makes ----------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/python/NamedTuples.h"
#include "frontend/python/Literals.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace devtidy::frontend::python {

bool isNamedTupleCall(Node N, const Scopes &Names, Scope *From) {
  if (!N.is(Kind::Call))
    return false;
  const llvm::StringRef Name = Names.qualified(N.child(Field::Function), From).value_or("");
  return (Name == "collections.namedtuple" || Name == "typing.NamedTuple") && !fieldsOfCall(N).empty();
}

Node namedTupleCall(const Scope &S, const Scopes &Names) {
  if (S.Where.is(Kind::Assignment))
    return S.Where.child(Field::Right);
  for (Node Base : S.Where.child(Field::Superclasses).children())
    if (isNamedTupleCall(Base, Names, S.Parent))
      return Base;
  return {};
}

static std::string textOf(Node N) {
  std::string Storage;
  const std::optional<ir::Constant> C = literalConstant(N, Storage);
  return C && C->K == ir::Constant::Kind::String ? C->Text.str() : "";
}

static Node argument(Node Call, llvm::StringRef Keyword, unsigned Position) {
  for (Node A : Call.child(Field::Arguments).nodes()) {
    if (A.is(Kind::KeywordArgument) && A.child(Field::Name).text() == Keyword)
      return A.child(Field::Value);
    if (!A.is(Kind::KeywordArgument) && Position-- == 0)
      return A;
  }
  return {};
}

llvm::SmallVector<TupleField, 4> fieldsOfCall(Node Call) {
  Node Listed = argument(Call, "field_names", 1);
  if (!Listed)
    Listed = argument(Call, "fields", 1);
  llvm::SmallVector<TupleField, 4> Fields;
  // "x y" or "x, y"
  if (const std::string Text = textOf(Listed); !Text.empty()) {
    llvm::SmallVector<llvm::StringRef, 4> Words;
    llvm::SplitString(Text, Words, " ,\t\n");
    for (llvm::StringRef W : Words)
      Fields.push_back({W.str(), {}});
    return Fields;
  }
  if (!Listed.is(Kind::List, Kind::Tuple))
    return {};
  for (Node Element : Listed.nodes()) {
    const bool IsPair = Element.is(Kind::Tuple) && Element.nodes().size() == 2;
    Fields.push_back({textOf(IsPair ? Element.first() : Element), IsPair ? Element.nodes()[1] : Node()});
    if (Fields.back().Name.empty())
      return {};
  }
  return Fields;
}

bool hasDefaults(Node Call) { return static_cast<bool>(argument(Call, "defaults", 5)); }

} // namespace devtidy::frontend::python
