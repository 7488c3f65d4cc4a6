//===- Syntax.cpp - The syntax tree of one Python file --------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/python/Syntax.h"

namespace devtidy::frontend::python {

llvm::StringRef kindName(Kind K) {
  switch (K) {
  case Kind::Token:
    return "token";
  case Kind::Error:
    return "error";
  case Kind::Missing:
    return "missing";
  case Kind::TooDeep:
    return "too deep";
  case Kind::Other:
    return "other";
#define NODE(Enumerator, Name)                                                                                         \
  case Kind::Enumerator:                                                                                               \
    return Name;
#include "frontend/python/Syntax.def"
  }
  return "";
}

llvm::SmallVector<Node, 4> Node::nodes() const {
  llvm::SmallVector<Node, 4> Result;
  for (Node N : children())
    if (!N.is(Kind::Token))
      Result.push_back(N);
  return Result;
}

Node Node::first() const {
  for (Node N : children())
    if (!N.is(Kind::Token))
      return N;
  return {};
}

Node Node::child(Field F) const {
  for (Node N : children())
    if (N.field() == F)
      return N;
  return {};
}

Node Node::child(Kind K) const {
  for (Node N : children())
    if (N.is(K))
      return N;
  return {};
}

Node Node::token(llvm::StringRef Spelling) const {
  for (Node N : children())
    if (N.token() == Spelling)
      return N;
  return {};
}

} // namespace devtidy::frontend::python
