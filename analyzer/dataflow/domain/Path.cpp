//===- Path.cpp - Interning of access paths -----------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/domain/Path.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"

namespace devtidy::dataflow {

namespace {
constexpr unsigned MaxDepth = 6;
} // namespace

PathId PathTable::intern(Path P) {
  Paths.push_back(P);
  return PathId(Paths.size() - 1);
}

PathId PathTable::param(const ir::Function &F, unsigned Index) {
  auto [It, New] = Roots.try_emplace({&F, uint64_t{Index} << 1});
  if (New)
    It->second = intern({.Kind = Path::Root::Param, .Index = Index, .Owner = &F});
  return It->second;
}

PathId PathTable::site(const ir::Function &F, ir::InstId I) {
  auto [It, New] = Roots.try_emplace({&F, (uint64_t{I.index()} << 1) | 1});
  if (New)
    It->second = intern({.Kind = Path::Root::Site, .Index = I.index(), .Owner = &F});
  return It->second;
}

PathId PathTable::site(const ir::Function &F, ir::InstId I, PathId Inside) {
  PathId Call = site(F, I);
  // A function that calls itself would make a new one in each round.
  unsigned Calls = 0;
  for (PathId P = Inside; P; P = (*this)[P].Parent)
    if (++Calls > MaxDepth || (*this)[P].Owner == &F)
      return Call;
  auto [It, New] = Insides.try_emplace({Call.index(), Inside.index()});
  if (New)
    It->second = intern({.Kind = Path::Root::Site, .Index = I.index(), .Owner = &F, .Parent = Inside});
  return It->second;
}

PathId PathTable::rebased(PathId P, PathId From, PathId To) {
  if (P == From)
    return To;
  const Path Part = (*this)[P];
  PathId Parent = Part.Kind == Path::Root::Child ? rebased(Part.Parent, From, To) : PathId();
  return Parent ? child(Parent, Part.Name) : PathId();
}

PathId PathTable::global(llvm::StringRef Name) {
  auto [It, New] = Children.try_emplace({~1U, Name});
  if (New)
    It->second = intern({.Kind = Path::Root::Global, .Name = Name});
  return It->second;
}

PathId PathTable::child(PathId Parent, llvm::StringRef Name) {
  if (!Parent)
    return {};
  unsigned Depth = (*this)[Parent].Depth + 1;
  if (Depth > MaxDepth)
    return {};
  auto [It, New] = Children.try_emplace({Parent.index(), Name});
  if (New)
    It->second = intern({.Kind = Path::Root::Child, .Parent = Parent, .Name = Name, .Depth = Depth});
  return It->second;
}

/// What has met in P, itself if nothing has.
static llvm::SmallVector<PathId, 4> metIn(const PathTable &Paths, PathId P) {
  llvm::SmallVector<PathId, 4> Met, Work{P};
  while (!Work.empty()) {
    const PathId Next = Work.pop_back_val();
    if (Paths[Next].Kind == Path::Root::Meeting)
      Work.append({Paths[Next].Other, Paths[Next].Parent});
    else if (!llvm::is_contained(Met, Next))
      Met.push_back(Next);
  }
  return Met;
}

PathId PathTable::meeting(PathId P, PathId Q) {
  if (P == Q || !P || !Q)
    return P == Q ? P : PathId();
  // x * z + x: what has met once is where it was.
  const auto OfP = metIn(*this, P), OfQ = metIn(*this, Q);
  const auto AreIn = [](const auto &These, const auto &Those) {
    return llvm::all_of(These, [&](PathId Met) { return llvm::is_contained(Those, Met); });
  };
  if (AreIn(OfQ, OfP))
    return P;
  if (AreIn(OfP, OfQ))
    return Q;
  unsigned Depth = std::max((*this)[P].Depth, (*this)[Q].Depth) + 1;
  if (Depth > MaxDepth)
    return {};
  auto [It, New] = Meetings.try_emplace({P.index(), Q.index()});
  if (New)
    It->second = intern({.Kind = Path::Root::Meeting, .Parent = P, .Other = Q, .Depth = Depth});
  return It->second;
}

PathId PathTable::element(PathId Parent, llvm::StringRef Key) {
  if (Key.empty())
    return child(Parent, ElementField);
  return child(Parent, Names.insert(("[" + Key + "]").str()).first->getKey());
}

PathId PathTable::root(PathId P) const {
  while ((*this)[P].Kind == Path::Root::Child || (*this)[P].Kind == Path::Root::Meeting)
    P = (*this)[P].Parent;
  return P;
}

bool PathTable::isWithin(PathId P, PathId Whole) const {
  while (P != Whole && (*this)[P].Kind == Path::Root::Child)
    P = (*this)[P].Parent;
  return P == Whole;
}

/// Who has members of what a call gave: the variable, `args`, or the call, `options()`.
static std::string holderOf(const Path &Site) {
  const ir::Inst &I = Site.Owner->Insts[Site.Index];
  const llvm::StringRef Variable = I.Result ? Site.Owner->value(I.Result).Variable : llvm::StringRef();
  return Variable.empty() ? (I.Name.substr(I.Name.rfind('.') + 1) + "()").str() : Variable.split('#').first.str();
}

std::string PathTable::describe(PathId P) const {
  const Path &N = (*this)[P];
  switch (N.Kind) {
  case Path::Root::Param:
    return N.Index < N.Owner->Params.size() ? N.Owner->Params[N.Index].Name.str() : "parameter";
  case Path::Root::Global:
    return N.Name.str();
  case Path::Root::Site:
    return (llvm::Twine("result of '") + N.Owner->Insts[N.Index].Name + "'").str();
  case Path::Root::Meeting:
    return describe(N.Parent);
  case Path::Root::Child: {
    std::string Base = (*this)[N.Parent].Kind == Path::Root::Site ? holderOf((*this)[N.Parent]) : describe(N.Parent);
    if (N.Name == CellField || N.Name.starts_with(" @"))
      return Base;
    if (N.Name == " len")
      return "len(" + Base + ")";
    // A key: options["gpu"].
    if (N.Name.size() > 2 && N.Name.starts_with("[") && N.Name.ends_with("]") && !llvm::isDigit(N.Name[1]))
      return Base + "[\"" + N.Name.drop_front().drop_back().str() + "\"]";
    // " class pkg.A of pkg.A|pkg.B"
    if (llvm::StringRef Class = N.Name; Class.consume_front(" class ")) {
      Class = Class.split(" of ").first;
      return "isinstance(" + Base + ", " + Class.substr(Class.rfind('.') + 1).str() + ")";
    }
    if (N.Name.starts_with("[") || isQuestion(P))
      return Base + N.Name.str();
    return Base == "self" ? N.Name.str() : Base + "." + N.Name.str();
  }
  }
  return "";
}

} // namespace devtidy::dataflow
