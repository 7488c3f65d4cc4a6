//===- GlobalGuards.cpp - Conditions of a top level, as others ask them -===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/solved/GlobalGuards.h"
#include "dataflow/state/AskedOfFields.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

void GlobalGuards::add(const Value &Held, PathId At) {
  if (Held.Cond && At && !Held.Cond->isOfMachine())
    Asked.emplace_back(*Held.Cond, truthOf(Prog, At));
}

GlobalGuards::GlobalGuards(Program &Prog, const Summary &Sum, llvm::ArrayRef<llvm::StringRef> Names) : Prog(Prog) {
  auto ObjectAt = [&](PathId P) -> std::optional<ObjectId> {
    for (unsigned N = 0; N < Sum.Objects.size(); ++N)
      if (Sum.Objects[N].K == Object::Kind::Symbolic && Sum.Objects[N].Path == P)
        return ObjectId(N);
    return std::nullopt;
  };
  for (llvm::StringRef Name : Names) {
    const PathId Global = Prog.Paths.global(Name);
    const std::optional<ObjectId> Holder = ObjectAt(Global);
    const Value *Held = Holder ? Sum.Final.find({*Holder, CellField}) : nullptr;
    if (!Held)
      continue;
    add(*Held, Global);
    // args.cuda = not args.no_cuda and torch.cuda.is_available()
    if (const std::optional<ObjectId> Options = Held->isPlainPath() ? ObjectAt(Held->Path) : std::nullopt)
      for (const auto &[Key, Option] : Sum.Final.of(*Options))
        add(Option, Prog.Paths.child(Global, Key.second));
  }
}

std::optional<Literal> GlobalGuards::asked(Literal L) const {
  for (const auto &[Mine, Theirs] : Asked)
    if (L == Mine || L == ~Mine)
      return L == Mine ? Theirs : ~Theirs;
  return std::nullopt;
}

std::optional<Placement> GlobalGuards::ported(const Placement &P, bool Asks) const {
  if (P.isUnknown())
    return P;
  Placement All;
  for (const GuardedTerm &T : P.terms()) {
    if (T.T.isSymbol() && Prog.Paths[Prog.Paths.root(T.T.path())].Kind != Path::Root::Global)
      return std::nullopt;
    Cube Guard;
    bool IsAsked = false;
    for (Literal L : T.Guard.literals()) {
      const std::optional<Literal> Theirs = L.isOfMachine() ? std::nullopt : asked(L);
      IsAsked |= Theirs.has_value();
      if ((Theirs || L.isOfMachine()) && !Guard.add(Theirs ? *Theirs : L))
        return std::nullopt;
    }
    // What else the top level knew there, a flag that others ask says, too.
    if (T.isConditional() && (!Asks || !IsAsked || T.Imprecise))
      return std::nullopt;
    All.joinIn(T.isConditional() ? Placement::of(T.T, T.Origin).guardedBy(Guard)
                                 : P.filtered([&](const GuardedTerm &X) { return X.sameTerm(T); }));
  }
  return All;
}

} // namespace devtidy::dataflow
