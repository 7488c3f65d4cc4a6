//===- Construct.cpp - Objects of classes that are known ----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/PartMoves.h"
#include "dataflow/Positions.h"
#include "dataflow/engine/Rules.h"
#include "knowledge/ClassNames.h"
#include "knowledge/Packages.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using ir::InstKind;
using ir::TypeKind;
using knowledge::ClassKind;

/// The module of an entry {"name", module}, as C++ writes those of a dictionary; else the entry.
static Value moduleOfEntry(const Value &Entry) {
  const bool IsPair = Entry.is(Value::Kind::Tuple) && Entry.Elements->size() == 2 && (*Entry.Elements)[0].isString();
  return IsPair ? (*Entry.Elements)[1] : Entry;
}

/// A module container holds V, or what the list or dictionary V has.
void FunctionSolver::holdModules(State &S, ObjectId Container, Value V) {
  const llvm::StringRef Class = object(V.Obj).Class;
  if (Class != "list" && Class != "dict") {
    V.Registered = true;
    append(S, Container, std::move(V));
    return;
  }
  const unsigned Before = Positions(*this, S, Container).fields();
  for (const auto &[Key, Entry] : S.Mem.of(V.Obj)) {
    Value Held = moduleOfEntry(Entry);
    // What is of unknown type here is a module to the callers, who see that it is registered.
    if (!Held.is(Value::Kind::Object) && !Held.is(Value::Kind::Symbolic) && !Held.isTensor())
      continue;
    Held.Registered = !Held.is(Value::Kind::Symbolic);
    if (Held.is(Value::Kind::Object))
      S.Mem.set({Held.Obj, "$registered"}, Value::boolean(true));
    PartMoves(*this, S).registerSame(Held);
    if (Entry.is(Value::Kind::Tuple) && Held.is(Value::Kind::Object))
      writeField(S, Container, (*Entry.Elements)[0].Const.Text, Held);
    else if (Class == "list" && Key.second != ElementField)
      append(S, Container, Held);
    else
      writeField(S, Container, Key.second, Held);
  }
  if (Class == "list")
    Positions(*this, S, Container).follow(V.Obj, Before);
}

/// Where the elements of a container of modules are. While a module is built, one of which nothing is known is where
/// the others are.
Placement FunctionSolver::partsOf(State &S, ObjectId Container) {
  Placement P;
  // Entries that have names are all of a dictionary: what else is there stands for any of them.
  const bool Named = object(Container).Class == "dict" && llvm::any_of(S.Mem.of(Container), [](const auto &Entry) {
                       return Entry.first.second != ElementField && !Entry.first.second.starts_with("$");
                     });
  for (const auto &[Key, Held] : S.Mem.of(Container))
    if (!Key.second.starts_with("$") && !(Named && Key.second == ElementField) &&
        (!isOpenPart(S.Mem, moduleOfEntry(Held)) || !isBuilding()))
      P.joinIn(placementOf(S, moduleOfEntry(Held)));
  if (P.isBottom() && object(Container).K == Object::Kind::Symbolic)
    return placementOf(S, Value::object(Container));
  return P;
}

/// A module container, which is at P so far, gets modules, or lists or dictionaries of them.
void FunctionSolver::fillContainer(ObjectId Container, llvm::ArrayRef<Operand> Operands, State &S, Placement P) {
  for (const Operand &A : Operands) {
    if (A.V.is(Value::Kind::Symbolic) || (A.V.is(Value::Kind::Unknown) && !isBuilding()))
      P.joinIn(placementOf(S, A.V));
    if (!A.V.is(Value::Kind::Object))
      continue;
    if (!isOpenPart(S.Mem, A.V) || !isBuilding())
      P.joinIn(Prog.isContainer(object(A.V.Obj).Class) ? partsOf(S, A.V.Obj) : placementOf(S, A.V));
    holdModules(S, Container, A.V);
  }
  S.Mem.set({Container, DeviceField}, Value::tensor(P));
  addToHolders(S, Container, P, 0);
}

/// `super().__init__(8, 8)`, where no constructor of the run is meant: the library makes its part of the object.
std::optional<Value> FunctionSolver::constructBase(ir::InstId Id, llvm::ArrayRef<Value> Actuals, State &S) {
  const ir::Inst &I = inst(Id);
  llvm::StringRef Class = I.Name;
  bool IsBase = I.Kind == InstKind::Call && Class.consume_back(".__init__");
  if (!IsBase || Named || Actuals.empty() || !isModule(Actuals[0]) || !Prog.makers(Class).empty())
    return std::nullopt;
  const knowledge::ClassInfo *Base = Prog.libraryClass(Class);
  if (!Base || Prog.hasUnknownBase(Class))
    return std::nullopt;
  if (Base->Kind == ClassKind::Module && knowledge::isOfNetworks(*Base) && Base->Name != knowledge::ModuleClass) {
    Named = &Prog.asCall(I, llvm::StringRef(Base->Name.data(), Base->Name.size()));
    NamedId = Id;
    Event E;
    CallFrame Frame(*this, Id, Base, Actuals[0], S, E);
    findRule(ClassKind::Module)(Frame);
    Named = nullptr;
  }
  if (Base->Kind == ClassKind::ModuleContainer) {
    llvm::SmallVector<Operand, 4> Parts;
    for (unsigned N = 1; N < Actuals.size(); ++N)
      Parts.push_back({&I.Args[N], Actuals[N]});
    fillContainer(Actuals[0].Obj, Parts, S);
  }
  return Value::none();
}

/// True if the arguments of I are as many as a constructor takes beside the object.
static bool fits(const ir::Inst &I, const ir::Function &Constructor) {
  unsigned Required = 0, Most = 0;
  bool Open = false;
  for (const ir::Param &P : llvm::drop_begin(Constructor.Params)) {
    const bool Packs = P.PassMode == ir::Param::Mode::Star || P.PassMode == ir::Param::Mode::StarStar;
    Open |= Packs;
    Required += !P.HasDefault && !Packs;
    Most += !Packs;
  }
  const bool Unpacks = llvm::any_of(I.Args, [](const ir::Arg &A) { return A.Keyword.starts_with("*"); });
  return (Unpacks || I.Args.size() >= Required) && (Open || I.Args.size() <= Most + Unpacks);
}

/// True if the class's forward calls a member of Of of which nobody knows what it is: that has state, mostly.
static bool runsOpenPart(const Program &Prog, llvm::StringRef Class, const Memory &Mem, ObjectId Of) {
  const std::optional<Program::Entry> Forward = Prog.findMethod(Class, "forward");
  if (!Forward || !Forward->F->hasBody() || Forward->F->Params.empty())
    return false;
  const ir::Function &F = *Forward->F;
  return llvm::any_of(F.Insts, [&](const ir::Inst &I) {
    const ir::Inst *Called = I.Kind == InstKind::Invoke  ? &I
                             : I.Kind == InstKind::Apply ? F.definition(I.Args[0].Value)
                                                         : nullptr;
    const bool OfSelf = Called && (Called == &I || Called->Kind == InstKind::GetField) &&
                        Called->Args[0].Value == F.Blocks[0].Params[0];
    const Value *Member = OfSelf ? Mem.find({Of, Called->Name}) : nullptr;
    return Member && isOpenPart(Mem, *Member);
  });
}

Value FunctionSolver::construct(ir::InstId Id, const Resolution &R, State &S, Event &E) {
  const ir::Inst &I = inst(Id);
  E.Kind = InstKind::Construct;
  // A tensor that is not defined.
  if (I.Args.empty() && knowledge::isTensorClass({I.Name.data(), I.Name.size()}))
    return Value::none();
  ObjectId O = allocate(Id, 0, R.Constructed ? R.Constructed->C->Name : I.Name);
  auto OnDefault = [&]() {
    return defaultDevice(S, Id).withOrigin([&](const Step *) { return stepAt(StepKind::Constructed, Id); });
  };
  // Without a constructor, containers begin empty.
  auto MakeMembers = [&](const ir::Class &C) {
    constexpr uint32_t FirstMember = 256; // beside what else is made there
    for (unsigned N = 0; N < C.Fields.size(); ++N)
      if (const ir::Type &T = C.Fields[N].DeclaredType;
          (T.Kind == TypeKind::List || T.Kind == TypeKind::Dict) && !T.Optional && !S.Mem.has({O, C.Fields[N].Name}))
        S.Mem.set({O, C.Fields[N].Name},
                  Value::object(allocate(Id, FirstMember + N, T.Kind == TypeKind::List ? "list" : "dict")));
  };
  if (R.Constructed) {
    bool Module = isModuleObject(O);
    std::vector<Program::Entry> Fitting;
    const std::vector<Program::Entry> Makers = Prog.makers(R.Constructed->C->Name);
    for (const Program::Entry &C : Makers) {
      if (fits(I, *C.F))
        Fitting.push_back(C);
    }
    if (Makers.empty() && E.Operands.empty() && M.declaresTypes())
      MakeMembers(*R.Constructed->C);
    if (Fitting.size() == 1) {
      if (Module)
        S.Mem.set({O, DeviceField}, Value::tensor(Placement::bottom()));
      std::vector<Value> Actuals{Value::object(O)};
      for (const Operand &A : E.Operands)
        Actuals.push_back(A.V);
      instantiate(Id, Fitting[0], Actuals, S, E);
      E.Kind = InstKind::Construct;
      // The module's state was placed where its constructor stands; the caller sees its own line.
      if (Module) {
        const Placement P = restDevice(S, O);
        if (moduleDevice(S, O).isBottom() && runsOpenPart(Prog, R.Constructed->C->Name, S.Mem, O)) {
          S.Mem.set({O, DeviceField}, Value::tensor(Placement::unknown()));
          S.Mem.set({O, OpenField}, Value::boolean(true));
        }
        bool Plain = llvm::all_of(P.terms(), [](const GuardedTerm &T) { return T.T.kind() == Term::Kind::Default; });
        if (Plain && !P.isUnknown() && !P.isBottom())
          S.Mem.set({O, DeviceField}, Value::tensor(OnDefault()));
      }
    } else if (const knowledge::ClassInfo *Base = Prog.libraryClass(R.Constructed->C->Name);
               Module && Fitting.empty() && Base && Base->Kind == ClassKind::ModuleContainer && !E.Operands.empty()) {
      fillContainer(O, E.Operands, S);
    } else if (Module && Base && Base->Name == knowledge::ModuleClass && Makers.empty()) {
      // No constructor, no state.
      S.Mem.set({O, DeviceField}, Value::tensor(Placement::bottom()));
    } else if (Module) {
      S.Mem.set({O, DeviceField}, Value::tensor(Fitting.empty() ? OnDefault() : Placement::unknown()));
    } else if (Makers.empty() && Prog.isDictionary(R.Constructed->C->Name)) {
      fillDict(O, Id, S);
    }
    return Value::object(O);
  }
  const CallRule Rule = findRule(R.Library->Kind);
  if (!Rule)
    return Value::object(O);
  CallFrame Frame(*this, Id, R.Library, Value::object(O), S, E);
  return Rule(Frame);
}

} // namespace devtidy::dataflow
