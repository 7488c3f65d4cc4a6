//===- Tested.cpp - Tensors whose device was tested ----------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/domain/Tested.h"
#include "knowledge/Arrays.h"

namespace devtidy::dataflow {

std::optional<DeviceTest> testOf(const Condition &C, const PathTable &Paths) {
  const auto ParentOf = [&](PathId P) { return P && Paths[P].Kind == Path::Root::Child ? Paths[P].Parent : PathId(); };
  if (C.K == Condition::Kind::TypeIs)
    return DeviceTest{C.P, C.Type};
  // x.is_cuda, and x.device.type
  PathId Of = C.AsksDevice ? ParentOf(C.P) : PathId();
  if (C.K == Condition::Kind::Equals && Paths[C.P].Name != TypeField)
    Of = ParentOf(Of);
  return Of ? std::optional(DeviceTest{Of, C.Type}) : std::nullopt;
}

bool saysTypes(const Cube &Guard, PathId P, const ConditionTable &Conditions, const PathTable &Paths,
               llvm::function_ref<bool(llvm::StringRef)> Is) {
  return P && llvm::any_of(Guard.literals(), [&](Literal L) {
           const Condition &C = Conditions[L.condition()];
           if (C.K != Condition::Kind::Truth || !L.isPositive() || !Paths.isQuestion(C.P) || Paths[C.P].Parent != P)
             return false;
           llvm::StringRef Asked = Paths[C.P].Name;
           llvm::SmallVector<llvm::StringRef, 4> Types;
           if (Asked.consume_front(" is "))
             Asked.split(Types, ' ');
           return !Types.empty() && llvm::all_of(Types, Is);
         });
}

bool saysNoTensor(const Cube &Guard, PathId P, const ConditionTable &Conditions, const PathTable &Paths) {
  const auto IsAsked = [&](Literal L) {
    const Condition &C = Conditions[L.condition()];
    return C.K == Condition::Kind::IsTensor && !L.isPositive() && C.P == P;
  };
  return llvm::any_of(Guard.literals(), IsAsked) || saysTypes(Guard, P, Conditions, Paths, [](llvm::StringRef Type) {
           return knowledge::isArrayOrContainer(std::string_view(Type));
         });
}

void addTested(State &S, PathId Symbol) {
  auto It = llvm::lower_bound(S.Tested, Symbol);
  if (Symbol && (It == S.Tested.end() || *It != Symbol))
    S.Tested.insert(It, Symbol);
}

void addTested(State &S, const Placement &P) {
  for (const GuardedTerm &G : P.terms())
    if (G.T.isSymbol())
      addTested(S, G.T.path());
}

void addTested(State &S, Literal L, const ConditionTable &Conditions) {
  const Condition &C = Conditions[L.condition()];
  if (C.K != Condition::Kind::TypeIs && C.K != Condition::Kind::OnDevice)
    return;
  addTested(S, C.P);
  addTested(S, C.Q);
}

bool isTested(const State &S, const Value &V) {
  const GuardedTerm *Only = V.P.single();
  return V.isTensor() && Only && (!Only->T.isSymbol() || llvm::binary_search(S.Tested, Only->T.path()));
}

std::vector<PathId> joinTested(llvm::ArrayRef<std::pair<const State *, Cube>> Incoming,
                               const ConditionTable &Conditions) {
  std::vector<PathId> Joined;
  for (const auto &[S, Delta] : Incoming)
    Joined.insert(Joined.end(), S->Tested.begin(), S->Tested.end());
  llvm::sort(Joined);
  Joined.erase(llvm::unique(Joined), Joined.end());
  llvm::erase_if(Joined, [&](PathId Symbol) {
    return llvm::any_of(Incoming, [&](const auto &In) {
      bool None = llvm::any_of(In.first->Path.literals(), [&](Literal L) {
        const Condition &C = Conditions[L.condition()];
        return C.K == Condition::Kind::IsNone && C.P == Symbol && L.isPositive();
      });
      return !None && !llvm::binary_search(In.first->Tested, Symbol);
    });
  });
  return Joined;
}

} // namespace devtidy::dataflow
