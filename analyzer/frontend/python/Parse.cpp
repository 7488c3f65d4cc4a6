//===- Parse.cpp - From bytes to a syntax tree ----------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/python/Parse.h"
#include "frontend/python/Continuations.h"
#include "frontend/python/Respell.h"
#include "tree_sitter/api.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/MemAlloc.h"
#include <cstring>
#include <memory>
#include <optional>

extern "C" const TSLanguage *tree_sitter_python();

namespace devtidy::frontend::python {
namespace {

/// The grammar's numbers of kinds and fields, as ours.
struct Grammar {
  Grammar();

  const TSLanguage *Language = tree_sitter_python();
  std::vector<Kind> Kinds;
  std::vector<bool> AreComments; ///< comments, and lines that go on: no nodes of the tree
  std::vector<Field> Fields;
};

/// What the parser allocates on this thread: many small pieces, which are all forgotten when the file is read. Nothing
/// is freed before; of a large file that would be too much, which is why such a file has none of this.
class Arena {
public:
  static constexpr size_t MaxText = 2 << 20;

  /// What this thread allocates goes here as long as the arena lives.
  Arena() { Now = this; }
  ~Arena() { Now = nullptr; }
  Arena(const Arena &) = delete;
  Arena &operator=(const Arena &) = delete;

  /// Makes the parser use the arena of the thread, or malloc if there is none.
  static void install() { ts_set_allocator(allocate, allocateZeroed, reallocate, release); }

private:
  struct alignas(16) Header {
    size_t Size;
  };

  static void *allocate(size_t Size) {
    if (!Now)
      return llvm::safe_malloc(Size);
    auto *H = static_cast<Header *>(Now->Memory.Allocate(sizeof(Header) + Size, alignof(Header)));
    H->Size = Size;
    return H + 1;
  }
  static void *allocateZeroed(size_t Count, size_t Size) {
    return Now ? std::memset(allocate(Count * Size), 0, Count * Size) : llvm::safe_calloc(Count, Size);
  }
  static void *reallocate(void *Old, size_t Size) {
    if (!Now)
      return llvm::safe_realloc(Old, Size);
    size_t Kept = Old ? (static_cast<Header *>(Old) - 1)->Size : 0;
    if (Size <= Kept)
      return Old;
    void *Bigger = allocate(Size);
    if (Kept != 0)
      std::memcpy(Bigger, Old, Kept);
    return Bigger;
  }
  static void release(void *Old) {
    if (!Now)
      std::free(Old);
  }

  static thread_local Arena *Now;
  llvm::BumpPtrAllocatorImpl<llvm::MallocAllocator, 1 << 18> Memory;
};

/// A tree, and what is wrong with it.
struct Attempt {
  Tree T;
  std::vector<uint32_t> Stars; ///< the starred nodes
  bool IsFarRight = false;     ///< a block is indented by more columns than the parser counts
};

/// Copies the parser's tree, from the top to the bottom and from left to right, without recursion.
class Copy {
public:
  Copy(const Grammar &G, TSTreeCursor &Cursor, unsigned MaxDepth, Attempt &A)
      : G(G), Cursor(Cursor), MaxDepth(MaxDepth), A(A), T(A.T) {}

  void run();

private:
  bool isComment(TSNode N) const;
  void add(TSNode N);
  void markErrors();

  const Grammar &G;
  TSTreeCursor &Cursor;
  const unsigned MaxDepth;
  Attempt &A;
  Tree &T;
  std::vector<uint32_t> Open;      ///< the nodes around the current one
  std::vector<uint32_t> LastChild; ///< of each of Open
};

thread_local Arena *Arena::Now = nullptr;

} // namespace

Grammar::Grammar() {
  Arena::install();
  llvm::StringMap<Kind> KindOf;
  llvm::StringMap<Field> FieldOf;
#define NODE(Enumerator, Name) KindOf[Name] = Kind::Enumerator;
#define FIELD(Enumerator, Name) FieldOf[Name] = Field::Enumerator;
#include "frontend/python/Syntax.def"
  for (uint32_t I = 0; I != ts_language_symbol_count(Language); ++I) {
    bool IsNamed = ts_language_symbol_type(Language, I) == TSSymbolTypeRegular;
    const llvm::StringRef Name = ts_language_symbol_name(Language, I);
    auto It = KindOf.find(Name);
    AreComments.push_back(Name == "comment" || Name == "line_continuation");
    Kinds.push_back(!IsNamed ? Kind::Token : It == KindOf.end() ? Kind::Other : It->second);
  }
  Fields.push_back(Field::None);
  for (uint32_t I = 1; I <= ts_language_field_count(Language); ++I)
    Fields.push_back(FieldOf.lookup(ts_language_field_name_for_id(Language, I)));
}

/// False for what may have very many children, none of them in a field. To ask for a field is not cheap.
static bool hasFields(Kind K) {
  switch (K) {
  case Kind::Module:
  case Kind::Block:
  case Kind::List:
  case Kind::Tuple:
  case Kind::Set:
  case Kind::Dictionary:
  case Kind::ExpressionList:
  case Kind::ArgumentList:
  case Kind::String:
  case Kind::StringContent:
    return false;
  default:
    return true;
  }
}

bool Copy::isComment(TSNode N) const {
  const TSSymbol Symbol = ts_node_symbol(N);
  return Symbol < G.AreComments.size() && G.AreComments[Symbol] && ts_node_is_extra(N);
}

void Copy::add(TSNode N) {
  constexpr TSSymbol ErrorSymbol = ~TSSymbol(0);
  Tree::Record R;
  TSSymbol Symbol = ts_node_symbol(N);
  if (Symbol == ErrorSymbol)
    R.K = Kind::Error;
  else if (ts_node_is_missing(N))
    R.K = Kind::Missing;
  else if (Open.size() >= MaxDepth && ts_node_child_count(N) != 0)
    R.K = Kind::TooDeep;
  else
    R.K = G.Kinds[Symbol];
  if (!Open.empty() && hasFields(T.Records[Open.back()].K))
    R.F = G.Fields[ts_tree_cursor_current_field_id(&Cursor)];
  R.HasError = R.K == Kind::Error || R.K == Kind::Missing || R.K == Kind::TooDeep;
  R.Begin = ts_node_start_byte(N);
  R.End = ts_node_end_byte(N);
  if (R.K == Kind::Token || R.K == Kind::Missing)
    R.Spelling = ts_language_symbol_name(G.Language, Symbol);
  uint32_t Index = T.Records.size();
  T.Records.push_back(R);
  if (R.K == Kind::ListSplat || R.K == Kind::ListSplatPattern)
    A.Stars.push_back(Index);
  if (R.K == Kind::Block)
    A.IsFarRight |= ts_node_start_point(N).column > 255;
  if (Open.empty())
    return;
  uint32_t &Last = LastChild.back();
  (Last == Tree::Nothing ? T.Records[Open.back()].First : T.Records[Last].Next) = Index;
  Last = Index;
}

void Copy::markErrors() {
  // Children come after their parent.
  std::vector<uint32_t> Parent(T.Records.size(), Tree::Nothing);
  for (uint32_t I = 0; I != T.Records.size(); ++I)
    for (uint32_t C = T.Records[I].First; C != Tree::Nothing; C = T.Records[C].Next)
      Parent[C] = I;
  for (uint32_t I = T.Records.size(); I-- > 1;)
    T.Records[Parent[I]].HasError |= T.Records[I].HasError;
}

void Copy::run() {
  add(ts_tree_cursor_current_node(&Cursor));
  bool Descend = true;
  bool AnyError = T.Records[0].HasError;
  while (true) {
    bool Entered = Descend && ts_tree_cursor_goto_first_child(&Cursor);
    if (Entered) {
      Open.push_back(T.Records.size() - 1);
      LastChild.push_back(Tree::Nothing);
    } else {
      while (!ts_tree_cursor_goto_next_sibling(&Cursor)) {
        if (Open.empty() || !ts_tree_cursor_goto_parent(&Cursor)) {
          if (AnyError)
            markErrors();
          return;
        }
        Open.pop_back();
        LastChild.pop_back();
      }
    }
    const TSNode N = ts_tree_cursor_current_node(&Cursor);
    Descend = !isComment(N);
    if (!Descend)
      continue;
    add(N);
    AnyError |= T.Records.back().HasError;
    Descend = T.Records.back().K != Kind::TooDeep;
  }
}

static Attempt parseOnce(const Grammar &G, llvm::StringRef Text, const ParseOptions &Options) {
  Attempt A;
  Tree &T = A.T;
  T.Text = Text;
  const llvm::StringRef Letters = Options.Letters.empty() ? Text : Options.Letters;
  const std::string Joined = joinContinuations(Letters);
  const llvm::StringRef Read = Joined.empty() ? Letters : llvm::StringRef(Joined);
  std::optional<Arena> Memory;
  if (Text.size() < Arena::MaxText)
    Memory.emplace();
  std::unique_ptr<TSParser, decltype(&ts_parser_delete)> Parser(ts_parser_new(), ts_parser_delete);
  ts_parser_set_language(Parser.get(), G.Language);
  // Where the parser recovers from an error, it may take a time that is quadratic in the length of the text.
  ts_parser_set_timeout_micros(Parser.get(), uint64_t(Options.Seconds) * 1000000);
  std::unique_ptr<TSTree, decltype(&ts_tree_delete)> Parsed(
      ts_parser_parse_string(Parser.get(), nullptr, Read.data(), Read.size()), ts_tree_delete);
  if (!Parsed) {
    T.TimedOut = true;
    T.Records.push_back({Kind::Error, Field::None, true, 0, static_cast<uint32_t>(Text.size())});
    return A;
  }
  const TSNode Root = ts_tree_root_node(Parsed.get());
  T.Records.reserve(ts_node_descendant_count(Root));
  TSTreeCursor Cursor = ts_tree_cursor_new(Root);
  Copy(G, Cursor, Options.MaxDepth, A).run();
  ts_tree_cursor_delete(&Cursor);
  if (Memory) {
    // The arena takes them along.
    (void)Parsed.release();
    (void)Parser.release();
  }
  return A;
}

/// How many nodes do not parse, and how many bytes are in them.
static std::pair<size_t, size_t> defects(const Tree &T) {
  std::pair<size_t, size_t> Result;
  uint32_t End = 0;
  for (const Tree::Record &R : T.Records)
    if ((R.K == Kind::Error || R.K == Kind::Missing) && R.Begin >= End) {
      End = R.End;
      ++Result.first;
      Result.second += R.End - R.Begin;
    }
  return Result;
}

/// Makes the node at I a starred one: the token Star, and what the node was, from Begin on.
static void addStar(Tree &T, uint32_t I, Kind K, const Tree::Record &Star, uint32_t Begin) {
  Tree::Record Element = T.Records[I], Token = Star;
  uint32_t End = T.Records.size();
  T.Records[I].K = K;
  T.Records[I].Begin = Star.Begin;
  T.Records[I].First = End;
  T.Records[I].Spelling = nullptr;
  Token.Next = End + 1;
  Element.F = Field::None;
  Element.Next = Tree::Nothing;
  Element.Begin = Begin;
  T.Records.push_back(Token);
  T.Records.push_back(Element);
}

/// Whether the grammar takes it for an operation on something starred: `*a` in `*a.b, c`.
static bool takesStar(Kind K) {
  switch (K) {
  case Kind::Attribute:
  case Kind::BinaryOperator:
  case Kind::BooleanOperator:
  case Kind::Call:
  case Kind::ComparisonOperator:
  case Kind::ConditionalExpression:
  case Kind::Subscript:
    return true;
  default:
    return false;
  }
}

/// A star stands before a whole element. What begins where a node begins, and is around it, comes right before it.
static void liftStars(Attempt &A) {
  Tree &T = A.T;
  for (uint32_t I : A.Stars) {
    uint32_t Begin = T.Records[I].Begin, Top = I;
    for (uint32_t N = I; N-- > 0 && T.Records[N].Begin == Begin && takesStar(T.Records[N].K);)
      Top = N;
    uint32_t Star = T.Records[I].First, Operand = Star == Tree::Nothing ? Star : T.Records[Star].Next;
    if (Top == I || Operand == Tree::Nothing)
      continue;
    Kind K = T.Records[I].K;
    Tree::Record Starred = T.Records[I];
    T.Records[I] = T.Records[Operand];
    T.Records[I].F = Starred.F;
    T.Records[I].Next = Starred.Next;
    uint32_t Inner = T.Records[I].Begin;
    for (uint32_t N = Top; N != I; ++N)
      T.Records[N].Begin = Inner;
    addStar(T, Top, K, T.Records[Star], Inner);
  }
}

/// Whether a star may stand before it: an expression, but no list of them and no statement.
static bool isElement(Kind K) {
  switch (K) {
  case Kind::Module:
  case Kind::Block:
  case Kind::ExpressionStatement:
  case Kind::Assignment:
  case Kind::AugmentedAssignment:
  case Kind::ExpressionList:
  case Kind::PatternList:
  case Kind::Error:
    return false;
  default:
    return true;
  }
}

/// Makes a starred element of what each star stands before. The last comes first: a star may stand before a list of
/// them.
static void addStars(Tree &T, const Respelled &R) {
  std::vector<Kind> Around(T.Records.size(), Kind::Other);
  for (uint32_t I = 0; !R.Stars.empty() && I != Around.size(); ++I)
    for (uint32_t C = T.Records[I].First; C != Tree::Nothing; C = T.Records[C].Next)
      Around[C] = T.Records[I].K;
  for (uint32_t Star : llvm::reverse(R.Stars)) {
    size_t Begin = llvm::StringRef(R.Text).find_first_not_of(' ', Star);
    auto Parsed = llvm::make_range(T.Records.begin(), T.Records.begin() + Around.size());
    auto IsBefore = [&](const Tree::Record &N) { return N.Begin < Begin; };
    uint32_t I = llvm::partition_point(Parsed, IsBefore) - T.Records.begin();
    auto IsThere = [&] { return I != Around.size() && T.Records[I].Begin == Begin; };
    for (; IsThere() && !isElement(T.Records[I].K); ++I)
      T.Records[I].Begin = Star;
    if (!IsThere())
      continue;
    bool IsPattern =
        Around[I] == Kind::PatternList || Around[I] == Kind::TuplePattern || Around[I] == Kind::ListPattern;
    addStar(T, I, IsPattern ? Kind::ListSplatPattern : Kind::ListSplat,
            {Kind::Token, Field::None, false, Star, Star + 1, Tree::Nothing, Tree::Nothing, "*"}, Begin);
  }
}

Tree parse(llvm::StringRef Text, const ParseOptions &Options) {
  static const Grammar G;
  Attempt First = parseOnce(G, Text, Options);
  liftStars(First);
  auto Defects = defects(First.T);
  if ((Defects.first == 0 && !First.IsFarRight) || First.T.TimedOut)
    return std::move(First.T);
  Respelled Other = respell(Options.Letters.empty() ? Text : Options.Letters);
  Attempt Second = parseOnce(G, Other.Text, {Options.Seconds, Options.MaxDepth, ""});
  if (defects(Second.T) >= Defects && !(Defects.first == 0 && defects(Second.T) == Defects))
    return std::move(First.T);
  Tree &T = Second.T;
  T.Text = Text;
  T.Records[0].Begin = First.T.Records[0].Begin;
  T.Records[0].End = First.T.Records[0].End;
  addStars(T, Other);
  liftStars(Second);
  return std::move(T);
}

} // namespace devtidy::frontend::python
