//===- Cursor.h - Reads the words of the text form ------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The lexical layer of the parser. It hands out pieces of the text itself, which the module owns, and copies only
// strings with escapes. Every read function skips white space and comments first, and returns false without reading
// further once something was not as expected; the first complaint is kept.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_IR_CURSOR_H
#define DEVTIDY_IR_CURSOR_H

#include "ir/Module.h"
#include <string>

namespace devtidy::ir {

class Cursor {
public:
  /// Text is owned by M.
  Cursor(Module &M, llvm::StringRef Text) : M(M), Text(Text), At(Text.begin()) {}

  bool atEnd();
  /// The next character that means something, or 0 at the end.
  char peek();
  /// Takes C if it comes next.
  bool take(char C);
  bool takeText(llvm::StringRef S);
  bool expect(char C);

  /// A bare word; empty if none comes next.
  llvm::StringRef takeWord();
  /// The word W, standing alone.
  bool takeKeyword(llvm::StringRef W);

  bool quoted(llvm::StringRef &Result);
  bool wordOrQuoted(llvm::StringRef &Result, llvm::StringRef What);
  /// '@' and a name.
  bool symbol(llvm::StringRef &Result);
  /// A name inside '<' and '>'.
  bool typeName(llvm::StringRef &Result);
  bool unsignedNumber(uint32_t &Result);
  bool type(Type &Result);
  bool constant(Constant &Result);
  /// True if a constant comes next.
  bool atConstant();
  /// '@120..134^126', or nothing. False only if it is malformed.
  bool optionalRange(SourceRange &Result);

  /// '%x.1' as written, which is the value's identity within its function, and the variable that it names.
  struct ValueToken {
    llvm::StringRef Key;
    llvm::StringRef Variable;
  };
  bool valueToken(ValueToken &Result);
  /// '^entry' without the '^'.
  bool label(llvm::StringRef &Result);

  size_t position();
  /// Records "expected What" unless there is a complaint already. Returns false.
  bool expected(const llvm::Twine &What) { return fail(position(), "expected " + What); }
  bool fail(size_t Position, const llvm::Twine &Message);
  bool failed() const { return !Complaint.empty(); }
  /// "3:14: expected ')'"
  llvm::StringRef complaint() const { return Complaint; }

private:
  void skipSpace();
  llvm::StringRef rest() const { return llvm::StringRef(At, Text.end() - At); }
  llvm::StringRef takeDigits();
  bool bareOrQuoted(llvm::StringRef &Result, size_t BareLength, llvm::StringRef What);
  bool typeKind(TypeKind &Result);

  Module &M;
  llvm::StringRef Text;
  const char *At;
  std::string Complaint;
};

} // namespace devtidy::ir

#endif // DEVTIDY_IR_CURSOR_H
