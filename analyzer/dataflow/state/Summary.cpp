//===- Summary.cpp - What a call of a function does ----------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/state/Summary.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

namespace devtidy::dataflow {

static bool isSame(const Object &A, const Object &B) {
  return A.K == B.K && A.Class == B.Class && A.Path == B.Path && A.Site == B.Site && A.Inner == B.Inner &&
         A.Weak == B.Weak && A.Module == B.Module && A.OfSeveral == B.OfSeveral && A.OfRounds == B.OfRounds &&
         A.Element == B.Element && A.Parts == B.Parts;
}

/// What a function that calls itself with its arguments exchanged demands comes in another order each round.
template <typename List> static bool haveSame(const List &A, const List &B) {
  return A == B || (A.size() == B.size() && std::is_permutation(A.begin(), A.end(), B.begin()));
}

bool Summary::doesSame(const Summary &O) const {
  return Known == O.Known && Returns == O.Returns && Result == O.Result && ReturnPath == O.ReturnPath &&
         Tested == O.Tested && Final == O.Final && llvm::equal(Objects, O.Objects, isSame);
}

bool Summary::operator==(const Summary &O) const {
  return doesSame(O) && haveSame(Demands, O.Demands) && haveSame(DecidedHere, O.DecidedHere) &&
         FailsHere == O.FailsHere;
}

void Summary::dropUnreachable() {
  std::vector<bool> Seen(Objects.size());
  std::vector<ObjectId> Work;
  auto Mark = [&](ObjectId O) {
    if (Seen[O.index()])
      return;
    Seen[O.index()] = true;
    Work.push_back(O);
  };
  auto MarkIn = [&](auto &&Recurse, const Value &V) -> void {
    if (V.is(Value::Kind::Object))
      Mark(V.Obj);
    if (V.Elements)
      for (const Value &E : *V.Elements)
        Recurse(Recurse, E);
  };
  MarkIn(MarkIn, Result);
  for (unsigned N = 0; N < Objects.size(); ++N)
    if (Objects[N].K != Object::Kind::Allocated)
      Mark(ObjectId(N));
  while (!Work.empty()) {
    ObjectId O = Work.back();
    Work.pop_back();
    for (const auto &[Key, Held] : Final.of(O))
      MarkIn(MarkIn, Held);
  }
  Final.eraseObjects([&](ObjectId O) { return !Seen[O.index()]; });
}

Value Summary::newPart(const Memory::Key &Key, const Value &Stored, const PathTable &Paths) const {
  const Object &List = Objects[Key.first.index()];
  if (Key.second != ElementField || List.K != Object::Kind::Symbolic)
    return Stored;
  auto IsOld = [&](PathId P) {
    for (; Paths[P].Kind == Path::Root::Child; P = Paths[P].Parent)
      if (Paths[P].Parent == List.Path && Paths[P].Name == ElementField)
        return true;
    return false;
  };
  Value New = Stored.mapped([&](const Placement &P) {
    Placement Added = P.filtered([&](const GuardedTerm &T) { return !T.T.isSymbol() || !IsOld(T.T.path()); });
    return Added.isBottom() ? P : Added;
  });
  // Of what was there nobody knew whether it is registered; what came to it is.
  if (New.isTensor() && !New.P.isUnknown() && !(New.P == Stored.P))
    New.Registered |= llvm::all_of(New.P.terms(), [](const GuardedTerm &T) { return T.Registered; });
  return New;
}

} // namespace devtidy::dataflow
