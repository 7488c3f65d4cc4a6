//===- Compare.cpp - Whether two places are one --------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/judge/Compare.h"
#include "dataflow/domain/EachIndex.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using knowledge::Device;
using knowledge::DeviceRule;
using knowledge::DeviceType;

namespace {

/// What the literals of G say of the device type of symbol P: a type it has, or cuda if it is said not to be on one.
struct SymbolFacts {
  std::optional<DeviceType> Is, IsNot;
};

SymbolFacts factsOf(PathId P, const Cube &G, const ConditionTable &Conditions) {
  SymbolFacts F;
  for (Literal L : G.literals()) {
    const Condition &C = Conditions[L.condition()];
    if (C.P != P)
      continue;
    if (C.K == Condition::Kind::TypeIs)
      (L.isPositive() ? F.Is : F.IsNot) = C.Type;
    // A device that is a string: dev != "cpu". What is not cuda:1 may be cuda:0.
    if (C.K == Condition::Kind::Equals)
      if (std::optional<Device> D = knowledge::parseDevice({C.Text.data(), C.Text.size()}))
        if (L.isPositive() || D->Index < 0 || D->Type == DeviceType::Cpu)
          (L.isPositive() ? F.Is : F.IsNot) = D->Type;
  }
  return F;
}

/// The accelerator of a replica against B. What is on the CPU fails without replicas, too, where somebody else says so.
Compare compareReplica(Device B, World W) {
  if (B.Type != DeviceType::Cuda)
    return Compare::Open;
  if (B.Index == ReplicaIndex || B.Index == -1)
    return Compare::Equal;
  return B.Index >= 0 && W == World::Multi ? Compare::Different : Compare::Open;
}

Compare compareConcrete(Device A, Device B, World W, bool CurrentIsFirst) {
  if (A.Index == ReplicaIndex || B.Index == ReplicaIndex)
    return compareReplica(A.Index == ReplicaIndex ? B : A, W);
  for (Device *D : {&A, &B})
    if (CurrentIsFirst && D->Type == DeviceType::Cuda && D->Index == -1)
      D->Index = 0;
  if (A.Type != B.Type)
    return Compare::Different;
  if (A.Index == B.Index)
    return A.Index == UnknownIndex || A.Index == EachIndex ? Compare::Open : Compare::Equal;
  // With several accelerators a loop over them reaches others than this one.
  if (A.Index == EachIndex || B.Index == EachIndex)
    return std::max(A.Index, B.Index) >= 0 && W == World::Multi ? Compare::Different : Compare::Open;
  if (A.Type == DeviceType::Cpu)
    return Compare::Equal;
  if (A.Type != DeviceType::Cuda)
    return A.isAccelerator() && A.Index >= 0 && B.Index >= 0 ? Compare::Different : Compare::Open;
  if (A.Index < 0 || B.Index < 0)
    return W == World::Gpu && A.Index != UnknownIndex && B.Index != UnknownIndex ? Compare::Equal : Compare::Open;
  // With one accelerator one of the two does not exist, which is another bug.
  return W == World::Multi ? Compare::Different : Compare::Open;
}

Compare compareSymbol(PathId P, Term Other, const Cube &G, World W, const ConditionTable &Conditions) {
  SymbolFacts Mine = factsOf(P, G, Conditions);
  if (Other.isSymbol()) {
    if (Other.path() == P)
      return Compare::Equal;
    for (Literal L : G.literals()) {
      const Condition &C = Conditions[L.condition()];
      if (C.K == Condition::Kind::OnDevice && L.isPositive() &&
          ((C.P == P && C.Q == Other.path()) || (C.Q == P && C.P == Other.path())))
        return Compare::Equal;
    }
    SymbolFacts Theirs = factsOf(Other.path(), G, Conditions);
    if (Mine.Is && Theirs.Is)
      return *Mine.Is == *Theirs.Is ? Compare::Equal : Compare::Different;
    return Compare::Open;
  }
  DeviceType T = Other.device().Type;
  // Where there are several accelerators, x.is_cuda does not say that x is on the current one.
  if (Mine.Is && *Mine.Is == T && T == DeviceType::Cuda && W == World::Multi)
    return Compare::Open;
  if (Mine.Is)
    return *Mine.Is == T ? Compare::Equal : Compare::Different;
  if (Mine.IsNot && *Mine.IsNot == T)
    return Compare::Different;
  if (Mine.IsNot && *Mine.IsNot == DeviceType::Cuda && T == DeviceType::Cpu)
    return Compare::Equal;
  return Compare::Open;
}

} // namespace

/// True if the symbol is None there: `torch.zeros(n, device=device)` is on the default device then.
static bool isNone(Term T, const Cube &G, const ConditionTable &Conditions) {
  return T.isSymbol() && llvm::any_of(G.literals(), [&](Literal L) {
           const Condition &C = Conditions[L.condition()];
           return L.isPositive() && C.K == Condition::Kind::IsNone && C.P == T.path();
         });
}

Compare compare(Term A, Term B, const Cube &G, World W, const ConditionTable &Conditions, bool CurrentIsFirst) {
  if ((A.isHost() && isNone(B, G, Conditions)) || (B.isHost() && isNone(A, G, Conditions)))
    return Compare::Equal;
  if (A.isSymbol())
    return compareSymbol(A.path(), B, G, W, Conditions);
  if (B.isSymbol())
    return compareSymbol(B.path(), A, G, W, Conditions);
  return compareConcrete(A.device(), B.device(), W, CurrentIsFirst);
}

bool isOnCpu(Term T, const Cube &G, const ConditionTable &Conditions) {
  if (!T.isSymbol())
    return T.device().Type == DeviceType::Cpu;
  SymbolFacts Facts = factsOf(T.path(), G, Conditions);
  return Facts.Is == DeviceType::Cpu || Facts.IsNot == DeviceType::Cuda;
}

Exempt exemption(DeviceRule R, const Side &Cpu, const GuardedTerm &T) {
  if (R != DeviceRule::Iterator && R != DeviceRule::IteratorScalars && R != DeviceRule::CpuScalars &&
      R != DeviceRule::Elementwise && R != DeviceRule::Index)
    return Exempt::No;
  if (Cpu.IsModule || Cpu.IsOutput)
    return Exempt::No;
  Rank Dim = T.Dim.value_or(Cpu.Dim);
  return Dim.isZero() ? Exempt::Yes : Dim.isPositive() ? Exempt::No : Exempt::Unknown;
}

} // namespace devtidy::dataflow
