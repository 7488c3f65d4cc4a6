//===- Spelling.cpp - How a language says what fixes write ----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/support/Spelling.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace devtidy::checks {

using llvm::StringRef;

/// Text without the white space and the comments of C++ at its end.
static StringRef withoutComments(StringRef Text) {
  while (true) {
    Text = Text.rtrim();
    StringRef Line = Text.substr(Text.rfind('\n') + 1);
    if (Text.ends_with("*/")) {
      Text = Text.take_front(Text.rfind("/*"));
      continue;
    }
    const size_t Comment = Line.find("//");
    if (Comment == StringRef::npos || Line.take_front(Comment).count('"') % 2)
      return Text;
    Text = Text.drop_back(Line.size() - Comment);
  }
}

static bool isStatementOfCpp(StringRef Before, StringRef After) {
  Before = withoutComments(Before);
  const bool Begins = Before.empty() || StringRef(";{}").contains(Before.back()) || Before.ends_with("else") ||
                      (Before.ends_with(")") && !Before.ends_with("(void)"));
  return Begins && After.ltrim().starts_with(";");
}

/// `if c:` of `if c: x.to(d)`, but not `{k:`, nor `lambda:`.
static bool isHeader(StringRef Line) {
  static constexpr StringRef Words[] = {"if",   "elif", "else",   "for",     "while",
                                        "with", "try",  "except", "finally", "async"};
  const StringRef First = Line.take_while(llvm::isAlpha);
  return Line.ends_with(":") && llvm::is_contained(Words, First) && !Line.contains("lambda") &&
         Line.count('(') == Line.count(')') && Line.count('[') == Line.count(']') && Line.count('{') == Line.count('}');
}

static bool isStatementOfPython(StringRef Before, StringRef After) {
  StringRef Line = Before.substr(Before.rfind('\n') + 1).trim();
  Line = Line.substr(Line.rfind(';') + 1).trim();
  if (!Line.empty() && !isHeader(Line))
    return false;
  // A line that goes on, in brackets or behind a backslash, ends so.
  const StringRef Earlier = Before.drop_back(Before.size() - (Before.rfind('\n') + 1)).rtrim();
  if (Line.empty() && !Earlier.empty() && StringRef("([{,\\+-*/%=<>&|^@.").contains(Earlier.back()))
    return false;
  const StringRef Rest = After.take_until([](char C) { return C == '\n' || C == '\r'; }).ltrim(" \t\f");
  return Rest.empty() || Rest.starts_with(";") || Rest.starts_with("#");
}

bool Spelling::isStatement(StringRef Before, StringRef After) const {
  return IsPython ? isStatementOfPython(Before, After) : isStatementOfCpp(Before, After);
}

bool Spelling::isShown(StringRef After) {
  int Depth = 0;
  char Quote = 0, Last = 0;
  for (size_t N = 0; N != After.size(); ++N) {
    const char C = After[N];
    if (Quote) {
      Quote = C == Quote ? 0 : Quote;
    } else if (C == '"' || C == '\'') {
      Quote = C;
    } else if (StringRef("([{").contains(C)) {
      ++Depth;
    } else if (StringRef(")]}").contains(C)) {
      if (C == '}' && Depth <= 0)
        return false;
      --Depth;
    } else if (C == '=' && Depth <= 0 && !StringRef("=!<>:").contains(Last)) {
      const StringRef Rest = After.drop_front(N + 1).ltrim();
      if (!Rest.empty() && StringRef("}!:").contains(Rest.front()))
        return true;
    }
    Last = C;
  }
  return false;
}

std::string Spelling::imported(StringRef Name) const {
  std::string Found;
  for (const ir::Alias &A : M.Aliases) {
    StringRef Rest = Name, Local = A.Name;
    const bool IsOwn = Local.consume_front(M.Name) && Local.consume_front(".") && !Local.contains('.');
    if (A.isWildcard() || !IsOwn || !Rest.consume_front(A.Target) || !(Rest.empty() || Rest.starts_with(".")))
      continue;
    if (std::string Said = (Local + Rest).str(); Found.empty() || Said.size() < Found.size())
      Found = std::move(Said);
  }
  return Found;
}

} // namespace devtidy::checks
