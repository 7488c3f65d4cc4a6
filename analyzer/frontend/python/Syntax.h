//===- Syntax.h - The syntax tree of one Python file ----------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All that the lowering knows of the parser: nodes with a kind, a range of bytes, and children, some of them in fields.
// Comments are left out. A Node is a handle into its Tree; an invalid one stands for what is not there, has no children
// and empty text, so that `N.child(Field::Type).text()` needs no test.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_FRONTEND_PYTHON_SYNTAX_H
#define DEVTIDY_FRONTEND_PYTHON_SYNTAX_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/iterator.h"
#include "llvm/ADT/iterator_range.h"
#include <cstdint>
#include <vector>

namespace devtidy::frontend::python {

enum class Kind : uint8_t {
  Token,   ///< a keyword, an operator or punctuation
  Error,   ///< what fits no rule; its children are what could be made of it
  Missing, ///< something that the grammar wants and the source lacks
  TooDeep, ///< nested deeper than LowerOptions::MaxDepth; has no children
  Other,   ///< a node that no rule of the lowering knows
#define NODE(Enumerator, Name) Enumerator,
#include "frontend/python/Syntax.def"
};

enum class Field : uint8_t {
  None,
#define FIELD(Enumerator, Name) Enumerator,
#include "frontend/python/Syntax.def"
};

/// The grammar's name of a kind: "if_statement".
llvm::StringRef kindName(Kind K);

class Node;

class Tree {
public:
  static constexpr uint32_t Nothing = ~0U;

  struct Record {
    Kind K = Kind::Other;
    Field F = Field::None;
    bool HasError = false; ///< an Error, Missing or TooDeep node is below, or it is one
    uint32_t Begin = 0, End = 0;
    uint32_t First = Nothing, Next = Nothing; ///< child, sibling
    const char *Spelling = nullptr; ///< of a Token, as the grammar has it: "not in"; of Missing, what is missing
  };

  Node root() const;

  llvm::StringRef Text;
  bool TimedOut = false;       ///< the parser was stopped
  std::vector<Record> Records; ///< the root is the first
};

class Node {
public:
  Node() = default;
  Node(const Tree &T, uint32_t Index) : T(&T), Index(Index) {}

  bool isValid() const { return T; }
  explicit operator bool() const { return isValid(); }
  bool operator==(const Node &) const = default;

  Kind kind() const { return T ? record().K : Kind::Other; }
  bool is(Kind K) const { return T && record().K == K; }
  template <class... Kinds> bool is(Kind First, Kinds... Rest) const { return is(First) || is(Rest...); }
  Field field() const { return T ? record().F : Field::None; }
  bool hasError() const { return T && record().HasError; }
  uint32_t begin() const { return T ? record().Begin : 0; }
  uint32_t end() const { return T ? record().End : 0; }
  llvm::StringRef text() const { return T ? T->Text.slice(begin(), end()) : llvm::StringRef(); }
  /// Of a token, as the grammar spells it.
  llvm::StringRef token() const { return is(Kind::Token) ? record().Spelling : llvm::StringRef(); }
  llvm::StringRef missing() const { return is(Kind::Missing) ? record().Spelling : llvm::StringRef(); }

  /// A number that is different for each node of a tree.
  uint32_t id() const { return Index; }

  class Iterator;
  /// All children, tokens included.
  llvm::iterator_range<Iterator> children() const;
  /// The children that are not tokens.
  llvm::SmallVector<Node, 4> nodes() const;
  /// The first child that is not a token, the first in a field, the first of a kind; invalid if there is none.
  Node first() const;
  Node child(Field F) const;
  Node child(Kind K) const;
  /// The first token with this spelling; invalid if there is none.
  Node token(llvm::StringRef Spelling) const;

private:
  const Tree::Record &record() const { return T->Records[Index]; }

  const Tree *T = nullptr;
  uint32_t Index = 0;
};

class Node::Iterator
    : public llvm::iterator_facade_base<Iterator, std::forward_iterator_tag, Node, ptrdiff_t, Node *, Node> {
public:
  Iterator(const Tree *T, uint32_t Index) : T(T), Index(Index) {}

  Node operator*() const { return Node(*T, Index); }
  bool operator==(const Iterator &Other) const { return Index == Other.Index; }
  Iterator &operator++() {
    Index = T->Records[Index].Next;
    return *this;
  }

private:
  const Tree *T;
  uint32_t Index;
};

inline Node Tree::root() const { return Node(*this, 0); }

inline llvm::iterator_range<Node::Iterator> Node::children() const {
  return {Iterator(T, T ? record().First : Tree::Nothing), Iterator(T, Tree::Nothing)};
}

} // namespace devtidy::frontend::python

#endif // DEVTIDY_FRONTEND_PYTHON_SYNTAX_H
