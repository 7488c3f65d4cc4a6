//===- Sequences.cpp - Containers and records that conditions choose --------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/state/Sequences.h"
#include "dataflow/state/Containers.h"
#include "dataflow/state/FunctionFrame.h"
#include "dataflow/state/LooseStores.h"
#include "dataflow/state/Positions.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

Value Sequences::either(const Value &Own, llvm::StringRef Name, const std::pair<Value, Cube> &Made, Parts Of) {
  const ir::SourceRange Range = In.F.inst(At).Range;
  llvm::SmallVector<std::pair<Value, Cube>, 4> Alternatives = {{Own, Made.second}};
  for (const auto &Part : Of)
    if (&Part != &Made)
      Alternatives.emplace_back(
          symbolicValue(In, In.Prog.Paths.element(Part.first.Path, Name), {}, StepKind::Member, Range), Part.second);
  Value Joined;
  for (const auto &[V, Guard] : Alternatives)
    Joined.joinIn(V.guardedBy(Guard));
  return Joined.is(Value::Kind::Unknown) ? oneOfSeveral(Alternatives) : Joined;
}

ObjectId Sequences::makeEmpty(uint32_t First, llvm::StringRef Class) {
  const ObjectId O = In.Objects.allocated(At, First + Param, Class);
  for (const auto &[Key, Held] : llvm::to_vector(S.Mem.of(O)))
    S.Mem.erase(Key);
  return O;
}

/// True if F replaces something in V, or takes it out, under the name of its variable or as itself.
static bool isChanged(const ir::Function &F, ir::ValueId V) {
  const auto NameOf = [&](ir::ValueId X) { return F.value(X).Variable.split('#').first; };
  const llvm::StringRef Name = NameOf(V);
  return llvm::any_of(F.Insts, [&](const ir::Inst &I) {
    if (I.Kind != ir::InstKind::SetItem && I.Kind != ir::InstKind::Invoke)
      return false;
    const ir::ValueId On = I.Args[0].Value;
    if (On != V && (Name.empty() || NameOf(On) != Name))
      return false;
    using knowledge::Action;
    const knowledge::Callable *C = knowledge::findMethod(knowledge::Receiver::Container, std::string_view(I.Name));
    return I.Kind == ir::InstKind::SetItem ||
           (C && llvm::is_contained({Action::Insert, Action::Extend, Action::Reorders, Action::Clears}, C->Kind));
  });
}

std::optional<Value> Sequences::sequenceOf(Parts Of) {
  auto IsContainer = [&](const Value &V) {
    const Object *O = V.is(Value::Kind::Object) ? &In.object(V.Obj) : nullptr;
    return O && O->K == Object::Kind::Allocated && (O->Class == "list" || O->Class == "dict");
  };
  const std::pair<Value, Cube> *Made = nullptr;
  for (const auto &Part : Of) {
    const bool IsMade = Part.first.is(Value::Kind::Tuple) || IsContainer(Part.first);
    if ((IsMade && Made) || (!IsMade && (!Part.first.is(Value::Kind::Symbolic) || Part.first.IsComputed)))
      return std::nullopt;
    Made = IsMade ? &Part : Made;
  }
  if (!Made || Of.size() < 2)
    return std::nullopt;
  // Writes go to the one in their place alone, and whoever gave another finds them there.
  if (!Made->first.is(Value::Kind::Tuple) && isChanged(In.F, In.F.block(In.F.inst(At).Parent).Params[Param]))
    for (const auto &[V, Guard] : Of)
      if (V.is(Value::Kind::Symbolic))
        LooseStores(In, S).anywhere(In.Objects.symbolic(V.Path, ""), Value::bottom());
  if (Made->first.is(Value::Kind::Tuple)) {
    std::vector<Value> Elements;
    for (unsigned N = 0; N < Made->first.Elements->size(); ++N)
      Elements.push_back(either((*Made->first.Elements)[N], std::to_string(N), *Made, Of));
    return Value::tuple(std::move(Elements));
  }
  constexpr uint32_t FirstInner = 1U << 16; // beyond what instructions allocate
  const llvm::StringRef Class = In.object(Made->first.Obj).Class;
  const ObjectId Joined = makeEmpty(FirstInner, Class);
  for (const auto &[Key, Held] : llvm::to_vector(S.Mem.of(Made->first.Obj)))
    if (!isOwnField(Key.second))
      S.Mem.set({Joined, Key.second}, either(Held, Key.second == ElementField ? "" : Key.second, *Made, Of));
    else if (Key.second == PositionsField)
      S.Mem.set({Joined, Key.second}, Held);
  // `parts if parts is not None else []`: what has an element was given.
  const bool IsEmpty =
      llvm::none_of(S.Mem.of(Joined), [](const auto &Entry) { return !isOwnField(Entry.first.second); });
  if (IsEmpty && Of.size() == 2) {
    S.Mem.set({Joined, ElementField},
              symbolicValue(In, In.Prog.Paths.child((Made == &Of[0] ? Of[1] : Of[0]).first.Path, ElementField), {},
                            StepKind::Member, In.F.inst(At).Range));
  } else if (Class == "dict") {
    // One that was given may have other names.
    S.Mem.set({Joined, ElementField}, Value::unknown());
    Containers::openNames(S, Joined);
  }
  return Value::object(Joined);
}

/// True for objects of plain classes of the program: what their members hold is all that there is to them.
static bool isRecord(const Program &Prog, llvm::StringRef Class) {
  return Class.contains('.') && Prog.Types.findClass(Class) && !Prog.Types.findClass(Class)->M->IsModel &&
         !Prog.Types.hasUnknownBase(Class) && !Prog.Types.isModuleClass(Class) && !Prog.Types.libraryClass(Class);
}

/// Names of the members of one of the objects that were made; none unless constructors alone write them: nowhere in the
/// run does anybody else store to a member of such a name.
static llvm::SmallVector<llvm::StringRef, 4> membersMade(const Program &Prog, const Memory &Mem, ObjectId O,
                                                         llvm::StringRef Class) {
  llvm::SmallVector<llvm::StringRef, 4> Names;
  for (const auto &[Key, Held] : Mem.of(O)) {
    if (isOwnField(Key.second))
      continue;
    if (Prog.Members.isWrittenOutsideConstructors(Class, Key.second) || Prog.Members.isStored(Key.second))
      return {};
    Names.push_back(Key.second);
  }
  return Names;
}

Sequences::Held Sequences::elementsOf(const Value &V, llvm::ArrayRef<llvm::StringRef> Members) {
  Held Elements;
  if (!Members.empty()) {
    State Copy = S;
    for (llvm::StringRef Name : Members)
      Elements.emplace_back(Name, In.fields(Copy).read(V.Obj, Name));
    return Elements;
  }
  for (const auto &[Key, Element] : S.Mem.of(V.Obj))
    if (!isOwnField(Key.second))
      Elements.emplace_back(Key.second, Element);
  return Elements;
}

std::optional<Value> Sequences::dictOf(Parts Of) {
  Held Joined;
  llvm::SmallVector<unsigned, 4> Counts;
  for (const auto &[Dict, Guard] : Of) {
    // What took in something that nobody knows may have any name.
    if (llvm::any_of(S.Mem.of(Dict.Obj), [](const auto &Entry) { return isOwnField(Entry.first.second); }))
      return std::nullopt;
    for (const auto &[Name, Element] : elementsOf(Dict, {})) {
      const auto *It = llvm::find_if(Joined, [&](const auto &Entry) { return Entry.first == Name; });
      const size_t At = It - Joined.begin();
      if (It == Joined.end()) {
        Joined.emplace_back(Name, Value());
        Counts.push_back(0);
      }
      Joined[At].second.joinIn(Element);
      ++Counts[At];
    }
  }
  constexpr uint32_t FirstDict = 1U << 18; // beyond what containerOf allocates
  const ObjectId O = makeEmpty(FirstDict, "dict");
  for (auto &&[Entry, Count] : llvm::zip(Joined, Counts)) {
    // What one of them does not have may be missing: d.get(name).
    Entry.second.Partial |= Count < Of.size() && Entry.second.isTensor();
    S.Mem.set({O, Entry.first}, std::move(Entry.second));
  }
  return Value::object(O);
}

std::optional<Value> Sequences::containerOf(Parts Of) {
  const Value &First = Of.front().first;
  const llvm::StringRef Class = First.is(Value::Kind::Object) ? In.object(First.Obj).Class : llvm::StringRef();
  auto IsMade = [&](const Value &V) {
    return V.is(Value::Kind::Object) && In.object(V.Obj).Class == Class &&
           In.object(V.Obj).K == Object::Kind::Allocated;
  };
  const bool IsContainer = Class == "list" || Class == "dict";
  const auto *Made = llvm::find_if(Of, [&](const auto &P) { return IsMade(P.first); });
  auto IsAlike = [&](const Value &V) {
    return IsContainer ? IsMade(V) : V.is(Value::Kind::Object) && In.object(V.Obj).Class == Class && !V.Partial;
  };
  if (Made == Of.end() || (!IsContainer && !isRecord(In.Prog, Class)) ||
      !llvm::all_of(llvm::make_first_range(Of), IsAlike))
    return std::nullopt;
  const auto Members =
      IsContainer ? llvm::SmallVector<llvm::StringRef, 4>() : membersMade(In.Prog, S.Mem, Made->first.Obj, Class);
  if (!IsContainer && Members.empty())
    return std::nullopt;
  auto NamesOf = [&](const Value &V) { return llvm::to_vector(llvm::make_first_range(elementsOf(V, Members))); };
  const bool SameNames = llvm::all_of(Of, [&](const auto &P) { return NamesOf(P.first) == NamesOf(First); });
  if (!SameNames && Class == "dict")
    return dictOf(Of);
  if (!SameNames && Class != "list")
    return std::nullopt;
  Held Joined;
  for (const auto &[Container, Guard] : Of)
    for (const auto &[Name, Element] : elementsOf(Container, Members)) {
      const llvm::StringRef Into = SameNames ? Name : llvm::StringRef(ElementField);
      auto *It = llvm::find_if(Joined, [&](const auto &Entry) { return Entry.first == Into; });
      if (It == Joined.end())
        It = Joined.insert(Joined.end(), {Into, Value()});
      It->second.joinIn(Element.guardedBy(Guard));
    }
  constexpr uint32_t FirstJoined = 1U << 17; // beyond what sequenceOf allocates
  const ObjectId O = makeEmpty(FirstJoined, Class);
  for (auto &[Name, Element] : Joined)
    S.Mem.set({O, Name}, std::move(Element));
  llvm::SmallVector<const Value *, 4> Where;
  for (const auto &[Container, Guard] : Of)
    Where.push_back(S.Mem.find({Container.Obj, PositionsField}));
  if (SameNames && llvm::any_of(Where, [](const Value *V) { return V; }))
    S.Mem.set({O, PositionsField}, Positions::joined(Where));
  return Value::object(O);
}

} // namespace devtidy::dataflow
