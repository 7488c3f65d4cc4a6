//===- Sequences.cpp - Tuples and lists that conditions choose ---------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `if hidden is None: hidden = (zeros, zeros)`: what a caller may give, and what is made where none is given. Who takes
// an element takes it of either.
//
//===----------------------------------------------------------------------===//

#include "dataflow/Instantiation.h"
#include "dataflow/Positions.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

/// One sequence in the place of a made one and given ones, which hang on conditions. Writes go to it alone.
std::optional<Value> FunctionSolver::sequenceOf(ir::InstId At, unsigned Param,
                                                llvm::ArrayRef<std::pair<Value, Cube>> Parts, State &S) {
  auto IsList = [&](const Value &V) {
    return V.is(Value::Kind::Object) && object(V.Obj).Class == "list" && object(V.Obj).K == Object::Kind::Allocated;
  };
  const std::pair<Value, Cube> *Made = nullptr;
  for (const auto &Part : Parts) {
    const bool IsMade = Part.first.is(Value::Kind::Tuple) || IsList(Part.first);
    if ((IsMade && Made) || (!IsMade && (!Part.first.is(Value::Kind::Symbolic) || Part.first.IsComputed)))
      return std::nullopt;
    Made = IsMade ? &Part : Made;
  }
  if (!Made || Parts.size() < 2)
    return std::nullopt;
  const ir::SourceRange Range = F.inst(At).Range;
  auto Either = [&](const Value &Own, llvm::StringRef Name) {
    llvm::SmallVector<std::pair<Value, Cube>, 4> Alternatives = {{Own, Made->second}};
    for (const auto &Part : Parts)
      if (&Part != Made)
        Alternatives.emplace_back(symbolicValue(Prog.Paths.element(Part.first.Path, Name), {}, StepKind::Member, Range),
                                  Part.second);
    Value Joined;
    for (const auto &[V, Guard] : Alternatives)
      Joined.joinIn(V.guardedBy(Guard));
    return Joined.is(Value::Kind::Unknown) ? oneOfSeveral(Alternatives) : Joined;
  };
  if (Made->first.is(Value::Kind::Tuple)) {
    std::vector<Value> Elements;
    for (unsigned N = 0; N < Made->first.Elements->size(); ++N)
      Elements.push_back(Either((*Made->first.Elements)[N], std::to_string(N)));
    return Value::tuple(std::move(Elements));
  }
  constexpr uint32_t FirstInner = 1U << 16; // beyond what instructions allocate
  const ObjectId Joined = Objects.allocated(At, FirstInner + Param, "list");
  for (const auto &[Key, Held] : llvm::to_vector(S.Mem.of(Joined)))
    S.Mem.erase(Key);
  for (const auto &[Key, Held] : llvm::to_vector(S.Mem.of(Made->first.Obj)))
    if (!isOwnField(Key.second))
      S.Mem.set({Joined, Key.second}, Either(Held, Key.second == ElementField ? "" : Key.second));
    else if (Key.second == PositionsField)
      S.Mem.set({Joined, Key.second}, Held);
  return Value::object(Joined);
}

/// True for objects of plain classes of the program: what their members hold is all that there is to them.
static bool isRecord(const Program &Prog, llvm::StringRef Class) {
  return Class.contains('.') && Prog.findClass(Class) && !Prog.findClass(Class)->M->IsModel &&
         !Prog.hasUnknownBase(Class) && !Prog.isModuleClass(Class) && !Prog.libraryClass(Class);
}

/// Names of the members of one of the objects that were made; none unless constructors alone write them: nowhere in the
/// run does anybody else store to a member of such a name.
static llvm::SmallVector<llvm::StringRef, 4> membersMade(const Program &Prog, const Memory &Mem, ObjectId O,
                                                         llvm::StringRef Class) {
  auto IsStored = [&](llvm::StringRef Name) {
    return llvm::any_of(Prog.modules(), [&](const ir::Module *M) {
      return llvm::any_of(M->Functions, [&](const auto &F) {
        return F->Kind != ir::FunctionKind::Constructor && llvm::any_of(F->Insts, [&](const ir::Inst &I) {
                 return I.Kind == ir::InstKind::SetField && I.Name == Name;
               });
      });
    });
  };
  llvm::SmallVector<llvm::StringRef, 4> Names;
  for (const auto &[Key, Held] : Mem.of(O)) {
    if (isOwnField(Key.second))
      continue;
    if (Prog.isWrittenOutsideConstructors(Class, Key.second) || IsStored(Key.second))
      return {};
    Names.push_back(Key.second);
  }
  return Names;
}

/// Containers of one class that paths leave behind, `for ...: x, cache = model(x, cache)`: one in their place, which
/// holds what any of them holds. Writes go to it alone. So do objects of a class of the program, `if not rays: rays =
/// Rays.mock()`, one of which was made here, as far as nobody writes to their members.
std::optional<Value> FunctionSolver::containerOf(ir::InstId At, unsigned Param,
                                                 llvm::ArrayRef<std::pair<Value, Cube>> Parts, State &S) {
  const Value &First = Parts.front().first;
  const llvm::StringRef Class = First.is(Value::Kind::Object) ? object(First.Obj).Class : llvm::StringRef();
  auto IsMade = [&](const Value &V) {
    return V.is(Value::Kind::Object) && object(V.Obj).Class == Class && object(V.Obj).K == Object::Kind::Allocated;
  };
  const bool IsContainer = Class == "list" || Class == "dict";
  const auto *Made = llvm::find_if(Parts, [&](const auto &P) { return IsMade(P.first); });
  auto IsAlike = [&](const Value &V) {
    return IsContainer ? IsMade(V) : V.is(Value::Kind::Object) && object(V.Obj).Class == Class && !V.Partial;
  };
  if (Made == Parts.end() || (!IsContainer && !isRecord(Prog, Class)) ||
      !llvm::all_of(llvm::make_first_range(Parts), IsAlike))
    return std::nullopt;
  const auto Members =
      IsContainer ? llvm::SmallVector<llvm::StringRef, 4>() : membersMade(Prog, S.Mem, Made->first.Obj, Class);
  if (!IsContainer && Members.empty())
    return std::nullopt;
  using Held = llvm::SmallVector<std::pair<llvm::StringRef, Value>, 4>;
  auto ElementsOf = [&](const Value &V) {
    Held Elements;
    State Copy = S;
    if (!IsContainer)
      for (llvm::StringRef Name : Members)
        Elements.emplace_back(Name, readField(Copy, V.Obj, Name));
    else
      for (const auto &[Key, Element] : S.Mem.of(V.Obj))
        if (!isOwnField(Key.second))
          Elements.emplace_back(Key.second, Element);
    return Elements;
  };
  auto NamesOf = [&](const Value &V) { return llvm::to_vector(llvm::make_first_range(ElementsOf(V))); };
  const bool SameNames = llvm::all_of(Parts, [&](const auto &P) { return NamesOf(P.first) == NamesOf(First); });
  if (!SameNames && Class != "list")
    return std::nullopt;
  Held Joined;
  for (const auto &[Container, Guard] : Parts)
    for (const auto &[Name, Element] : ElementsOf(Container)) {
      const llvm::StringRef Into = SameNames ? Name : llvm::StringRef(ElementField);
      auto *It = llvm::find_if(Joined, [&](const auto &Entry) { return Entry.first == Into; });
      if (It == Joined.end())
        It = Joined.insert(Joined.end(), {Into, Value()});
      It->second.joinIn(Element.guardedBy(Guard));
    }
  constexpr uint32_t FirstJoined = 1U << 17; // beyond what sequenceOf allocates
  const ObjectId O = Objects.allocated(At, FirstJoined + Param, Class);
  for (const auto &[Key, Old] : llvm::to_vector(S.Mem.of(O)))
    S.Mem.erase(Key);
  for (auto &[Name, Element] : Joined)
    S.Mem.set({O, Name}, std::move(Element));
  llvm::SmallVector<const Value *, 4> Where;
  for (const auto &[Container, Guard] : Parts)
    Where.push_back(S.Mem.find({Container.Obj, PositionsField}));
  if (SameNames && llvm::any_of(Where, [](const Value *V) { return V; }))
    S.Mem.set({O, PositionsField}, Positions::joined(Where));
  return Value::object(O);
}

/// To a list that somebody else holds: what is there already, and V. False if that cannot be told apart.
bool FunctionSolver::appendToSymbolic(State &S, ObjectId O, const Value &V) {
  // Members of an object under construction start empty.
  const PathId P = object(O).Path;
  if (object(O).K != Object::Kind::Symbolic || object(O).Weak ||
      (F.Kind == ir::FunctionKind::Constructor && P && Prog.Paths.root(P) == Prog.Paths.param(F, 0)))
    return false;
  const Value *Held = S.Mem.find({O, ElementField});
  const Value Old = Held ? *Held : readField(S, O, ElementField);
  if (!Old.is(Value::Kind::Symbolic) && !Old.Elements)
    return false;
  S.Mem.set({O, ElementField}, oneOfSeveral({{Old, Cube()}, {V, Cube()}}, /*OfSummary=*/true));
  return true;
}

/// rows.append(x), and nobody says what rows is: what has that method is nearly always a list.
bool FunctionSolver::appendToGiven(const ir::Inst &I, llvm::ArrayRef<Value> Actuals, State &S) {
  if (I.Kind != ir::InstKind::Invoke || I.Name != "append" || Actuals.size() != 2 ||
      !Actuals[0].is(Value::Kind::Symbolic) || Actuals[0].IsComputed)
    return false;
  append(S, Objects.symbolic(Actuals[0].Path, "list"), Actuals[1]);
  return true;
}

/// True if the callee appended Stored's parts to a list that it was given, beside what was there.
bool Instantiation::appendParts(ObjectId O, llvm::StringRef Field, const Value &Stored) {
  const Object &Info = Sum.Objects[O.index()];
  if (Field != ElementField || Info.K != Object::Kind::Symbolic || !Stored.isOneOfSeveral())
    return false;
  const PathId Before = Solver.Prog.Paths.child(Info.Path, ElementField);
  auto WasThere = [&](const Value &Part) { return Part.is(Value::Kind::Symbolic) && Part.Path == Before; };
  if (llvm::none_of(*Stored.Elements, WasThere))
    return false;
  // It was no list.
  if (Solver.object(object(O)).Class != "list")
    return true;
  for (const Value &Part : *Stored.Elements)
    if (!WasThere(Part))
      Solver.append(S, object(O), value(Part));
  return true;
}

} // namespace devtidy::dataflow
