//===- Versions.cpp - Which of several functions a name means -------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The parts of a notebook have a `train` and a `main` each, and each part runs its own before the next one is there:
//
//     def train(): ...
//     def main(): train()
//     main()               # the first train
//     def train(): ...     # main() never sees it
//
// What stands at the top means what was bound before it. What a function means hangs on when it is called: of the last
// call that the top leads to, by whatever functions, so much is known that what is bound later is not meant. Who is
// never called, handed on, or a class, may be called at any time, but not behind the next function or class of its
// name.
//
//===----------------------------------------------------------------------===//

#include "frontend/python/Scopes.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::frontend::python {

/// The function or class of the module that S is, or is in; null for what stands at the top.
static Scope *outermost(Scope *S) {
  Scope *Found = nullptr;
  for (; S && S->K != Scope::Kind::Module; S = S->Parent)
    if (S->K != Scope::Kind::Comprehension)
      Found = S;
  return Found;
}

/// True if the statements of S run where they stand, as those of a class of the module do.
static bool runsInPlace(const Scope *S, const Scope *Outermost) {
  return !Outermost || (Outermost->K == Scope::Kind::Class && S == Outermost);
}

/// True for what Around makes, which is called when Around is over, and for a generator: `return lambda x: net(x)`.
static bool runsLater(Scope *S, Scope *Around) {
  const Scope *Body = S->body();
  if (Around->K == Scope::Kind::Class)
    return Body != Around && Body->Parent->body() != Around;
  if (!Around->IsLazy)
    Around->IsLazy = Around->Where.text().starts_with("async") || Around->Where.text().contains("yield");
  return Body != Around || *Around->IsLazy;
}

/// True if nothing but functions and classes that are sure to be there binds the name.
static bool isDefinedOnly(const Binding &B) {
  return B.Versions.size() == B.Definitions && B.Definitions != 0 && B.Assignments == 0 && !B.Imported.data() &&
         !B.IsOpen;
}

/// What the name stands for at Time; null if it is not bound before.
static Scope *standingAt(const Binding &B, uint32_t Time) {
  for (Scope *V : llvm::reverse(B.Versions))
    if (V->Where.end() <= Time)
      return V;
  return nullptr;
}

bool Scopes::hasVersions(const Binding &B) const { return !AreVariablesOpen && B.Definitions > 1 && isDefinedOnly(B); }

llvm::StringRef Scopes::versionAt(const Binding &B, Scope *From, uint32_t At) const {
  Scope *Around = outermost(From);
  const uint32_t Time = !Around                             ? At
                        : runsInPlace(From->body(), Around) ? Around->Where.begin()
                        : runsLater(From, Around)           ? AtEnd
                                                            : Around->Until;
  Scope *Standing = standingAt(B, Time);
  return (Standing ? Standing : B.Versions.back())->Name;
}

void Scopes::findLastCalls() {
  struct Use {
    const Binding *Of;
    Scope *Around; ///< null for what stands at the top
    uint32_t At;
    bool IsCall = true;
  };
  llvm::SmallVector<Use, 0> Uses;
  llvm::DenseSet<const Binding *> Used;
  bool HasVersions = false;
  for (auto &[Name, B] : module()->Bindings) {
    HasVersions |= hasVersions(B);
    for (auto [N, V] : llvm::enumerate(B.Versions))
      if (isDefinedOnly(B) && N + 1 != B.Versions.size())
        V->Until = B.Versions[N + 1]->Where.begin();
  }
  if (!HasVersions)
    return;
  for (const std::unique_ptr<Scope> &S : All)
    for (Node N : S->Uses) {
      Scope *Around = outermost(S.get());
      const Binding *B = ownerOf(N.text(), S.get(), module()) == module() ? module()->find(N.text()) : nullptr;
      if (!B || !isDefinedOnly(*B))
        continue;
      Used.insert(B);
      // What is handed on is called by whoever has it, whatever else gets the name.
      if (!Called.contains(N.id())) {
        for (Scope *V : B->Versions)
          V->Until = AtEnd;
        Uses.push_back({B, nullptr, AtEnd, /*IsCall=*/false});
      } else if (Around && runsLater(S.get(), Around))
        Uses.push_back({B, nullptr, AtEnd});
      else if (runsInPlace(S->body(), Around))
        Uses.push_back({B, nullptr, Around ? Around->Where.begin() : N.begin()});
      else
        Uses.push_back({B, Around, 0});
    }
  // From the top to what it calls, until nothing is called later than is known.
  llvm::DenseMap<Scope *, uint32_t> Ends;
  for (auto &[Name, B] : module()->Bindings)
    for (Scope *V : B.Versions) {
      const bool IsFollowed = isDefinedOnly(B) && V->K == Scope::Kind::Function && Used.contains(&B);
      Ends[V] = IsFollowed ? 0 : V->Until;
    }
  for (bool Changes = true; Changes;) {
    Changes = false;
    for (const Use &U : Uses) {
      const uint32_t At = !U.Around ? U.At : Ends.contains(U.Around) ? Ends[U.Around] : AtEnd;
      const Scope *Standing = standingAt(*U.Of, At);
      for (Scope *V : U.Of->Versions)
        if (const uint32_t End = std::min(At, V->Until); Ends[V] < End && (V == Standing || !U.IsCall)) {
          Ends[V] = End;
          Changes = true;
        }
    }
  }
  for (auto &[V, End] : Ends)
    V->Until = End == 0 ? V->Until : End;
}

} // namespace devtidy::frontend::python
