//===- SettledFields.cpp - Where members are that only constructors write ---===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/solved/SettledFields.h"
#include "dataflow/solved/HeldFunctions.h"
#include "dataflow/state/AskedOfFields.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

/// What a tensor's operands demand, they demand where it is there. If all branches put it at the same place, that is
/// where it is, whatever they ask; unless the places of other members follow from the same question.
static Placement whereverUsed(Program &Prog, const SolvedClass &C, llvm::StringRef Field, const Placement &P,
                              PathId Self) {
  auto Tells = [&](Literal L) {
    return askedOfFields(Prog, C, L, Self) || llvm::any_of(C.Fields, [&](const auto &Other) {
             const auto IsThere = [&](const GuardedTerm &T) { return T.T == Other.second.P.terms()[0].T; };
             return Other.first != Field && !llvm::all_of(Other.second.P.terms(), IsThere) &&
                    llvm::any_of(Other.second.P.terms(), [&](const GuardedTerm &T) {
                      return llvm::any_of(T.Guard.literals(),
                                          [&](Literal O) { return O.condition() == L.condition(); });
                    });
           });
  };
  // A number that stands in for a tensor fits anywhere: which of them it is matters.
  bool Same = llvm::all_of(P.terms(), [&](const GuardedTerm &T) {
    const bool IsAlike = T.Dim == P.terms()[0].Dim || (T.Dim != Rank::Zero && P.terms()[0].Dim != Rank::Zero);
    return T.T == P.terms()[0].T && IsAlike && llvm::none_of(T.Guard.literals(), Tells);
  });
  return Same ? P.exhaustive() : P;
}

/// Members of the objects in members of S that hold what a member of S holds, as long as nobody writes either.
static void noteShared(const Program &Prog, SolvedClass &S, const Summary &Sum, PathId Self,
                       const std::map<PathId, llvm::StringRef> &Devices) {
  S.Shared.clear();
  if (Prog.Types.constructors(S.C->Name).size() != 1)
    return;
  const auto OwnOf = [&](const Value &V) -> llvm::StringRef {
    if (const GuardedTerm *Only = V.is(Value::Kind::Device) ? V.P.single() : nullptr; Only && Only->T.isSymbol()) {
      const auto It = Devices.find(Only->T.path());
      return It == Devices.end() ? llvm::StringRef() : It->second;
    }
    const auto *It =
        V.isPlainPath() ? llvm::find_if(S.Kept, [&](const auto &Kept) { return Kept.first == V.Path; }) : S.Kept.end();
    return It == S.Kept.end() ? llvm::StringRef() : It->second;
  };
  Sum.Final.forEach([&](const Memory::Key &Key, const Value &V) {
    const Object &O = Sum.Objects[Key.first.index()];
    if (O.K != Object::Kind::Symbolic || O.Path != Self || !V.is(Value::Kind::Object) ||
        Sum.Objects[V.Obj.index()].K != Object::Kind::Allocated ||
        Prog.Members.isWrittenOutsideConstructors(S.C->Name, Key.second))
      return;
    const llvm::StringRef Class = Sum.Objects[V.Obj.index()].Class;
    if (!Prog.Types.findClass(Class))
      return;
    for (const auto &[Part, Held] : Sum.Final.of(V.Obj))
      if (const llvm::StringRef Own = OwnOf(Held);
          !Own.empty() && !isOwnField(Part.second) && !Prog.Members.isWrittenOutsideConstructors(Class, Part.second))
        S.Shared.push_back({Key.second, Part.second, Own});
  });
}

/// A field that only constructors write is where they put it: on a device, or on the device that another field names,
/// because the constructor stored its parameter there.
void settleFields(Program &Prog, SolvedClass &S, const Summary &Sum, PathId Self) {
  std::map<PathId, llvm::StringRef> KeptIn;
  Sum.Final.forEach([&](const Memory::Key &Key, const Value &V) {
    const Object &O = Sum.Objects[Key.first.index()];
    const GuardedTerm *Only = V.P.single();
    if (O.K == Object::Kind::Symbolic && O.Path == Self && V.is(Value::Kind::Device) && Only && Only->T.isSymbol() &&
        !Prog.Members.isWrittenOutsideConstructors(S.C->Name, Key.second))
      KeptIn.try_emplace(Only->T.path(), Key.second);
  });
  llvm::SmallVector<std::pair<llvm::StringRef, Value>, 4> Functions;
  Sum.Final.forEach([&](const Memory::Key &Key, const Value &V) {
    const Object &O = Sum.Objects[Key.first.index()];
    auto *Facts = S.Fields.find(Key.second);
    if (O.K != Object::Kind::Symbolic || O.Path != Self || Facts == S.Fields.end() ||
        Prog.Members.isWrittenOutsideConstructors(S.C->Name, Key.second) ||
        Prog.Types.constructors(S.C->Name).size() != 1)
      return;
    if (V.isPlainPath() && Prog.Paths[V.Path].Kind == Path::Root::Param)
      S.Kept.emplace_back(V.Path, Key.second);
    Facts->second.Flag = V.Cond;
    if (!Prog.Links.overrides().contains(Prog.Types.canonical(S.C->Name), Key.second))
      Functions.emplace_back(Key.second, V);
  });
  for (const auto &[Member, V] : Functions)
    S.Fields.find(Member)->second.Function = heldFunction(Prog, S, Sum, Self, V);
  noteShared(Prog, S, Sum, Self, KeptIn);
  for (auto &[Name, Facts] : S.Fields) {
    Facts.Renamed.clear();
    if (Facts.HoldsTensors || Prog.Types.isGenerator(Facts.Made.Name))
      Facts.P = whereverUsed(Prog, S, Name, Facts.P, Self);
    Facts.Settled = !Facts.P.isUnknown() && !Facts.P.isBottom() &&
                    !Prog.Members.isWrittenOutsideConstructors(S.C->Name, Name) &&
                    Prog.Types.constructors(S.C->Name).size() == 1;
    // Where a device that another member keeps says.
    auto *Kept = llvm::find_if(S.Fields, [&](const auto &Other) {
      return Other.second.Made.Kind == ir::TypeKind::Device && Other.second.P == Facts.P && Other.first != Name &&
             !Prog.Members.isWrittenOutsideConstructors(S.C->Name, Other.first);
    });
    if (Facts.Settled && Facts.Made.Kind != ir::TypeKind::Device && Kept != S.Fields.end()) {
      GuardedTerm There = Facts.P.terms()[0];
      There.Guard = {};
      Facts.Renamed.push_back({There, Kept->first});
      continue;
    }
    for (const GuardedTerm &T : Facts.P.terms()) {
      auto It = T.T.isSymbol() ? KeptIn.find(T.T.path()) : KeptIn.end();
      // Guards over a constructor's own conditions mean nothing elsewhere.
      if (!askedOfFields(Prog, S, T.Guard, Self) || (T.T.isSymbol() && It == KeptIn.end()))
        Facts.Settled = false;
      else
        Facts.Renamed.push_back({T, It == KeptIn.end() ? llvm::StringRef() : It->second});
    }
  }
}

} // namespace devtidy::dataflow
