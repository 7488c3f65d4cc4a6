//===- Condition.cpp - Literals, cubes and their interning --------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/domain/Condition.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

namespace devtidy::dataflow {

bool Cube::contains(Literal L) const { return llvm::binary_search(Literals, L); }

bool Cube::add(Literal L) {
  if (contains(~L))
    return false;
  auto *It = llvm::lower_bound(Literals, L);
  if (It == Literals.end() || *It != L)
    Literals.insert(It, L);
  return true;
}

std::optional<Cube> Cube::meet(const Cube &O) const {
  Cube R = *this;
  for (Literal L : O.Literals)
    if (!R.add(L))
      return std::nullopt;
  return R;
}

Cube Cube::common(const Cube &O) const {
  Cube R = *this;
  R.removeIf([&](Literal L) { return !O.contains(L); });
  return R;
}

Cube Cube::minus(const Cube &O) const {
  Cube R = *this;
  R.removeIf([&](Literal L) { return O.contains(L); });
  return R;
}

bool Cube::impliedBy(const Cube &O) const {
  return llvm::all_of(Literals, [&](Literal L) { return O.contains(L); });
}

void Cube::removeIf(llvm::function_ref<bool(Literal)> Pred) { llvm::erase_if(Literals, Pred); }

bool Cube::holdsIn(World W) const {
  for (Literal L : Literals) {
    if (L.condition() == Literal::available().condition() && L.isPositive() != (W != World::Cpu))
      return false;
    if (L.condition() == Literal::multi().condition() && L.isPositive() != (W == World::Multi))
      return false;
  }
  return true;
}

bool coversAll(llvm::ArrayRef<Cube> Cubes) {
  if (Cubes.empty())
    return false;
  if (llvm::any_of(Cubes, [](const Cube &C) { return C.isAlways(); }))
    return true;
  Literal Split = Cubes[0].literals()[0];
  return llvm::all_of(llvm::ArrayRef{Split, ~Split}, [&](Literal L) {
    llvm::SmallVector<Cube, 4> Rest;
    for (Cube C : Cubes)
      if (C.add(L)) {
        C.removeIf([&](Literal X) { return X == L; });
        Rest.push_back(std::move(C));
      }
    return coversAll(Rest);
  });
}

ConditionTable::ConditionTable() {
  get({.K = Condition::Kind::Available});
  get({.K = Condition::Kind::Multi});
}

Literal ConditionTable::sameDevice(PathId A, PathId B) {
  if (B < A)
    std::swap(A, B);
  return get({.K = Condition::Kind::OnDevice, .P = A, .Q = B});
}

Cases &CaseTable::operator[](uint32_t Condition) {
  if (Condition >= Places.size())
    Places.resize(Condition + 1);
  uint32_t &Place = Places[Condition];
  if (Place == 0 && Free.empty()) {
    Held.emplace_back();
    Place = Held.size();
  } else if (Place == 0) {
    Place = Free.back();
    Free.pop_back();
  }
  return Held[Place - 1];
}

bool CaseTable::erase(uint32_t Condition) {
  if (!find(Condition))
    return false;
  const uint32_t Place = std::exchange(Places[Condition], 0);
  Held[Place - 1] = {};
  Free.push_back(Place);
  return true;
}

void ConditionTable::define(Literal L, Cases When) {
  if (When.Yes.empty() && When.No.empty()) {
    Changes += Defined.erase(L.condition());
  } else if (Cases &Said = Defined[L.condition()]; !(Said == When)) {
    Said = std::move(When);
    ++Changes;
  }
}

/// The literals of a case that Asked, a cube, lacks, in New; false if one contradicts it. A case has few literals, and
/// what is asked has many.
static bool findNew(llvm::ArrayRef<Literal> Case, llvm::ArrayRef<Literal> Asked, llvm::SmallVectorImpl<Literal> &New) {
  for (const Literal L : Case) {
    const Literal *At = llvm::lower_bound(Asked, Literal(L.condition(), true));
    if (At == Asked.end() || At->condition() != L.condition())
      New.push_back(L);
    else if (*At != L)
      return false;
  }
  return true;
}

/// Most of what is asked is answered without a look at more than one literal, so that no cube is built; and what one
/// literal forbids is found before anything is asked of what the cases of another one ask for.
bool ConditionTable::allows(llvm::ArrayRef<Literal> Asked, unsigned Depth) const {
  constexpr unsigned MaxDepth = 3;
  if (Defined.isEmpty())
    return true;
  llvm::SmallVector<llvm::ArrayRef<Cube>, 8> Open; // of literals whose cases all ask for more
  llvm::SmallVector<Literal, 8> New;
  for (const Literal L : Asked) {
    const Cases *Of = Defined.find(L.condition());
    if (!Of)
      continue;
    const llvm::ArrayRef<Cube> Ways = L.isPositive() ? Of->Yes : Of->No;
    bool Agrees = false, IsWhole = false;
    for (const Cube &Case : Ways) {
      New.clear();
      if (!findNew(Case.literals(), Asked, New))
        continue;
      Agrees = true;
      IsWhole = New.empty() || Depth == MaxDepth;
      if (IsWhole)
        break;
    }
    if (!Agrees)
      return false;
    if (!IsWhole)
      Open.push_back(Ways);
  }
  return llvm::all_of(Open, [&](llvm::ArrayRef<Cube> Ways) {
    return llvm::any_of(Ways, [&](const Cube &Case) {
      New.clear();
      if (!findNew(Case.literals(), Asked, New))
        return false;
      // What the case asks for may have cases itself.
      llvm::SmallVector<Literal, 32> Both(Asked.size() + New.size());
      std::merge(Asked.begin(), Asked.end(), New.begin(), New.end(), Both.begin());
      return allows(Both, Depth + 1);
    });
  });
}

bool ConditionTable::saysAvailable(const Cube &C) const {
  Cube Without = C;
  return !Without.add(~Literal::available()) || !allows(Without);
}

bool ConditionTable::saysOnCpu(const Cube &C) const {
  using knowledge::DeviceType;
  return llvm::any_of(C.literals(), [&](Literal L) {
    return Conditions[L.condition()].askedType() == (L.isPositive() ? DeviceType::Cpu : DeviceType::Cuda);
  });
}

Literal ConditionTable::either(std::vector<Cube> Ways) {
  return chosen({.Yes = llvm::SmallVector<Cube, 2>(Ways.begin(), Ways.end()), .No = {}});
}

Literal ConditionTable::chosen(Cases When) {
  for (auto *Side : {&When.Yes, &When.No}) {
    llvm::sort(*Side);
    Side->erase(llvm::unique(*Side), Side->end());
  }
  auto [It, New] = ByCases.try_emplace(std::pair(std::vector<Cube>(When.Yes.begin(), When.Yes.end()),
                                                 std::vector<Cube>(When.No.begin(), When.No.end())));
  if (New) {
    It->second = Literal(Conditions.size(), true);
    Conditions.push_back({.K = Condition::Kind::Either});
    Defined[It->second.condition()] = std::move(When); // nobody has asked for a new condition
  }
  return It->second;
}

const Cases *ConditionTable::cases(Literal L) const { return Defined.find(L.condition()); }

void ConditionTable::forget(const ir::Function &F, ir::ValueId V) {
  if (auto It = Index.find(keyOf({.K = Condition::Kind::Opaque, .F = &F, .V = V})); It != Index.end())
    Changes += Defined.erase(It->second);
}

ConditionTable::Key ConditionTable::keyOf(const Condition &C) {
  auto Number = [](auto I) { return I.isValid() ? I.index() + 1 : 0; };
  return {static_cast<uint8_t>(C.K), Number(C.P), Number(C.Q), static_cast<uint8_t>(C.Type), C.F, Number(C.V), C.Text};
}

Literal ConditionTable::get(const Condition &C) {
  auto [It, New] = Index.try_emplace(keyOf(C), Conditions.size());
  if (New)
    Conditions.push_back(C);
  return Literal(It->second, true);
}

} // namespace devtidy::dataflow
