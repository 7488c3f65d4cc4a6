//===- Construct.cpp - Objects of classes that are known ----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/engine/FunctionSolver.h"
#include "dataflow/engine/Rules.h"
#include "dataflow/state/Containers.h"
#include "dataflow/state/PartMoves.h"
#include "dataflow/state/Positions.h"
#include "knowledge/ClassNames.h"
#include "knowledge/Packages.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"

namespace devtidy::dataflow {

using ir::InstKind;
using ir::TypeKind;
using knowledge::ClassKind;

static bool isParallel(const knowledge::ClassInfo &C) {
  return C.Kind == ClassKind::DataParallel || C.Kind == ClassKind::DistributedParallel;
}

/// `super().__init__(8, 8)`, where no constructor of the run is meant: the library makes its part of the object.
std::optional<Value> FunctionSolver::constructBase(ir::InstId Id, llvm::ArrayRef<Value> Actuals, State &S) {
  const ir::Inst &I = inst(Id);
  llvm::StringRef Class = I.Name;
  bool IsBase = I.Kind == InstKind::Call && Class.consume_back(".__init__");
  const bool OfSelf = IsBase && F.Kind == ir::FunctionKind::Constructor && !Actuals.empty() &&
                      Actuals[0].is(Value::Kind::Object) && Actuals[0].Obj == Self;
  if (OfSelf && !Meant.isOther() && !Prog.Types.findClass(Class) && !Prog.Types.libraryClass(Class) &&
      Prog.Types.makers(Class).empty()) {
    // `self.mask = zeros(3); super().__init__(8)`: a base that nobody knows leaves alone what the class has put there.
    const auto Own = llvm::to_vector(S.Mem.of(Self));
    Value Given = unknownCall(Id, S);
    for (const auto &[Key, Held] : Own)
      if (Held.isTensor() && !isOwnField(Key.second))
        S.Mem.set(Key, Held);
    return Given;
  }
  if (!IsBase || Meant.isOther() || Actuals.empty() || !isModule(Actuals[0]) || !Prog.Types.makers(Class).empty())
    return std::nullopt;
  const knowledge::ClassInfo *Base = Prog.Types.libraryClass(Class);
  if (!Base || Prog.Types.hasUnknownBase(Class))
    return std::nullopt;
  const bool IsLayer =
      Base->Kind == ClassKind::Module && knowledge::isOfNetworks(*Base) && Base->Name != knowledge::ModuleClass;
  if (IsLayer || isParallel(*Base)) {
    const MeantCall::Scope As(Meant, Prog.Calls.named(I, llvm::StringRef(Base->Name.data(), Base->Name.size())), Id);
    Event E;
    CallFrame Frame(*this, Id, Base, Actuals[0], S, E);
    findRule(Base->Kind)(Frame);
  }
  if (Base->Kind == ClassKind::ModuleContainer) {
    llvm::SmallVector<Operand, 4> Parts;
    for (unsigned N = 1; N < Actuals.size(); ++N)
      Parts.push_back({&I.Args[N], Actuals[N]});
    residence(S).fill(Actuals[0].Obj, Parts);
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

/// The constructors of Makers that take what I gives. What is made for the program is given what it needs by whom it
/// calls, Written: Net.from_pretrained(path).
static std::vector<Program::Entry> fittingOf(const std::vector<Program::Entry> &Makers, const ir::Inst &I,
                                             const ir::Inst &Written, bool IsMeant) {
  std::vector<Program::Entry> Fitting;
  for (const Program::Entry &C : Makers)
    if (fits(I, *C.F))
      Fitting.push_back(C);
  const bool IsMadeFor = IsMeant && Written.Kind == InstKind::Call && I.Kind == InstKind::Call;
  return Fitting.empty() && Makers.size() == 1 && IsMadeFor ? Makers : Fitting;
}

/// The member of self whose part I runs an input of F through, `self.net.conv(x)`; null if it does not.
static const ir::Inst *runsPartOf(const ir::Function &F, const ir::Inst &I) {
  const auto IsInput = [&](const ir::Arg &A) {
    const ir::Inst *D = F.definition(A.Value);
    return !D || D->Kind == InstKind::Apply || D->Kind == InstKind::Invoke;
  };
  if (I.Kind != InstKind::Invoke || llvm::none_of(llvm::drop_begin(I.Args), IsInput))
    return nullptr;
  const ir::Inst *Of = F.definition(I.Args[0].Value);
  while (Of && Of->Kind == InstKind::GetField && !F.isReceiver(Of->Args[0].Value))
    Of = F.definition(Of->Args[0].Value);
  return Of && Of->Kind == InstKind::GetField ? Of : nullptr;
}

/// True if the class's forward calls a member of Of of which nobody knows what it is: that has state, mostly.
static bool runsOpenPart(const Program &Prog, llvm::StringRef Class, const Memory &Mem, ObjectId Of) {
  const std::optional<Program::Entry> Forward = Prog.Types.findMethod(Class, "forward");
  if (!Forward || !Forward->F->hasBody() || Forward->F->Params.empty())
    return false;
  const ir::Function &F = *Forward->F;
  return llvm::any_of(F.Insts, [&](const ir::Inst &I) {
    // self.body(x), self.body.forward(x)
    const knowledge::Callable *Method =
        I.Kind == InstKind::Invoke ? knowledge::findMethod(knowledge::Receiver::Module, std::string_view(I.Name))
                                   : nullptr;
    const bool Runs = I.Kind == InstKind::Apply || (Method && Method->Kind == knowledge::Action::Forward);
    const ir::Inst *Called = Runs ? F.definition(I.Args[0].Value) : I.Kind == InstKind::Invoke ? &I : nullptr;
    if (const ir::Inst *Whole = runsPartOf(F, I))
      Called = Whole;
    const bool OfSelf =
        Called && (Called == &I || Called->Kind == InstKind::GetField) && F.isReceiver(Called->Args[0].Value);
    const Value *Member = OfSelf ? Mem.find({Of, Called->Name}) : nullptr;
    // What a call gave that nobody knows is a module if a module is run through it: `Wrapped(make())`.
    const bool IsGiven = Member && (Member->MayBeModule || Member->is(Value::Kind::Symbolic));
    return Member && (isOpenPart(Mem, *Member) || (Called != &I && IsGiven));
  });
}

/// Without a constructor, containers begin empty.
static void makeMembers(CallFrame &F, const ir::Class &C) {
  constexpr uint32_t FirstMember = 256; // beside what else is made there
  for (unsigned N = 0; N < C.Fields.size(); ++N)
    if (const ir::Type &T = C.Fields[N].DeclaredType; (T.Kind == TypeKind::List || T.Kind == TypeKind::Dict) &&
                                                      !T.Optional && !F.S.Mem.has({F.Self.Obj, C.Fields[N].Name}))
      F.S.Mem.set({F.Self.Obj, C.Fields[N].Name},
                  Value::object(F.allocate(T.Kind == TypeKind::List ? "list" : "dict", FirstMember + N)));
}

/// The `__new__` that gives objects of other classes in the place of those of Class: what it gives has no constructor
/// of Class run. Nothing if Class has none, or nobody knows what it gives.
static std::optional<Program::Entry> otherMaker(Program &Prog, llvm::StringRef Class) {
  const std::optional<Program::Entry> New = Prog.Types.findMethod(Class, "__new__");
  if (!New || New->F->Kind != ir::FunctionKind::StaticMethod || !New->F->Decorators.empty())
    return std::nullopt;
  const std::shared_ptr<const Summary> Sum = Prog.solved(*New).Sum;
  const auto IsOther = [&](const Value &V) {
    const llvm::StringRef Made = V.is(Value::Kind::Object) ? Sum->Objects[V.Obj.index()].Class : llvm::StringRef();
    return !Made.empty() && Prog.Types.findClass(Made) && Prog.Types.findMethod(Made, "__new__") == std::nullopt;
  };
  const Value &Given = Sum->Result;
  const bool AreOthers =
      Given.is(Value::Kind::Choice) || Given.isOneOfSeveral() ? llvm::all_of(*Given.Elements, IsOther) : IsOther(Given);
  return Sum->Known && AreOthers ? New : std::nullopt;
}

/// What such a `__new__` gives; nothing if R makes an object of its own class.
static std::optional<Value> constructOther(FunctionSolver &In, ir::InstId Id, const Resolution &R, State &S, Event &E) {
  const std::optional<Program::Entry> Other =
      R.Constructed ? otherMaker(In.Prog, R.Constructed->C->Name) : std::nullopt;
  if (!Other)
    return std::nullopt;
  E.Kind = InstKind::Construct;
  return In.instantiate(Id, *Other, llvm::map_to_vector(E.Operands, [](const Operand &A) { return A.V; }), S, E);
}

Value FunctionSolver::construct(ir::InstId Id, const Resolution &R, State &S, Event &E) {
  if (std::optional<Value> Other = constructOther(*this, Id, R, S, E))
    return *Other;
  const ir::Inst &I = inst(Id);
  E.Kind = InstKind::Construct;
  // A tensor that is not defined.
  if (I.Args.empty() && knowledge::isTensorClass({I.Name.data(), I.Name.size()}))
    return Value::none();
  constexpr unsigned MaxInner = 1U << 20; // beside what callees make, as CalleeValues tells them apart
  ObjectId O = Objects.allocated(Id, Alternative * MaxInner, R.Constructed ? R.Constructed->C->Name : I.Name);
  CallFrame Frame(*this, Id, R.Library, Value::object(O), S, E);
  if (R.Constructed) {
    bool Module = isModuleObject(O);
    const std::vector<Program::Entry> Makers = Prog.Types.makers(R.Constructed->C->Name);
    const std::vector<Program::Entry> Fitting = fittingOf(Makers, I, F.inst(Id), Meant.isOther());
    if (Makers.empty() && E.Operands.empty() && M.declaresTypes())
      makeMembers(Frame, *R.Constructed->C);
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
        const Placement P = residence(S).rest(O);
        if (residence(S).place(O).isBottom() && runsOpenPart(Prog, R.Constructed->C->Name, S.Mem, O)) {
          S.Mem.set({O, DeviceField}, Value::tensor(Placement::unknown()));
          S.Mem.set({O, OpenField}, Value::boolean(true));
        }
        bool Plain = llvm::all_of(P.terms(), [](const GuardedTerm &T) { return T.T.kind() == Term::Kind::Default; });
        if (Plain && !P.isUnknown() && !P.isBottom())
          S.Mem.set({O, DeviceField}, Value::tensor(Frame.constructedByDefault()));
      }
    } else if (const knowledge::ClassInfo *Base = Prog.Types.libraryClass(R.Constructed->C->Name);
               Module && Fitting.empty() && Base && Base->Kind == ClassKind::ModuleContainer && !E.Operands.empty()) {
      residence(S).fill(O, E.Operands);
    } else if (Base && Makers.empty() && isParallel(*Base)) {
      CallFrame Wrapping(*this, Id, Base, Value::object(O), S, E);
      findRule(Base->Kind)(Wrapping);
    } else if (Module && Base && Base->Name == knowledge::ModuleClass && Makers.empty()) {
      // No constructor, no state.
      S.Mem.set({O, DeviceField}, Value::tensor(Placement::bottom()));
    } else if (Module) {
      S.Mem.set({O, DeviceField}, Value::tensor(Fitting.empty() ? Frame.constructedByDefault() : Placement::unknown()));
    } else if (Makers.empty() && Prog.Types.isDictionary(R.Constructed->C->Name)) {
      Containers(*this, S).fillDict(O, Id);
    }
    if (Prog.Links.completedClasses().contains(R.Constructed->C->Name)) {
      PartMoves(*this, S).handOn(Value::object(O));
      S.Mem.set({O, HookedField}, Value::boolean(true));
    }
    return Value::object(O);
  }
  const CallRule Rule = findRule(R.Library->Kind);
  return Rule ? Rule(Frame) : Value::object(O);
}

} // namespace devtidy::dataflow
