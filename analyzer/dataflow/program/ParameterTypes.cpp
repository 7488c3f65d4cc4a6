//===- ParameterTypes.cpp - Classes of what parameters are given --------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/program/ParameterTypes.h"
#include "dataflow/program/GivenKind.h"
#include "dataflow/program/Linker.h"
#include "dataflow/program/MembersAsked.h"
#include "dataflow/program/ModuleClasses.h"
#include "dataflow/program/Overrides.h"
#include "dataflow/program/ResolutionOrder.h"
#include "dataflow/program/RunText.h"
#include "knowledge/ClassNames.h"
#include "knowledge/Names.h"
#include "knowledge/Operators.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using ir::InstKind;

namespace {

/// What is known of a parameter.
struct Slot {
  GivenKind Kind;
  bool IsGiven = false; ///< somebody may be asked what it is given
  enum : uint8_t { Unknown, Yes, No } AsksCallers = Unknown;
};

/// A function, and what its text says once and for all.
struct Unit {
  const FunctionText *Text = nullptr;
  size_t FirstSlot = 0; ///< of its parameters
  enum : uint8_t { Unread, Read } State = Unread;
  bool Yields = false;
  llvm::SmallVector<const ir::Inst *, 2> Returns;

  const ir::Function &f() const { return *Text->F; }
  const ir::Module &m() const { return *Text->M; }
};

/// All methods of a name.
struct NamedMethods {
  llvm::SmallVector<Unit *, 2> Units;
  bool IsOpen = false; ///< somebody calls one of an object that is not known
};

/// What gives something to the parameters of a function.
struct CallPlace {
  Unit *In;
  const ir::Inst *I;
  Unit *Callee;         ///< of a call by name
  NamedMethods *Called; ///< else
  unsigned Shift = 0;   ///< of arguments to parameters
};

/// The values that a top level leaves in a global.
struct GlobalValue {
  Unit *Writer = nullptr;
  llvm::SmallVector<ir::ValueId, 1> Values;
};

/// What the text says of calls, and what names mean there.
class CallText {
public:
  CallText(const Linker &Links, RunText &Text);

  llvm::MutableArrayRef<Unit> units() { return All; }
  Unit *unitOf(const std::optional<Linker::FunctionEntry> &E) { return E ? Units.lookup(E->F) : nullptr; }
  Slot &slot(const Unit &Of, unsigned Index) { return Slots[Of.FirstSlot + Index]; }
  const NameMeaning &meaning(llvm::StringRef Name, const Unit &In) { return Text.meaning(Name, In.m()); }
  /// The method of a class or of one of its bases; null if there is none.
  Unit *findMethod(llvm::StringRef Class, llvm::StringRef Name);
  bool isModule(llvm::StringRef Class) { return Modules.contains(Class, *Links.modules()[0]); }
  bool asksCallers(const Unit &Of, unsigned Index);
  /// The nearest class of the run from which both derive, if that leaves to them what they do; "" if there is none.
  llvm::StringRef commonInterface(llvm::StringRef A, llvm::StringRef B) const;
  const GlobalValue &globalOf(llvm::StringRef Canonical);
  /// What constructors put into a member, unless somebody else does.
  llvm::ArrayRef<std::pair<Unit *, ir::ValueId>> stored(llvm::StringRef Class, llvm::StringRef Name) const;
  /// Something is added to such a member.
  bool isUpdated(llvm::StringRef Name) const { return Links.written().isUpdated(Name); }

  std::vector<CallPlace> Places;

private:
  void note(Unit &In, const ir::Inst &I);
  Unit *lookForMethod(llvm::StringRef Class, llvm::StringRef Name, unsigned Depth = 0);

  const Linker &Links;
  RunText &Text;
  std::vector<Unit> All;
  llvm::DenseMap<const ir::Function *, Unit *> Units;
  std::vector<Slot> Slots;
  llvm::StringMap<NamedMethods> MethodsByName;
  using Member = std::pair<llvm::StringRef, llvm::StringRef>; ///< class, name
  llvm::DenseMap<Member, llvm::SmallVector<std::pair<Unit *, ir::ValueId>, 1>> Stored;
  llvm::DenseMap<Member, Unit *> FoundMethods;
  ModuleClasses Modules;
  llvm::StringMap<GlobalValue> Globals;
  llvm::DenseSet<const ir::Function *> HandedOn; ///< as values: anybody may call them
};

/// Goes around until all parameters have what the places of calls give them.
class Finder {
public:
  explicit Finder(CallText &Run) : Run(Run) {}

  /// Calls Found with each parameter of which something is known; with none if the answer does not settle.
  void run(llvm::function_ref<void(const ir::Function &, unsigned, const GivenKind &)> Found);

private:
  bool tells(const CallPlace &At);
  bool bind(const CallPlace &At, Unit &Callee, unsigned Shift);
  /// Somebody calls such a method of an object that is not known.
  void open(NamedMethods &All);
  GivenKind evaluate(Unit &In, ir::ValueId V, unsigned Depth);
  GivenKind evaluateResult(Unit &Callee, unsigned Depth);
  GivenKind evaluateAll(Unit &In, const ir::Inst &D, unsigned Depth);
  GivenKind evaluateInner(Unit &In, ir::ValueId V, unsigned Depth);
  GivenKind evaluateCall(Unit &In, const ir::Inst &D, unsigned Depth);
  GivenKind evaluateParam(Unit &In, ir::BlockId B, unsigned Index, ir::ValueId V, unsigned Depth);
  GivenKind evaluateGiven(Unit &In, unsigned Index);
  GivenKind evaluateField(llvm::StringRef Class, llvm::StringRef Name, unsigned Depth);
  GivenKind evaluateGlobal(const Unit &In, llvm::StringRef Name, unsigned Depth);
  void joinIn(GivenKind &Into, const GivenKind &From);
  void addDefaults();

  CallText &Run;
  llvm::DenseMap<std::pair<const Unit *, uint32_t>, GivenKind> Known; ///< of values, in this round
  bool Changed = false;
};

/// True if what callers give may say more of the parameter than its annotation does: nothing, or a class of the run or
/// of modules, from which others derive, or to which nobody keeps.
bool CallText::asksCallers(const Unit &Of, unsigned Index) {
  Slot &At = slot(Of, Index);
  if (At.AsksCallers == Slot::Unknown) {
    const ir::Type &Declared = Of.f().Params[Index].DeclaredType;
    bool Asks = Declared.isUnknown();
    if (Declared.Kind == ir::TypeKind::Object) {
      const NameMeaning &Class = Text.meaning(Declared.Name, Of.m());
      Asks = Class.Class || isModule(Class.Name);
    }
    At.AsksCallers = Asks ? Slot::Yes : Slot::No;
  }
  return At.AsksCallers == Slot::Yes;
}

CallText::CallText(const Linker &Links, RunText &Text) : Links(Links), Text(Text), Modules(Links) {
  size_t Count = 0;
  All.reserve(Text.functions().size());
  for (const FunctionText &Each : Text.functions()) {
    Unit &Made = All.emplace_back();
    Made.Text = &Each;
    Made.FirstSlot = Count;
    Count += Each.F->Params.size();
    Units[Each.F] = &Made;
    if (Each.F->Kind == ir::FunctionKind::Method && Each.F->hasBody() && !Each.M->declaresTypes())
      MethodsByName[Each.F->Name.rsplit('.').second].Units.push_back(&Made);
  }
  Slots.resize(Count);
  constexpr KindSet Telling(InstKind::Call, InstKind::Invoke, InstKind::GetGlobal, InstKind::Closure,
                            InstKind::SetField);
  for (Unit &In : All)
    if (!In.m().declaresTypes() && In.f().hasBody())
      In.Text->forEach(Telling, [&](const ir::Inst &I) { note(In, I); });
  // Everybody who may be called from somewhere begins with nothing, all others stay open.
  for (const CallPlace &At : Places) {
    auto Open = [&](const Unit *Callee) {
      for (unsigned N = 0; N < Callee->f().Params.size(); ++N)
        slot(*Callee, N).IsGiven = true;
    };
    if (At.Callee)
      Open(At.Callee);
    else
      llvm::for_each(At.Called->Units, Open);
  }
  for (const ir::Function *F : HandedOn)
    if (const Unit *Of = Units.lookup(F))
      for (unsigned N = F->CaptureCount; N < F->Params.size(); ++N) {
        slot(*Of, N).Kind = GivenKind::any();
        slot(*Of, N).IsGiven = true;
      }
}

void CallText::note(Unit &In, const ir::Inst &I) {
  switch (I.Kind) {
  case InstKind::Call: {
    const NameMeaning &Callee = Text.meaning(I.Name, In.m());
    if (Callee.Function)
      Places.push_back({&In, &I, unitOf(Callee.Function), nullptr, 0});
    else if (Unit *Maker = Callee.Class ? findMethod(Callee.Name, "__init__") : nullptr)
      Places.push_back({&In, &I, Maker, nullptr, 1});
    return;
  }
  case InstKind::Invoke:
    if (const auto It = MethodsByName.find(I.Name); It != MethodsByName.end())
      Places.push_back({&In, &I, nullptr, &It->second, 1});
    return;
  case InstKind::GetGlobal:
    if (const auto &Named = Text.meaning(I.Name, In.m()).Function)
      HandedOn.insert(Named->F);
    return;
  case InstKind::Closure: {
    // Who calls it gives the rest.
    const ir::Function &Made = In.m().function(I.Callee);
    HandedOn.insert(&Made);
    if (Unit *Callee = Units.lookup(&Made))
      Places.push_back({&In, &I, Callee, nullptr, 0});
    return;
  }
  case InstKind::SetField:
    if (In.f().Kind == ir::FunctionKind::Constructor && In.f().isReceiver(I.Args[0].Value))
      Stored[{In.f().Class, I.Name}].emplace_back(&In, I.Args[1].Value);
    return;
  default:
    return;
  }
}

Unit *CallText::findMethod(llvm::StringRef Class, llvm::StringRef Name) {
  auto [It, New] = FoundMethods.try_emplace({Class, Name});
  if (New)
    It->second = lookForMethod(Class, Name);
  return It->second;
}

Unit *CallText::lookForMethod(llvm::StringRef Class, llvm::StringRef Name, unsigned Depth) {
  constexpr unsigned MaxBases = 8;
  if (Depth > MaxBases)
    return nullptr;
  const ir::Module &Any = *Links.modules()[0];
  std::optional<Linker::ClassEntry> C = Links.findClass(Class, Any);
  if (!C)
    return nullptr;
  if (Unit *Own = unitOf(Links.findFunction((C->C->Name + "." + Name).str(), *C->M)))
    return Own;
  for (llvm::StringRef Base : C->C->Bases)
    if (Unit *Found = lookForMethod(Text.meaning(Base, *C->M).Name, Name, Depth + 1))
      return Found;
  return nullptr;
}

const GlobalValue &CallText::globalOf(llvm::StringRef Canonical) {
  auto [It, New] = Globals.try_emplace(Canonical);
  GlobalValue &Found = It->second;
  if (New)
    Found.Writer = unitOf(Links.globalWriter(Canonical));
  if (New && Found.Writer)
    Found.Writer->Text->forEach(KindSet(InstKind::SetGlobal), [&](const ir::Inst &I) {
      if (Text.meaning(I.Name, Found.Writer->m()).Name == Canonical)
        Found.Values.push_back(I.Args[0].Value);
    });
  return Found;
}

llvm::ArrayRef<std::pair<Unit *, ir::ValueId>> CallText::stored(llvm::StringRef Class, llvm::StringRef Name) const {
  const auto It = Stored.find({Class, Name});
  if (It == Stored.end() || Links.written().contains(Class, Name))
    return {};
  return It->second;
}

/// True if something of the class is left to those that derive from it.
static bool isInterface(const Linker &Links, llvm::StringRef Class) {
  return llvm::any_of(Links.methods(Class), [](const Linker::FunctionEntry &E) { return isAbstract(*E.F); });
}

llvm::StringRef CallText::commonInterface(llvm::StringRef A, llvm::StringRef B) const {
  const auto BasesOf = [&](llvm::StringRef Name) { return basesOf(Links.bases(), Name); };
  const llvm::SmallVector<llvm::StringRef, 4> OfB = resolutionOrder(B, BasesOf);
  for (llvm::StringRef Base : resolutionOrder(A, BasesOf))
    if (llvm::is_contained(OfB, Base))
      return isInterface(Links, Base) ? Base : llvm::StringRef();
  return {};
}

/// Modules of different classes are modules, and implementations of one class are of that.
void Finder::joinIn(GivenKind &Into, const GivenKind &From) {
  const bool Either = Into.MayBeNone || From.MayBeNone;
  if (Into.K == GivenKind::None)
    Into = From;
  else if (From.K != GivenKind::None && (From.K != Into.K || From.Class != Into.Class)) {
    const bool AreOne = From.K == GivenKind::One && Into.K == GivenKind::One;
    const bool Modules = AreOne && Run.isModule(From.Class) && Run.isModule(Into.Class);
    const llvm::StringRef Base = AreOne && !Modules ? Run.commonInterface(Into.Class, From.Class) : llvm::StringRef();
    Into = Modules ? GivenKind::of(knowledge::ModuleClass) : !Base.empty() ? GivenKind::of(Base) : GivenKind::any();
  }
  Into.MayBeNone = Either;
}

/// What a function gives back.
GivenKind Finder::evaluateResult(Unit &Callee, unsigned Depth) {
  if (Callee.State == Unit::Unread) {
    Callee.Text->forEach(KindSet(InstKind::Yield, InstKind::Return), [&](const ir::Inst &I) {
      if (I.Kind == InstKind::Yield)
        Callee.Yields = true;
      else
        Callee.Returns.push_back(&I);
    });
    Callee.State = Unit::Read;
  }
  if (Callee.Yields || !Callee.f().Decorators.empty())
    return GivenKind::any();
  GivenKind R;
  for (const ir::Inst *I : Callee.Returns)
    joinIn(R, I->Args.empty() ? GivenKind::none() : evaluate(Callee, I->Args[0].Value, Depth + 1));
  return R;
}

/// What callers give to a parameter.
GivenKind Finder::evaluateGiven(Unit &In, unsigned Index) {
  const ir::Function &F = In.f();
  if (Index >= F.Params.size())
    return GivenKind::any();
  const ir::Param &P = F.Params[Index];
  // Nobody gives an object to its own methods.
  if (Index == 0 && !F.Class.empty() && F.Kind != ir::FunctionKind::StaticMethod)
    return GivenKind::of(F.Class);
  if (P.DeclaredType.Kind == ir::TypeKind::Object) {
    const Slot &Given = Run.slot(In, Index);
    const bool SaysMore = Given.IsGiven && Run.asksCallers(In, Index) && Given.Kind.K != GivenKind::Any &&
                          Given.Kind.Class != llvm::StringRef(knowledge::ModuleClass);
    return SaysMore ? Given.Kind : GivenKind::of(Run.meaning(P.DeclaredType.Name, In).Name);
  }
  if (P.DeclaredType.Kind == ir::TypeKind::Number && !P.DeclaredType.Optional)
    return GivenKind::number();
  if (!P.DeclaredType.isUnknown() || P.PassMode != ir::Param::Mode::Value)
    return GivenKind::any();
  const Slot &Given = Run.slot(In, Index);
  return Given.IsGiven ? Given.Kind : GivenKind::any();
}

/// A parameter has what its callers give; a value at a join what all ways bring.
GivenKind Finder::evaluateParam(Unit &In, ir::BlockId B, unsigned Index, ir::ValueId V, unsigned Depth) {
  if (B.index() == 0)
    return evaluateGiven(In, Index);
  const ir::Function &F = In.f();
  GivenKind R;
  for (const ir::Block &From : F.Blocks)
    for (const ir::Successor &Next : F.inst(From.Insts.back()).Targets)
      if (Next.Block == B && Next.Args[Index] != V)
        joinIn(R, evaluate(In, Next.Args[Index], Depth + 1));
  return R;
}

GivenKind Finder::evaluateField(llvm::StringRef Class, llvm::StringRef Name, unsigned Depth) {
  const auto Stored = Run.stored(Class, Name);
  if (Stored.empty())
    return GivenKind::any();
  GivenKind R;
  for (const auto &[In, V] : Stored)
    joinIn(R, evaluate(*In, V, Depth + 1));
  // What is added to a number may be a tensor.
  return R.K == GivenKind::Number && Run.isUpdated(Name) ? GivenKind::any() : R;
}

GivenKind Finder::evaluateGlobal(const Unit &In, llvm::StringRef Name, unsigned Depth) {
  const GlobalValue &Of = Run.globalOf(Run.meaning(Name, In).Name);
  if (!Of.Writer)
    return GivenKind::any();
  GivenKind R;
  for (const ir::ValueId V : Of.Values)
    joinIn(R, evaluate(*Of.Writer, V, Depth + 1));
  return R;
}

/// A number, if all that D is given are numbers.
GivenKind Finder::evaluateAll(Unit &In, const ir::Inst &D, unsigned Depth) {
  for (const ir::Arg &A : D.Args)
    if (const GivenKind Given = evaluate(In, A.Value, Depth + 1); Given.K != GivenKind::Number || Given.MayBeNone)
      return GivenKind::any();
  return D.Args.empty() ? GivenKind::any() : GivenKind::number();
}

GivenKind Finder::evaluate(Unit &In, ir::ValueId V, unsigned Depth) {
  // What is asked inside a loop is not the whole answer.
  if (Depth != 0)
    return evaluateInner(In, V, Depth);
  const std::pair<const Unit *, uint32_t> Key(&In, V.index());
  auto [It, New] = Known.try_emplace(Key);
  if (!New)
    return It->second;
  const GivenKind Answer = evaluateInner(In, V, Depth);
  return Known[Key] = Answer;
}

GivenKind Finder::evaluateCall(Unit &In, const ir::Inst &D, unsigned Depth) {
  const NameMeaning &Callee = Run.meaning(D.Name, In);
  if (Callee.Function)
    return evaluateResult(*Run.unitOf(Callee.Function), Depth);
  const std::string_view Name = Callee.Name;
  if (Name == "len" || Name == "int" || Name == "float" || knowledge::givesNumber(Name))
    return GivenKind::number();
  if (knowledge::keepsNumbers(Name))
    return evaluateAll(In, D, Depth);
  if (Callee.Library && Callee.Library->Kind == knowledge::Action::MakeDevice)
    return GivenKind::of(llvm::StringRef(knowledge::DeviceClass));
  return Callee.Class || Run.isModule(Callee.Name) ? GivenKind::of(Callee.Name) : GivenKind::any();
}

GivenKind Finder::evaluateInner(Unit &In, ir::ValueId V, unsigned Depth) {
  constexpr unsigned MaxDepth = 6;
  if (Depth > MaxDepth)
    return GivenKind::any();
  const ir::Function &F = In.f();
  const ir::Inst *D = F.definition(V);
  if (!D) {
    const ir::BlockId B = F.value(V).Block;
    const auto &BlockParams = F.block(B).Params;
    return evaluateParam(In, B, llvm::find(BlockParams, V) - BlockParams.begin(), V, Depth);
  }
  switch (D->Kind) {
  case InstKind::Const:
    return kindOf(D->Const);
  case InstKind::Op:
    return knowledge::isArithmetic(std::string_view(D->Name)) ? evaluateAll(In, *D, Depth) : GivenKind::any();
  case InstKind::Call:
    return evaluateCall(In, *D, Depth);
  case InstKind::Invoke: {
    if (D->Name == "item" || D->Name == "numel" || (D->Name == "size" && D->Args.size() == 2))
      return GivenKind::number();
    // Moves in place, and modes, give the module itself.
    const knowledge::Callable *C = knowledge::findMethod(knowledge::Receiver::Module, std::string_view(D->Name));
    const bool IsSame = (C && knowledge::movesModules(std::string_view(D->Name))) ||
                        llvm::is_contained({"eval", "train", "float", "half", "double", "requires_grad_"}, D->Name);
    const GivenKind Of = IsSame ? evaluate(In, D->Args[0].Value, Depth + 1) : GivenKind::any();
    return Of.K != GivenKind::One || Run.isModule(Of.Class) ? Of : GivenKind::any();
  }
  case InstKind::GetGlobal:
    return evaluateGlobal(In, D->Name, Depth);
  case InstKind::GetItem: {
    const ir::Inst *Of = F.definition(D->Args[0].Value);
    return Of && Of->Kind == InstKind::GetField && Of->Name == "shape" ? GivenKind::number() : GivenKind::any();
  }
  case InstKind::GetField: {
    const GivenKind Of = evaluate(In, D->Args[0].Value, Depth + 1);
    return Of.K == GivenKind::One ? evaluateField(Of.Class, D->Name, Depth) : Of;
  }
  default:
    return GivenKind::any();
  }
}

void Finder::open(NamedMethods &Opened) {
  if (Opened.IsOpen)
    return;
  Opened.IsOpen = true;
  for (const Unit *Each : Opened.Units)
    for (unsigned N = 0; N < Each->f().Params.size(); ++N) {
      Slot &Given = Run.slot(*Each, N);
      Changed |= Given.Kind.K != GivenKind::Any;
      Given.Kind = GivenKind::any();
      Given.IsGiven = true;
    }
}

/// What At gives to the parameters of Callee. False if all of them are open already, which they stay.
bool Finder::bind(const CallPlace &At, Unit &Callee, unsigned Shift) {
  const bool IsOpen = llvm::any_of(At.I->Args, [](const ir::Arg &A) { return A.Keyword.starts_with("*"); });
  const unsigned First = At.I->Kind == InstKind::Invoke ? 1 : 0;
  bool MayLearn = false;
  const ir::Function &F = Callee.f();
  for (unsigned N = Shift; N < F.Params.size(); ++N) {
    Slot &To = Run.slot(Callee, N);
    if (To.AsksCallers == Slot::No || (To.IsGiven && To.Kind.K == GivenKind::Any))
      continue;
    const ir::Param &P = F.Params[N];
    if (!Run.asksCallers(Callee, N) || P.PassMode != ir::Param::Mode::Value)
      continue;
    To.IsGiven = true;
    GivenKind &Joined = To.Kind;
    MayLearn = true;
    GivenKind Given;
    const ir::Arg *A = At.I->findKeyword(P.Name);
    if (const unsigned Position = N - Shift + First;
        !A && Position < At.I->Args.size() && At.I->Args[Position].Keyword.empty())
      A = &At.I->Args[Position];
    if (A)
      Given = evaluate(*At.In, A->Value, 0);
    else if (!IsOpen && !P.DefaultFrom.empty())
      Given = evaluateGlobal(Callee, P.DefaultFrom, 0);
    else if (IsOpen || P.DefaultUnknown)
      Given = GivenKind::any();
    else if (P.HasDefault)
      Given = kindOf(P.Default);
    const GivenKind Old = Joined;
    joinIn(Joined, Given);
    Changed |= Old.K != Joined.K || Old.Class != Joined.Class || Old.MayBeNone != Joined.MayBeNone;
  }
  return MayLearn;
}

/// What a site says in this round. False if it says nothing in later ones.
bool Finder::tells(const CallPlace &At) {
  if (At.Callee)
    return bind(At, *At.Callee, At.Shift);
  if (At.Called->IsOpen)
    return false;
  const GivenKind Receiver = evaluate(*At.In, At.I->Args[0].Value, 0);
  if (Receiver.K == GivenKind::Any)
    open(*At.Called);
  else if (Receiver.K == GivenKind::One)
    if (Unit *Method = Run.findMethod(Receiver.Class, At.I->Name))
      bind(At, *Method, Method->f().Kind == ir::FunctionKind::Method ? 1 : 0);
  return Receiver.K != GivenKind::Any;
}

/// What nobody gives to a constructor is the module that stands there by default: `def __init__(self, prior=Normal())`.
void Finder::addDefaults() {
  for (Unit &Of : Run.units())
    for (unsigned N = 0; Of.f().Kind == ir::FunctionKind::Constructor && N < Of.f().Params.size(); ++N) {
      const ir::Param &P = Of.f().Params[N];
      Slot &At = Run.slot(Of, N);
      if (P.DefaultFrom.empty() || !P.DeclaredType.isUnknown() || At.IsGiven)
        continue;
      const GivenKind Default = evaluateGlobal(Of, P.DefaultFrom, 0);
      if (Default.K == GivenKind::One && !Default.MayBeNone && Run.isModule(Default.Class)) {
        At.Kind = Default;
        At.IsGiven = true;
      }
    }
}

void Finder::run(llvm::function_ref<void(const ir::Function &, unsigned, const GivenKind &)> Found) {
  constexpr unsigned MaxRounds = 8;
  for (unsigned Round = 0; Round < MaxRounds; ++Round) {
    Changed = false;
    Known.clear();
    llvm::erase_if(Run.Places, [&](const CallPlace &At) { return !tells(At); });
    if (!Changed)
      break;
  }
  if (Changed)
    return;
  addDefaults();
  for (const Unit &Of : Run.units())
    for (unsigned N = 0; N < Of.f().Params.size(); ++N)
      if (const Slot &At = Run.slot(Of, N); At.IsGiven)
        Found(Of.f(), N, At.Kind);
}

bool isMethod(const ir::Function &F) { return !F.Class.empty() && F.Kind != ir::FunctionKind::StaticMethod; }

} // namespace

ParameterTypes::ParameterTypes(const Linker &Links, RunText &Text) {
  if (Links.modules().empty())
    return;
  const ir::Module &Any = *Links.modules()[0];
  llvm::DenseSet<std::pair<const ir::Function *, unsigned>> Given; ///< somebody gives them something
  CallText Calls(Links, Text);                                     // holds the names of classes
  Finder(Calls).run([&](const ir::Function &F, unsigned N, const GivenKind &Kind) {
    if (Kind.K != GivenKind::None)
      Given.insert({&F, N});
    if (Kind.K == GivenKind::Number && !Kind.MayBeNone)
      Numbers.insert({&F, N});
    if (Kind.K != GivenKind::One)
      return;
    if (Kind.Class == llvm::StringRef(knowledge::DeviceClass)) {
      // What a device that is left out means is said where that is asked.
      if (!Kind.MayBeNone)
        Classes[{&F, N}] = knowledge::DeviceClass;
    } else if (std::optional<Linker::ClassEntry> C = Links.findClass(Kind.Class, Any))
      Classes[{&F, N}] = C->C->Name;
    else if (const knowledge::ClassInfo *Known = knowledge::findClass({Kind.Class.data(), Kind.Class.size()}))
      Classes[{&F, N}] = {Known->Name.data(), Known->Name.size()};
  });
  const MembersAsked Asked(Links, Text);
  for (const FunctionText &Each : Text.functions()) {
    const ir::Function &F = *Each.F;
    if (Each.M->declaresTypes() || !F.hasBody())
      continue;
    for (unsigned N = isMethod(F); N < F.Params.size(); ++N) {
      const ir::Param &P = F.Params[N];
      if (P.DeclaredType.isUnknown() && P.PassMode == ir::Param::Mode::Value && !P.HasDefault &&
          !Given.contains({&F, N}))
        if (const llvm::StringRef Class = Asked.classOf(F, N); !Class.empty())
          Classes[{&F, N}] = Class;
    }
  }
}

} // namespace devtidy::dataflow
