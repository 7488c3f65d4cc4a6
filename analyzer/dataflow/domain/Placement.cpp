//===- Placement.cpp - Joins and normal form of placements --------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/domain/Placement.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

bool GuardedTerm::isConditional() const {
  return llvm::any_of(Guard.literals(), [](Literal L) { return !L.isOfMachine(); });
}

namespace {

/// The order of steps that does not depend on visiting order: by place in the program.
bool isBefore(const Step *A, const Step *B) {
  if (!A || !B)
    return A && !B;
  auto Key = [](const Step *S) {
    const llvm::StringRef Path = S->Range.isValid() ? S->Range.File->Path : "";
    return std::tuple(S->M->Name, Path, S->Range.Begin, S->Range.End, S->Kind, S->OfSeveral);
  };
  return Key(A) < Key(B);
}

bool orderedBefore(const GuardedTerm &A, const GuardedTerm &B) {
  if (A.T != B.T)
    return A.T < B.T;
  if (!(A.Guard == B.Guard))
    return A.Guard < B.Guard;
  return A.Imprecise < B.Imprecise;
}

/// What is known of A and B, which become one term.
void mergeFacts(GuardedTerm &A, const GuardedTerm &B) {
  // Where the value may not be registered, it is the one that was made there.
  if (A.Registered != B.Registered ? A.Registered : isBefore(B.Origin, A.Origin))
    A.Origin = B.Origin;
  A.Registered &= B.Registered;
  if (A.Dim != B.Dim)
    A.Dim = A.Dim && B.Dim ? A.Dim->joined(*B.Dim) : Rank::Unknown;
}

/// If A and B differ only in the sign of one literal, the literal.
std::optional<Literal> complementary(const Cube &A, const Cube &B) {
  if (A.size() != B.size())
    return std::nullopt;
  Cube Rest = A.minus(B);
  if (Rest.size() != 1 || !B.contains(~Rest.literals()[0]))
    return std::nullopt;
  return Rest.literals()[0];
}

} // namespace

bool Placement::hasSymbol() const {
  return llvm::any_of(Terms, [](const GuardedTerm &T) { return T.T.isSymbol(); });
}

void Placement::insert(GuardedTerm T) {
  for (GuardedTerm &Mine : Terms)
    if (Mine.sameTerm(T)) {
      mergeFacts(Mine, T);
      return;
    }
  Terms.push_back(std::move(T));
}

/// Subsumed terms go, `t if c` and `t if not c` merge to `t`, until nothing changes.
void Placement::normalise() {
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (unsigned I = 0; I < Terms.size() && !Changed; ++I)
      for (unsigned J = 0; J < Terms.size() && !Changed; ++J) {
        if (I == J || Terms[I].T != Terms[J].T)
          continue;
        GuardedTerm &A = Terms[I], &B = Terms[J];
        // A holds whenever B does, for certain or as far as B does.
        if (A.Guard.impliedBy(B.Guard) && (!A.Imprecise || B.Imprecise)) {
          mergeFacts(A, B);
          Terms.erase(Terms.begin() + J);
          Changed = true;
        } else if (auto L = complementary(A.Guard, B.Guard); L && A.Imprecise == B.Imprecise) {
          A.Guard.removeIf([&](Literal X) { return X == *L || X == ~*L; });
          mergeFacts(A, B);
          Terms.erase(Terms.begin() + J);
          Changed = true;
        }
      }
  }
  llvm::sort(Terms, orderedBefore);
  if (Terms.size() > MaxTerms)
    *this = unknown();
}

bool Placement::joinIn(const Placement &O) {
  if (Unknown || O.isBottom())
    return false;
  if (O.Unknown) {
    *this = unknown();
    return true;
  }
  Placement Old = *this;
  for (const GuardedTerm &T : O.Terms)
    insert(T);
  normalise();
  return !(*this == Old);
}

bool Placement::operator==(const Placement &O) const {
  return Unknown == O.Unknown &&
         llvm::equal(Terms, O.Terms, [](const GuardedTerm &A, const GuardedTerm &B) { return A.sameTerm(B); });
}

Placement Placement::guardedBy(const Cube &C) const {
  if (C.isAlways() || Unknown)
    return *this;
  Placement R;
  for (GuardedTerm T : Terms) {
    std::optional<Cube> G = T.Guard.meet(C);
    if (!G)
      continue;
    if (G->size() > Cube::MaxTerm)
      T.Imprecise = true;
    else
      T.Guard = *G;
    R.insert(std::move(T));
  }
  R.normalise();
  return R;
}

Placement Placement::filtered(llvm::function_ref<bool(const GuardedTerm &)> Keep) const {
  Placement R = *this;
  llvm::erase_if(R.Terms, [&](const GuardedTerm &T) { return !Keep(T); });
  return R;
}

Placement Placement::withoutLiterals(llvm::function_ref<bool(Literal)> Drop) const {
  Placement R;
  R.Unknown = Unknown;
  for (GuardedTerm T : Terms) {
    unsigned Before = T.Guard.size();
    T.Guard.removeIf(Drop);
    T.Imprecise |= T.Guard.size() != Before;
    R.insert(std::move(T));
  }
  R.normalise();
  return R;
}

Placement Placement::withOrigin(llvm::function_ref<const Step *(const Step *)> Make) const {
  Placement R = *this;
  for (GuardedTerm &T : R.Terms)
    T.Origin = Make(T.Origin);
  return R;
}

Placement Placement::withRank(Rank R) const {
  Placement Out = *this;
  for (GuardedTerm &T : Out.Terms)
    if (!T.Dim)
      T.Dim = R;
  return Out;
}

Placement Placement::registered() const {
  Placement P = *this;
  for (GuardedTerm &T : P.Terms)
    T.Registered = true;
  return P;
}

Placement Placement::withoutRanks() const {
  Placement Out = *this;
  for (GuardedTerm &T : Out.Terms)
    T.Dim.reset();
  return Out;
}

Placement Placement::exhaustive() const {
  if (Terms.empty() || !llvm::all_of(Terms, [&](const GuardedTerm &T) { return T.T == Terms[0].T; }))
    return *this;
  Placement P = of(Terms[0].T, Terms[0].Origin);
  if (llvm::all_of(Terms, [&](const GuardedTerm &T) { return T.Dim == Terms[0].Dim; }))
    P.Terms[0].Dim = Terms[0].Dim;
  return P;
}

Placement Placement::certain() const {
  return llvm::any_of(Terms, [](const GuardedTerm &T) { return T.Imprecise; }) ? exhaustive() : *this;
}

bool Placement::isOnHost() const {
  return !isUnknown() && llvm::all_of(terms(), [](const GuardedTerm &T) { return T.T.isHost(); });
}

Placement Placement::withCurrent(const Placement &Current) const {
  constexpr knowledge::Device Any{knowledge::DeviceType::Cuda, -1};
  return substituted([&](const GuardedTerm &T) {
    bool IsCurrent = !T.T.isSymbol() && T.T.kind() == Term::Kind::Concrete && T.T.device() == Any;
    return IsCurrent ? Current : Placement::of(T.T, T.Origin);
  });
}

bool Placement::isExclusive() const {
  for (unsigned I = 0; I < Terms.size(); ++I)
    for (unsigned J = I + 1; J < Terms.size(); ++J)
      if (Terms[I].Guard.meet(Terms[J].Guard))
        return false;
  return true;
}

Placement Placement::imprecise() const {
  Placement R = *this;
  for (GuardedTerm &T : R.Terms)
    T.Imprecise = true;
  R.normalise();
  return R;
}

Placement Placement::substituted(llvm::function_ref<Placement(const GuardedTerm &)> Image) const {
  if (Unknown)
    return *this;
  Placement R;
  for (const GuardedTerm &T : Terms) {
    Placement Part = Image(T).guardedBy(T.Guard);
    R.joinIn(T.Imprecise ? Part.imprecise() : Part);
  }
  return R;
}

std::string Placement::str(const PathTable &Paths) const {
  if (Unknown)
    return "unknown";
  if (Terms.empty())
    return "nowhere";
  std::string Out;
  for (const GuardedTerm &T : Terms) {
    if (!Out.empty())
      Out += " or ";
    if (T.T.isSymbol())
      Out += "device of " + Paths.describe(T.T.path());
    else
      Out += T.T.kind() == Term::Kind::Default ? "default" : T.T.device().str();
    if (!T.Guard.isAlways())
      Out += " if ...";
  }
  return Out;
}

} // namespace devtidy::dataflow
