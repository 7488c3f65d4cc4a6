//===- HeldFunctions.cpp - Functions that members hold --------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/solved/HeldFunctions.h"
#include "dataflow/state/Callables.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

/// The member of Self that holds the object O, which only constructors write; "" if none does.
static llvm::StringRef memberHolding(const Program &Prog, const SolvedClass &C, const Summary &Sum, PathId Self,
                                     ObjectId O) {
  llvm::StringRef Member;
  Sum.Final.forEach([&](const Memory::Key &Key, const Value &V) {
    const Object &Of = Sum.Objects[Key.first.index()];
    if (Of.K == Object::Kind::Symbolic && Of.Path == Self && V.is(Value::Kind::Object) && V.Obj == O &&
        !isOwnField(Key.second) && !Prog.Members.isWrittenOutsideConstructors(C.C->Name, Key.second))
      Member = Key.second;
  });
  return Member;
}

/// What a function has captured, as whoever calls it later finds it: `self` and what members keep by their paths, and
/// what stays as it is. Unknown if it may have changed since.
static Value captured(Program &Prog, const SolvedClass &C, const Summary &Sum, PathId Self, const Value &V) {
  PathTable &Paths = Prog.Paths;
  const auto Member = [&](llvm::StringRef Name) {
    const PathId P = Name.empty() ? PathId() : Paths.child(Self, Name);
    return P ? Value::symbolic(P) : Value::unknown();
  };
  if (V.is(Value::Kind::Object)) {
    const Object &O = Sum.Objects[V.Obj.index()];
    if (O.K == Object::Kind::Symbolic && Paths.isWithin(O.Path, Self))
      return Value::symbolic(O.Path);
    return O.K == Object::Kind::Allocated ? Member(memberHolding(Prog, C, Sum, Self, V.Obj)) : Value::unknown();
  }
  const GuardedTerm *Only = V.is(Value::Kind::Device) ? V.P.single() : nullptr;
  const PathId Of = V.isPlainPath() ? V.Path : Only && Only->T.isSymbol() ? Only->T.path() : PathId();
  if (Of) {
    const auto *It = llvm::find_if(C.Kept, [&](const auto &Kept) { return Kept.first == Of; });
    return It != C.Kept.end() ? Member(It->second) : Value::unknown();
  }
  const bool Stays = V.is(Value::Kind::Constant) || V.is(Value::Kind::Number) || V.is(Value::Kind::Device) ||
                     (V.isTensor() && !V.IsParameter);
  return Stays && !V.P.hasSymbol() && !V.Cond ? V : Value::unknown();
}

std::optional<Value> heldFunction(Program &Prog, const SolvedClass &C, const Summary &Sum, PathId Self,
                                  const Value &V) {
  if (V.is(Value::Kind::Symbolic))
    return isFunction(Prog, V) && !Prog.Types.findClass(nameOfCallable(Prog, V)) ? std::optional(V) : std::nullopt;
  const bool AreSeveral =
      V.is(Value::Kind::Unknown) && V.Elements && V.Guards &&
      llvm::all_of(*V.Elements, [](const Value &Part) { return Part.is(Value::Kind::Function) && Part.Func; });
  if (!AreSeveral && !(V.is(Value::Kind::Function) && V.Func))
    return std::nullopt;
  Value Held = V;
  std::vector<Value> Parts;
  for (const Value &Part : V.Elements ? llvm::ArrayRef<Value>(*V.Elements) : llvm::ArrayRef<Value>())
    Parts.push_back(AreSeveral ? *heldFunction(Prog, C, Sum, Self, Part) : captured(Prog, C, Sum, Self, Part));
  Held.Elements = std::make_shared<const std::vector<Value>>(std::move(Parts));
  Held.Path = PathId();
  return Held;
}

} // namespace devtidy::dataflow
