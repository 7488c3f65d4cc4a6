//===- LowerRounds.cpp - Loops over what the source writes down -----------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `for part in (self.a, self.b): part.to(d)` goes over a few things that the source names. Such a loop has a round for
// each, one behind the other, so that each of them is what it is and not one of several.
//
//===----------------------------------------------------------------------===//

#include "frontend/python/FunctionLowering.h"
#include "frontend/python/Literals.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::frontend::python {

using ir::InstKind;

/// Of names of members, and of others. What is long is rather a table.
static constexpr size_t MaxNames = 16, MaxRounds = 8;
/// Characters of all rounds together; rounds of loops in loops.
static constexpr size_t MaxText = 4000, MaxNested = 32;

/// True if something in N finds a member by its name.
static bool findsMembers(Node N) {
  if (N.is(Kind::Call) && N.child(Field::Function).is(Kind::Identifier)) {
    const llvm::StringRef Name = N.child(Field::Function).text();
    if (Name == "getattr" || Name == "setattr" || Name == "globals")
      return true;
  }
  return llvm::any_of(N.children(), [](Node C) { return findsMembers(C); });
}

static bool defines(Node N) {
  return N.is(Kind::FunctionDefinition, Kind::ClassDefinition, Kind::Lambda) ||
         llvm::any_of(N.children(), [](Node C) { return defines(C); });
}

static bool isText(Node E) {
  std::string Storage;
  const std::optional<ir::Constant> C = literalConstant(E, Storage);
  return C && C->K == ir::Constant::Kind::String;
}

static bool isDisplay(Node N) {
  return N.is(Kind::Tuple, Kind::List, Kind::ExpressionList) &&
         llvm::none_of(N.nodes(), [](Node E) { return E.is(Kind::ListSplat); });
}

Node FunctionLowering::displayOf(Node N) const {
  while (N.is(Kind::ParenthesizedExpression))
    N = N.first();
  if (isDisplay(N))
    return N;
  // Texts that a variable of the module holds once and for all. Anybody may add to a list, and who derives from a class
  // may say otherwise.
  if (!N.is(Kind::Identifier))
    return Node();
  const Meaning What = U.Names.lookup(N.text(), Here);
  const bool IsOfModule =
      What.K == Meaning::Kind::Global && What.Qualified == (U.Names.module()->Name + "." + N.text()).str();
  const Binding *Held = IsOfModule ? U.Names.module()->find(N.text()) : nullptr;
  const bool IsTable = Held && Held->OnlyValue && Held->Assignments == 1 && Held->Definitions == 0 &&
                       Held->OnlyValue.is(Kind::Tuple, Kind::ExpressionList) && isDisplay(Held->OnlyValue) &&
                       llvm::all_of(Held->OnlyValue.nodes(), isText);
  return IsTable ? Held->OnlyValue : Node();
}

bool FunctionLowering::isWrittenOut(Node Body, size_t Count, bool AreNames) const {
  if (Count == 0 || defines(Body) || isTooLarge() || Repeated * Count > MaxNested)
    return false;
  if (AreNames && Count <= MaxNames && findsMembers(Body))
    return true;
  return Count <= MaxRounds && Body.text().size() * Count <= MaxText;
}

/// What a loop goes over together: `zip(parts, devices)`, `enumerate(parts)`; Source alone if it is one thing.
llvm::SmallVector<Node, 4> FunctionLowering::iteratedTogether(Node Source, bool &Counts) const {
  const Node Callee = Source.is(Kind::Call) ? Source.child(Field::Function) : Node();
  const bool IsName = Callee && Callee.is(Kind::Identifier) && U.Names.lookup(Callee.text(), Here).IsBuiltin;
  Counts = IsName && Callee.text() == "enumerate";
  if (!IsName || (!Counts && Callee.text() != "zip"))
    return {Source};
  llvm::SmallVector<Node, 4> Given = Source.child(Field::Arguments).nodes();
  const bool IsPlain = llvm::none_of(Given, [](Node A) { return A.is(Kind::KeywordArgument, Kind::ListSplat); });
  if (!IsPlain || (Counts && Given.size() != 1))
    return {};
  return Given;
}

std::optional<FunctionLowering::Rounds> FunctionLowering::lowerWrittenOut(Node Source, Node Body) {
  Rounds R;
  const llvm::SmallVector<Node, 4> Sources = iteratedTogether(Source, R.Counts);
  R.Count = MaxNames + 1;
  bool AreNames = Sources.size() == 1;
  llvm::SmallVector<Node, 4> Displays;
  for (Node Each : Sources) {
    // What else there is may be a dictionary, or an iterator that somebody has begun with.
    const Node Display = displayOf(Each);
    if (!Display)
      return std::nullopt;
    Displays.push_back(Display);
    R.Count = std::min(R.Count, Display.nodes().size());
    AreNames &= llvm::all_of(Display.nodes(), isText);
  }
  if (R.Count > MaxNames || !isWrittenOut(Body, R.Count, AreNames))
    return std::nullopt;
  // All is there before the first round.
  for (Node Display : Displays) {
    Args &Of = R.Elements.emplace_back();
    for (Node E : Display.nodes())
      Of.push_back(lowerArg(E));
  }
  return R;
}

void FunctionLowering::takeRound(const Rounds &Of, size_t K, Node Target) {
  const ir::SourceRange R = U.range(Target);
  Args Taken;
  if (Of.Counts)
    Taken.push_back({B.constantInt(static_cast<int64_t>(K), R), {}, R});
  for (const Args &Elements : Of.Elements)
    Taken.push_back(Elements[K]);
  storeTogether(Target, Taken, Taken.size() == 1, R);
}

bool FunctionLowering::lowerRounds(Node N) {
  const std::optional<Rounds> Written = lowerWrittenOut(N.child(Field::Right), N.child(Field::Body));
  if (!Written)
    return false;
  const ir::BlockId After = B.createBlock();
  Repeated *= Written->Count;
  for (size_t K = 0; K < Written->Count; ++K) {
    const ir::BlockId Next = B.createBlock();
    takeRound(*Written, K, N.child(Field::Left));
    Frames.push_back({Frame::Kind::Loop, After, Next});
    lowerStatements(N.child(Field::Body));
    Frames.pop_back();
    moveTo(Next);
    B.seal(Next);
  }
  Repeated /= Written->Count;
  lowerStatements(N.child(Field::Alternative).child(Field::Body));
  moveTo(After);
  B.seal(After);
  return true;
}

void FunctionLowering::storeTogether(Node Target, llvm::ArrayRef<ir::Arg> Values, bool IsOne, ir::SourceRange R) {
  if (IsOne)
    return store(Target, Values.front(), R);
  const llvm::SmallVector<Node, 4> Parts = Target.is(Kind::PatternList, Kind::TuplePattern, Kind::ListPattern)
                                               ? Target.nodes()
                                               : llvm::SmallVector<Node, 4>();
  const bool IsEach = Parts.size() == Values.size() &&
                      llvm::none_of(Parts, [](Node P) { return P.is(Kind::ListSplatPattern, Kind::ListSplat); });
  if (!IsEach)
    return store(Target, {append(InstKind::MakeTuple, "", Values, R), {}, R}, R);
  for (auto [Part, V] : llvm::zip(Parts, Values))
    store(Part, V, U.range(Part));
}

} // namespace devtidy::frontend::python
