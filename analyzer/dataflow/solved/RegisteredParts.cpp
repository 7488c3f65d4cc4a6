//===- RegisteredParts.cpp - What a module registers of what it holds -----===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/solved/RegisteredParts.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

bool movesWithModule(const Memory &Mem, const Value &V) {
  return isMarkedRegistered(Mem, V) || (V.isTensor() && V.Registered && V.IsParameter);
}

namespace {

class Search {
public:
  Search(const Program &Prog, const Summary &Sum) : Prog(Prog), Sum(Sum) {}

  /// Looks at V, which is where Way leads; InObject: through an object of the program that is no module.
  void look(const Value &V, bool InObject);

  std::vector<llvm::StringRef> Way;
  /// By way: whether all that stands there is registered. An element of a container stands for each.
  std::map<std::vector<llvm::StringRef>, bool> Parts;

private:
  void lookInto(llvm::StringRef Name, const Value &V, bool InObject) {
    Way.push_back(Name);
    look(V, InObject);
    Way.pop_back();
  }

  static constexpr unsigned MaxNames = 4;
  const Program &Prog;
  const Summary &Sum;
};

} // namespace

void Search::look(const Value &V, bool InObject) {
  if (Way.size() > MaxNames)
    return;
  if (V.is(Value::Kind::Tuple)) {
    for (const Value &Part : *V.Elements)
      lookInto(ElementField, Part, InObject);
    return;
  }
  const Object *O = V.is(Value::Kind::Object) ? &Sum.Objects[V.Obj.index()] : nullptr;
  const bool IsModule = O && Prog.Types.isModuleClass(O->Class);
  if ((V.isTensor() || IsModule) && InObject) {
    bool &All = Parts.try_emplace(Way, true).first->second;
    All &= movesWithModule(Sum.Final, V);
  }
  if (!O || IsModule)
    return;
  const bool IsContainer = O->Class == "list" || O->Class == "dict";
  if (IsContainer || Prog.Types.findClass(O->Class))
    for (const auto &[Key, Held] : Sum.Final.of(V.Obj))
      if (Key.second == ElementField || !isOwnField(Key.second))
        lookInto(IsContainer ? llvm::StringRef(ElementField) : Key.second, Held, InObject || !IsContainer);
}

void noteRegisteredParts(const Program &Prog, SolvedClass &S, const Summary &Sum, PathId Self) {
  if (!S.IsModule)
    return;
  Search Of(Prog, Sum);
  Sum.Final.forEach([&](const Memory::Key &Key, const Value &V) {
    const Object &O = Sum.Objects[Key.first.index()];
    if (O.K != Object::Kind::Symbolic || O.Path != Self || isOwnField(Key.second) || !V.is(Value::Kind::Object) ||
        Prog.Members.isWrittenOutsideConstructors(S.C->Name, Key.second))
      return;
    Of.Way = {Key.second};
    Of.look(V, /*InObject=*/false);
  });
  for (const auto &[Way, All] : Of.Parts)
    if (All)
      S.RegisteredParts.push_back(Way);
}

} // namespace devtidy::dataflow
