//===- Respell.cpp - Python that the parser's grammar does not know -------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the file as CPython's tokenizer does, one logical line after the other.
//
//===----------------------------------------------------------------------===//

#include "frontend/python/Respell.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/JSON.h"
#include <algorithm>
#include <utility>

namespace devtidy::frontend::python {
namespace {

class Respeller {
public:
  explicit Respeller(llvm::StringRef In) : In(In) { Out.Text = In.str(); }

  Respelled run();

private:
  enum class Bracket : uint8_t {
    Call,       ///< arguments, parameters, base classes
    Display,    ///< a tuple, a list, a set, a subscript
    TypeParams, ///< of a function, a class or a type
    Field,      ///< of an f-string
  };
  struct Level {
    Bracket K = Bracket::Display;
    char Close = 0;       ///< none: not in brackets
    unsigned Lambdas = 0; ///< whose parameters are being read
  };
  enum class Last : uint8_t { Nothing, Operand, Keyword, Operator };

  void indent();
  /// The statement at At; false if it does not end.
  bool statement();
  bool token();
  bool word();
  void number();
  bool string(llvm::StringRef Prefix);
  bool formatted(llvm::StringRef Quote, bool IsRaw);
  bool field(llvm::StringRef Quote, bool IsRaw);
  void open(char Close);
  bool star();

  char at(size_t Offset) const { return Offset < In.size() ? In[Offset] : '\0'; }
  bool isLineEnd() const { return at(At) == '\n' || at(At) == '\r'; }
  void blank(size_t Count) {
    for (; Count != 0 && At != In.size(); --Count)
      Out.Text[At++] = ' ';
  }
  void operate(size_t Length) {
    At += Length;
    Before = Last::Operator;
    LastWord = {};
  }
  /// Behind the colon of a header, and behind a semicolon.
  void startAgain() {
    FirstWord = LastWord = WordBefore = {};
    IsFirst = true;
    IsPattern = false;
    Before = Last::Nothing;
  }
  /// Of the backslash at Offset and the line end behind it; 0 if there is none.
  size_t continuation(size_t Offset) const {
    if (at(Offset) != '\\')
      return 0;
    return at(Offset + 1) == '\n' ? 2 : at(Offset + 1) != '\r' ? 0 : at(Offset + 2) == '\n' ? 3 : 2;
  }

  /// Strings in fields of strings in fields.
  static constexpr unsigned MaxNesting = 100;

  llvm::StringRef In;
  Respelled Out;
  size_t At = 0;
  llvm::SmallVector<unsigned, 16> Columns{0}; ///< of the blocks around
  llvm::SmallVector<Level, 16> Levels;
  Last Before = Last::Nothing;
  llvm::StringRef FirstWord, LastWord, WordBefore;
  bool IsFirst = false;    ///< the next token is the first of a statement
  bool IsPattern = false;  ///< between `case` and its colon
  bool IsDeclared = false; ///< a comment at the top says how the file is encoded
  unsigned Nesting = 0;
};

bool isWordStart(char C) { return llvm::isAlpha(C) || C == '_' || (C & 0x80); }
bool isWordPart(char C) { return isWordStart(C) || llvm::isDigit(C); }

} // namespace

/// Each block is indented by one column more than the block around it: the parser counts columns in its own way.
void Respeller::indent() {
  size_t Begin = At;
  unsigned Column = 0, Continued = 0;
  for (;; ++At) {
    if (size_t Length = continuation(At)) {
      Continued = Continued != 0 ? Continued : Column;
      At += Length - 1;
    } else if (at(At) == ' ')
      ++Column;
    else if (at(At) == '\t')
      Column = (Column / 8 + 1) * 8;
    else if (at(At) == '\f')
      Column = 0;
    else
      break;
  }
  if (At == In.size() || isLineEnd() || at(At) == '#')
    return;
  Column = Continued != 0 ? Continued : Column;
  while (Columns.back() > Column)
    Columns.pop_back();
  if (Columns.back() < Column)
    Columns.push_back(Column);
  size_t Width = At - Begin, Depth = Columns.size() - 1;
  if (Depth > Width)
    return;
  std::fill(Out.Text.begin() + Begin, Out.Text.begin() + At, ' ');
  // A form feed starts counting anew.
  if (Depth < Width)
    Out.Text[At - Depth - 1] = '\f';
}

Respelled Respeller::run() {
  // A statement that does not end is read up to the end of the file. There is a limit to that.
  size_t Wasted = 0, FirstLine = In.find('\n'), SecondLine = In.find('\n', FirstLine + 1);
  IsDeclared = In.take_front(SecondLine).contains("coding");
  while (At != In.size() && Wasted <= 4 * In.size()) {
    indent();
    size_t Begin = At, StarCount = Out.Stars.size();
    if (statement())
      continue;
    Wasted += At - Begin;
    std::copy(In.begin() + Begin, In.begin() + At, Out.Text.begin() + Begin);
    Out.Stars.resize(StarCount);
    At = std::min(In.find_first_of("\r\n", Begin), In.size());
  }
  return std::move(Out);
}

bool Respeller::statement() {
  Levels.assign(1, {});
  startAgain();
  Nesting = 0;
  while (At != In.size()) {
    if (isLineEnd() && Levels.size() == 1) {
      // The parser knows no line ends of one '\r'.
      if (at(At) == '\r' && at(At + 1) != '\n')
        Out.Text[At] = '\n';
      ++At;
      return true;
    }
    if (!token())
      return false;
  }
  return Levels.size() == 1;
}

bool Respeller::token() {
  char C = at(At);
  size_t Skipped = C == '#'                                   ? std::min(In.find_first_of("\r\n", At), In.size()) - At
                   : llvm::StringRef(" \t\f\r\n").contains(C) ? 1
                                                              : continuation(At);
  if (Skipped != 0) {
    blank(Skipped);
    return true;
  }
  if (isWordStart(C))
    return word();
  IsFirst = false;
  if (llvm::isDigit(C) || (C == '.' && llvm::isDigit(at(At + 1)))) {
    number();
    return true;
  }
  switch (C) {
  case '\'':
  case '"':
    return string({});
  case '(':
  case '[':
  case '{':
    open(C == '(' ? ')' : C == '[' ? ']' : '}');
    return true;
  case ')':
  case ']':
  case '}':
    if (Levels.back().Close != C)
      return false;
    Levels.pop_back();
    ++At;
    Before = Last::Operand;
    return true;
  case ':':
    if (Levels.back().Lambdas != 0)
      --Levels.back().Lambdas;
    else if (Levels.size() == 1 && at(At + 1) != '=')
      startAgain();
    ++At;
    if (!IsFirst)
      operate(at(At) == '=' ? 1 : 0);
    return true;
  case ';':
    ++At, startAgain();
    return true;
  case '*':
    return star();
  case ',':
    // `except A, B:` is `except A | B:`, but for the class that it makes.
    if (FirstWord == "except" && Levels.size() == 1)
      Out.Text[At] = '|';
    operate(1);
    return true;
  case '=':
    // What a type parameter is by default stands beside it.
    if (Levels.back().K == Bracket::TypeParams && at(At + 1) != '=')
      Out.Text[At] = ',';
    operate(at(At + 1) == '=' ? 2 : 1);
    return true;
  default:
    operate(1);
    return true;
  }
}

/// Whether a name is one of the words behind which an expression starts.
static bool isKeyword(llvm::StringRef Name) {
  return llvm::StringSwitch<bool>(Name)
      .Cases({"and", "as", "assert", "async", "await", "class", "def", "del", "elif", "else"}, true)
      .Cases({"except", "for", "from", "global", "if", "import", "in", "is", "lambda"}, true)
      .Cases({"nonlocal", "not", "or", "raise", "return"}, true)
      .Cases({"while", "with", "yield"}, true)
      .Default(false);
}

bool Respeller::word() {
  size_t Begin = At;
  while (isWordPart(at(At)))
    ++At;
  llvm::StringRef Name = In.slice(Begin, At);
  // The parser reads UTF-8 only.
  if (IsDeclared && !llvm::json::isUTF8(Name))
    std::replace_if(Out.Text.begin() + Begin, Out.Text.begin() + At, [](char C) { return C & 0x80; }, 'q');
  if ((at(At) == '\'' || at(At) == '"') && Name.size() <= 2 &&
      Name.find_first_not_of("rRbBuUfFtT") == llvm::StringRef::npos) {
    IsFirst = false;
    return string(Name);
  }
  WordBefore = std::exchange(LastWord, Name);
  if (std::exchange(IsFirst, false)) {
    FirstWord = Name;
    char Next = at(std::min(In.find_first_not_of(" \t\f", At), In.size()));
    IsPattern = Name == "case" && Next != '=' && Next != '.' && Next != ',';
  }
  Before = isKeyword(Name) ? Last::Keyword : Last::Operand;
  Levels.back().Lambdas += Name == "lambda";
  // `type print = int`: words of Python 2 are names of types as well.
  if (FirstWord == "type" && WordBefore == "type" && Before == Last::Operand)
    std::fill(Out.Text.begin() + Begin, Out.Text.begin() + At, 'q');
  return true;
}

void Respeller::number() {
  bool IsDecimal = at(At) != '0' || !llvm::isAlpha(at(At + 1));
  for (; isWordPart(at(At)) || at(At) == '.'; ++At)
    if (IsDecimal && (at(At) == 'e' || at(At) == 'E') && (at(At + 1) == '-' || at(At + 1) == '+'))
      ++At;
  Before = Last::Operand;
}

void Respeller::open(char Close) {
  Level L;
  L.Close = Close;
  if (Before == Last::Operand && Close == ')')
    L.K = Bracket::Call;
  else if (Before == Last::Operand && Close == ']' &&
           (WordBefore == "def" || WordBefore == "class" || WordBefore == "type"))
    L.K = Bracket::TypeParams;
  Levels.push_back(L);
  operate(1);
}

bool Respeller::star() {
  size_t Length = at(At + 1) == '*' ? 2 : 1;
  Length += at(At + Length) == '=';
  const Level &L = Levels.back();
  // `from a import *` is none. In a pattern a name follows.
  bool IsElement = Length == 1 && Before != Last::Operand && L.Lambdas == 0 && !IsPattern &&
                   (L.K == Bracket::Display || L.K == Bracket::Field) && FirstWord != "from" && LastWord != "except";
  if (IsElement) {
    Out.Stars.push_back(At);
    Out.Text[At] = ' ';
  } else if (LastWord == "except") { // `except *(A, B)` is `except* (A, B)`.
    std::swap(Out.Text[At], Out.Text[LastWord.end() - In.begin()]);
  }
  operate(Length);
  return true;
}

bool Respeller::string(llvm::StringRef Prefix) {
  bool IsRaw = Prefix.contains_insensitive("r"), IsFormatted = Prefix.contains_insensitive("f");
  // A template string has the syntax of an f-string.
  if (size_t T = Prefix.find_insensitive("t"); T != llvm::StringRef::npos) {
    Out.Text[Prefix.begin() - In.begin() + T] = 'f';
    IsFormatted = true;
  }
  llvm::StringRef Quote = In.substr(At, 1), Triple = In.substr(At, 3);
  if (Triple.size() == 3 && Triple[1] == Quote[0] && Triple[2] == Quote[0])
    Quote = Triple;
  At += Quote.size();
  if (IsFormatted)
    return formatted(Quote, IsRaw);
  for (; At < In.size(); ++At) {
    if (In.substr(At).starts_with(Quote)) {
      At += Quote.size();
      Before = Last::Operand;
      return true;
    }
    if (at(At) == '\\')
      ++At;
    else if (isLineEnd() && Quote.size() == 1)
      return false;
  }
  At = In.size();
  return false;
}

bool Respeller::formatted(llvm::StringRef Quote, bool IsRaw) {
  if (++Nesting > MaxNesting)
    return false;
  while (At < In.size()) {
    if (In.substr(At).starts_with(Quote)) {
      At += Quote.size();
      Before = Last::Operand;
      --Nesting;
      return true;
    }
    char C = at(At);
    if (isLineEnd() && Quote.size() == 1)
      return false;
    if (C == '{' && at(At + 1) != '{') {
      if (!field(Quote, IsRaw))
        return false;
    } else if (C == '\\' && !IsRaw && at(At + 1) == 'N' && at(At + 2) == '{') {
      At = std::min(In.find('}', At), In.size());
    } else if (C == '\\') {
      // `\{` opens a field all the same.
      At += at(At + 1) == '{' ? 1 : 2;
    } else {
      At += C == '{' ? 2 : 1;
    }
  }
  At = In.size();
  return false;
}

/// From `{` to behind `}`.
bool Respeller::field(llvm::StringRef Quote, bool IsRaw) {
  if (++Nesting > MaxNesting)
    return false;
  size_t Depth = Levels.size() + 1;
  Levels.push_back({Bracket::Field, '}', 0});
  operate(1);
  while (At < In.size()) {
    bool IsOutside = Levels.size() == Depth && Levels.back().Lambdas == 0;
    if (IsOutside && at(At) == '!' && at(At + 1) != '=') {
      ++At;
      while (isWordPart(at(At)))
        ++At;
      continue;
    }
    if (IsOutside && at(At) == ':') {
      // The format is text with fields. To the parser `:=` would be an assignment.
      if (at(++At) == '=')
        blank(1);
      while (at(At) != '}') {
        if (At >= In.size() || (isLineEnd() && Quote.size() == 1))
          return false;
        if (at(At) != '{')
          ++At;
        else if (!field(Quote, IsRaw))
          return false;
      }
    }
    if (!token())
      return false;
    if (Levels.size() < Depth)
      return --Nesting, true;
  }
  return false;
}

Respelled respell(llvm::StringRef Text) { return Respeller(Text).run(); }

} // namespace devtidy::frontend::python
