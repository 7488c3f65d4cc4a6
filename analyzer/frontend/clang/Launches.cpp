//===- Launches.cpp - Launches of CUDA as nvcc reads them -----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/clang/Launches.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace clang;

namespace devtidy::frontend {
namespace {

/// A sign of more than one character with a space before its last: whether the text may hold one.
bool mayBeSpaced(llvm::StringRef Text, llvm::StringRef Two, char Third) {
  for (size_t At = Text.find(Two); At != llvm::StringRef::npos; At = Text.find(Two, At + 2)) {
    llvm::StringRef Behind = Text.drop_front(At + 2);
    if (!Behind.empty() && llvm::isSpace(Behind.front()) && Behind.ltrim().starts_with(Third))
      return true;
  }
  return false;
}

class LaunchJoiner {
public:
  explicit LaunchJoiner(llvm::StringRef Text) : Text(Text), Result(Text) { split(); }

  std::string run() {
    for (size_t I = 0; I + 1 < Words.size(); ++I)
      if (opensAt(I))
        if (size_t Close = closeOf(I)) {
          join(I, /*Opens=*/true);
          join(Close, /*Opens=*/false);
          I = Close + 1;
        }
    return std::move(Result);
  }

private:
  struct Word {
    tok::TokenKind Kind;
    bool StartsLine, IsOperatorWord;
    size_t Begin, End;
  };

  /// Without CUDA, in which `<<<` is a word: here `<` follows `<<`, with a space between them or without.
  void split() {
    LangOptions Language;
    Language.CPlusPlus = Language.CPlusPlus11 = Language.CPlusPlus14 = Language.CPlusPlus17 = Language.LineComment = 1;
    const std::string Ended = Text.str();
    Lexer Reader(SourceLocation(), Language, Ended.data(), Ended.data(), Ended.data() + Ended.size());
    for (Token T; !Reader.LexFromRawLexer(T) || T.isNot(tok::eof);) {
      const size_t End = Reader.getCurrentBufferOffset();
      const bool IsOperator = T.is(tok::raw_identifier) && T.getRawIdentifier() == "operator";
      Words.push_back({T.getKind(), T.isAtStartOfLine(), IsOperator, End - T.getLength(), End});
      if (T.is(tok::eof))
        break;
    }
  }

  bool is(size_t I, tok::TokenKind Kind) const { return I < Words.size() && Words[I].Kind == Kind; }

  /// `operator<< <T>` is the one place where C++ has these two words.
  bool opensAt(size_t I) const {
    return is(I, tok::lessless) && is(I + 1, tok::less) && (!I || !Words[I - 1].IsOperatorWord);
  }

  /// Ahead of the arguments; a macro may have them from whom it is used by. Elsewhere it ends lists of template
  /// arguments.
  bool closesAt(size_t I) const {
    return is(I, tok::greatergreater) && is(I + 1, tok::greater) &&
           (is(I + 2, tok::l_paren) || (I + 2 < Words.size() && Words[I + 2].StartsLine));
  }

  /// Where the launch that opens there closes; 0 if it does not.
  size_t closeOf(size_t Open) const {
    unsigned Depth = 0;
    for (size_t I = Open + 2; I < Words.size(); ++I) {
      if (is(I, tok::l_paren) || is(I, tok::l_square) || is(I, tok::l_brace))
        ++Depth;
      else if (is(I, tok::r_paren) || is(I, tok::r_square) || is(I, tok::r_brace)) {
        if (!Depth--)
          return 0;
      } else if (!Depth && is(I, tok::semi))
        return 0;
      else if (!Depth && closesAt(I))
        return I;
    }
    return 0;
  }

  /// The space goes out of the brackets, so that what is between them ends and begins where it did.
  void join(size_t I, bool Opens) {
    const size_t Begin = Words[I].Begin, Gap = Words[I].End, Last = Words[I + 1].Begin, End = Words[I + 1].End;
    const llvm::StringRef Space = Text.slice(Gap, Last);
    if (Space.trim().empty())
      Result.replace(Begin, End - Begin, Opens ? Space.str() + "<<<" : ">>>" + Space.str());
  }

  llvm::StringRef Text;
  std::string Result;
  std::vector<Word> Words;
};

class JoinedFiles : public PPCallbacks {
public:
  explicit JoinedFiles(SourceManager &Files) : Files(Files) {}

  void InclusionDirective(SourceLocation, const Token &, llvm::StringRef, bool, CharSourceRange,
                          OptionalFileEntryRef File, llvm::StringRef, llvm::StringRef, const clang::Module *, bool,
                          SrcMgr::CharacteristicKind Kind) override {
    if (File && !SrcMgr::isSystem(Kind))
      read(*File);
  }

  /// Once: what is included again may be in use.
  void read(FileEntryRef File) {
    if (!Seen.insert(&File.getFileEntry()).second)
      return;
    std::optional<llvm::MemoryBufferRef> Buffer = Files.getMemoryBufferForFileOrNone(File);
    std::optional<std::string> Joined = Buffer ? joinLaunches(Buffer->getBuffer()) : std::nullopt;
    if (Joined)
      Files.overrideFileContents(File, llvm::MemoryBuffer::getMemBufferCopy(*Joined, File.getName()));
  }

private:
  SourceManager &Files;
  llvm::DenseSet<const FileEntry *> Seen;
};

} // namespace

std::optional<std::string> joinLaunches(llvm::StringRef Text) {
  if (!mayBeSpaced(Text, "<<", '<') && !mayBeSpaced(Text, ">>", '>'))
    return std::nullopt;
  std::string Joined = LaunchJoiner(Text).run();
  return Joined == Text ? std::nullopt : std::optional(std::move(Joined));
}

void readJoinedLaunches(Preprocessor &P) {
  // Of a preamble the files were read before, and are only named again.
  if (!P.getLangOpts().CUDA || P.getPreprocessorOpts().PrecompiledPreambleBytes.first)
    return;
  SourceManager &Files = P.getSourceManager();
  auto Callbacks = std::make_unique<JoinedFiles>(Files);
  if (OptionalFileEntryRef Main = Files.getFileEntryRefForID(Files.getMainFileID()))
    Callbacks->read(*Main);
  P.addPPCallbacks(std::move(Callbacks));
}

} // namespace devtidy::frontend
