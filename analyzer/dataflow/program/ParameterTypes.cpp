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
#include "dataflow/program/Overrides.h"
#include "dataflow/program/ResolutionOrder.h"
#include "knowledge/ClassNames.h"
#include "knowledge/Names.h"
#include "knowledge/Operators.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using ir::InstKind;

namespace {

using FunctionEntry = Linker::FunctionEntry;

class Finder {
public:
  explicit Finder(const Linker &Links) : Links(Links) { collect(); }

  using Slot = std::pair<const ir::Function *, unsigned>;
  /// Empty if the answer does not settle.
  llvm::DenseMap<Slot, GivenKind> run();

private:
  struct Site {
    FunctionEntry In;
    const ir::Inst *I;
    std::optional<FunctionEntry> Callee; ///< of a call by name
    unsigned Shift = 0;                  ///< of arguments to parameters
  };

  void collect();
  void collectCall(const FunctionEntry &In, const ir::Inst &I);
  /// The method of a class or of one of its bases.
  std::optional<FunctionEntry> findMethod(llvm::StringRef Class, llvm::StringRef Name, unsigned Depth = 0);
  llvm::StringRef canonical(llvm::StringRef Name, const ir::Module &M);

  bool bind(const Site &At, const FunctionEntry &Callee, unsigned Shift);
  /// Somebody calls a method of that name of an object that is not known.
  void open(llvm::StringRef Method);
  GivenKind evaluate(const FunctionEntry &In, ir::ValueId V, unsigned Depth);
  GivenKind evaluateResult(const FunctionEntry &Callee, unsigned Depth);
  GivenKind evaluateAll(const FunctionEntry &In, const ir::Inst &D, unsigned Depth);
  GivenKind evaluateInner(const FunctionEntry &In, ir::ValueId V, unsigned Depth);
  GivenKind evaluateParam(const FunctionEntry &In, ir::BlockId B, unsigned Index, ir::ValueId V, unsigned Depth);
  GivenKind evaluateField(llvm::StringRef Class, llvm::StringRef Name, unsigned Depth);
  GivenKind evaluateGlobal(const FunctionEntry &In, llvm::StringRef Name, unsigned Depth);
  void joinIn(GivenKind &Into, const GivenKind &From);

  const Linker &Links;
  std::vector<Site> Sites;
  llvm::DenseMap<std::pair<const ir::Module *, llvm::StringRef>, llvm::StringRef> Names;
  llvm::StringMap<llvm::SmallVector<FunctionEntry, 2>> MethodsByName;
  /// What constructors put into a member, by "Class.name".
  llvm::StringMap<llvm::SmallVector<std::pair<FunctionEntry, ir::ValueId>, 1>> Stored;
  llvm::DenseSet<const ir::Function *> HandedOn;
  llvm::DenseMap<Slot, GivenKind> Params;
  llvm::StringSet<> Opened;
  llvm::DenseMap<std::pair<const ir::Function *, uint32_t>, GivenKind> Known; ///< of values, in this round
  llvm::StringSet<> Spellings;
  bool Changed = false;
};

static bool isModule(const Linker &Links, llvm::StringRef Class, unsigned Depth = 0) {
  constexpr unsigned MaxBases = 8;
  if (const knowledge::ClassInfo *Known = knowledge::findClass(std::string_view(Class)))
    return knowledge::registersByAssignment(*Known);
  std::optional<Linker::ClassEntry> C = Links.findClass(Class, *Links.modules()[0]);
  return C && Depth < MaxBases &&
         llvm::any_of(
             C->C->Bases,
             [&](llvm::StringRef Base) { return isModule(Links, Links.canonical(Base, *C->M), Depth + 1); });
}

/// True if what callers give may say more of P than its annotation does: nothing, or a class of the run or of modules,
/// from which others derive, or to which nobody keeps.
static bool asksCallers(const Linker &Links, const ir::Param &P, const ir::Module &M) {
  if (P.DeclaredType.Kind != ir::TypeKind::Object)
    return P.DeclaredType.isUnknown();
  const std::string Class = Links.canonical(P.DeclaredType.Name, M);
  return Links.findClass(Class, M) || isModule(Links, Class);
}

llvm::StringRef Finder::canonical(llvm::StringRef Name, const ir::Module &M) {
  auto [It, New] = Names.try_emplace({&M, Name});
  if (New)
    It->second = Spellings.insert(Links.canonical(Name, M)).first->first();
  return It->second;
}

void Finder::collect() {
  for (const ir::Module *M : Links.modules())
    if (!M->declaresTypes())
      for (const auto &F : M->Functions)
        if (F->Kind == ir::FunctionKind::Method && F->hasBody())
          MethodsByName[llvm::StringRef(F->Name).rsplit('.').second].push_back({M, F.get()});
  for (const ir::Module *M : Links.modules()) {
    if (M->declaresTypes())
      continue;
    for (const auto &F : M->Functions) {
      if (!F->hasBody())
        continue;
      const FunctionEntry In{M, F.get()};
      for (const ir::Inst &I : F->Insts)
        collectCall(In, I);
    }
  }
}

void Finder::collectCall(const FunctionEntry &In, const ir::Inst &I) {
  switch (I.Kind) {
  case InstKind::Call: {
    const llvm::StringRef Name = canonical(I.Name, *In.M);
    if (std::optional<FunctionEntry> Callee = Links.findFunction(Name, *In.M))
      Sites.push_back({In, &I, Callee, 0});
    else if (Links.findClass(Name, *In.M))
      if (std::optional<FunctionEntry> Maker = findMethod(Name, "__init__"))
        Sites.push_back({In, &I, Maker, 1});
    return;
  }
  case InstKind::Invoke:
    if (MethodsByName.contains(I.Name))
      Sites.push_back({In, &I, std::nullopt, 1});
    return;
  case InstKind::GetGlobal:
    if (std::optional<FunctionEntry> Named = Links.findFunction(canonical(I.Name, *In.M), *In.M))
      HandedOn.insert(Named->F);
    return;
  case InstKind::Closure: {
    // Who calls it gives the rest.
    const ir::Function &Made = In.M->function(I.Callee);
    HandedOn.insert(&Made);
    Sites.push_back({In, &I, FunctionEntry{In.M, &Made}, 0});
    return;
  }
  case InstKind::SetField:
    if (In.F->Kind == ir::FunctionKind::Constructor && In.F->isReceiver(I.Args[0].Value))
      Stored[(In.F->Class + "." + I.Name).str()].emplace_back(In, I.Args[1].Value);
    return;
  default:
    return;
  }
}

std::optional<FunctionEntry> Finder::findMethod(llvm::StringRef Class, llvm::StringRef Name, unsigned Depth) {
  constexpr unsigned MaxBases = 8;
  if (Depth > MaxBases)
    return std::nullopt;
  const ir::Module &Any = *Links.modules()[0];
  std::optional<Linker::ClassEntry> C = Links.findClass(Class, Any);
  if (!C)
    return std::nullopt;
  if (std::optional<FunctionEntry> Own = Links.findFunction((C->C->Name + "." + Name).str(), *C->M))
    return Own;
  for (llvm::StringRef Base : C->C->Bases)
    if (std::optional<FunctionEntry> Found = findMethod(canonical(Base, *C->M), Name, Depth + 1))
      return Found;
  return std::nullopt;
}

/// True if something of the class is left to those that derive from it.
static bool isInterface(const Linker &Links, llvm::StringRef Class) {
  return llvm::any_of(Links.methods(Class), [](const FunctionEntry &E) { return isAbstract(*E.F); });
}

/// The nearest class of the run from which both derive, if that leaves to them what they do; "" if there is none.
static llvm::StringRef commonInterface(const Linker &Links, llvm::StringRef A, llvm::StringRef B) {
  const auto BasesOf = [&](llvm::StringRef Name) { return Links.bases().lookup(Name); };
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
    const bool Modules = From.K == GivenKind::One && Into.K == GivenKind::One && isModule(Links, From.Class) &&
                         isModule(Links, Into.Class);
    const bool AreObjects = From.K == GivenKind::One && Into.K == GivenKind::One && !Modules;
    const llvm::StringRef Base = AreObjects ? commonInterface(Links, Into.Class, From.Class) : llvm::StringRef();
    Into = Modules ? GivenKind::of(knowledge::ModuleClass) : !Base.empty() ? GivenKind::of(Base) : GivenKind::any();
  }
  Into.MayBeNone = Either;
}

/// What a function gives back.
GivenKind Finder::evaluateResult(const FunctionEntry &Callee, unsigned Depth) {
  GivenKind R;
  for (const ir::Inst &I : Callee.F->Insts) {
    if (I.Kind == InstKind::Yield)
      return GivenKind::any();
    if (I.Kind == InstKind::Return)
      joinIn(R, I.Args.empty() ? GivenKind::none() : evaluate(Callee, I.Args[0].Value, Depth + 1));
  }
  return Callee.F->Decorators.empty() ? R : GivenKind::any();
}

/// A parameter has what its callers give; a value at a join what all ways bring.
GivenKind Finder::evaluateParam(const FunctionEntry &In, ir::BlockId B, unsigned Index, ir::ValueId V, unsigned Depth) {
  if (B.index() == 0) {
    if (Index >= In.F->Params.size())
      return GivenKind::any();
    const ir::Param &P = In.F->Params[Index];
    if (P.DeclaredType.Kind == ir::TypeKind::Object) {
      const auto Given = asksCallers(Links, P, *In.M) ? Params.find({In.F, Index}) : Params.end();
      const bool SaysMore = Given != Params.end() && Given->second.K != GivenKind::Any &&
                            Given->second.Class != llvm::StringRef(knowledge::ModuleClass);
      return SaysMore ? Given->second : GivenKind::of(canonical(P.DeclaredType.Name, *In.M));
    }
    if (P.DeclaredType.Kind == ir::TypeKind::Number && !P.DeclaredType.Optional)
      return GivenKind::number();
    if (!P.DeclaredType.isUnknown() || P.PassMode != ir::Param::Mode::Value)
      return GivenKind::any();
    if (Index == 0 && !In.F->Class.empty() && In.F->Kind != ir::FunctionKind::StaticMethod)
      return GivenKind::of(In.F->Class);
    auto It = Params.find({In.F, Index});
    return It == Params.end() ? GivenKind::any() : It->second;
  }
  GivenKind R;
  for (const ir::Block &From : In.F->Blocks)
    for (const ir::Successor &Next : In.F->inst(From.Insts.back()).Targets)
      if (Next.Block == B && Next.Args[Index] != V)
        joinIn(R, evaluate(In, Next.Args[Index], Depth + 1));
  return R;
}

GivenKind Finder::evaluateField(llvm::StringRef Class, llvm::StringRef Name, unsigned Depth) {
  if (Links.written().contains(Class, Name))
    return GivenKind::any();
  auto It = Stored.find((Class + "." + Name).str());
  if (It == Stored.end())
    return GivenKind::any();
  GivenKind R;
  for (const auto &[In, V] : It->second)
    joinIn(R, evaluate(In, V, Depth + 1));
  // What is added to a number may be a tensor.
  return R.K == GivenKind::Number && Links.written().isUpdated(Name) ? GivenKind::any() : R;
}

GivenKind Finder::evaluateGlobal(const FunctionEntry &In, llvm::StringRef Name, unsigned Depth) {
  const llvm::StringRef Global = canonical(Name, *In.M);
  std::optional<FunctionEntry> Writer = Links.globalWriter(Global);
  if (!Writer)
    return GivenKind::any();
  GivenKind R;
  for (const ir::Inst &I : Writer->F->Insts)
    if (I.Kind == InstKind::SetGlobal && canonical(I.Name, *Writer->M) == Global)
      joinIn(R, evaluate(*Writer, I.Args[0].Value, Depth + 1));
  return R;
}

/// A number, if all that D is given are numbers.
GivenKind Finder::evaluateAll(const FunctionEntry &In, const ir::Inst &D, unsigned Depth) {
  for (const ir::Arg &A : D.Args)
    if (const GivenKind Given = evaluate(In, A.Value, Depth + 1); Given.K != GivenKind::Number || Given.MayBeNone)
      return GivenKind::any();
  return D.Args.empty() ? GivenKind::any() : GivenKind::number();
}

GivenKind Finder::evaluate(const FunctionEntry &In, ir::ValueId V, unsigned Depth) {
  // What is asked inside a loop is not the whole answer.
  if (Depth != 0)
    return evaluateInner(In, V, Depth);
  auto [It, New] = Known.try_emplace({In.F, V.index()});
  if (!New)
    return It->second;
  const GivenKind Answer = evaluateInner(In, V, Depth);
  return Known[{In.F, V.index()}] = Answer;
}

GivenKind Finder::evaluateInner(const FunctionEntry &In, ir::ValueId V, unsigned Depth) {
  constexpr unsigned MaxDepth = 6;
  if (Depth > MaxDepth)
    return GivenKind::any();
  const ir::Inst *D = In.F->definition(V);
  if (!D) {
    const ir::BlockId B = In.F->value(V).Block;
    const auto &BlockParams = In.F->block(B).Params;
    return evaluateParam(In, B, llvm::find(BlockParams, V) - BlockParams.begin(), V, Depth);
  }
  switch (D->Kind) {
  case InstKind::Const:
    return kindOf(D->Const);
  case InstKind::Op:
    return knowledge::isArithmetic(std::string_view(D->Name)) ? evaluateAll(In, *D, Depth) : GivenKind::any();
  case InstKind::Call: {
    const llvm::StringRef Name = canonical(D->Name, *In.M);
    if (std::optional<FunctionEntry> Callee = Links.findFunction(Name, *In.M))
      return evaluateResult(*Callee, Depth);
    if (Name == "len" || Name == "int" || Name == "float" || knowledge::givesNumber(std::string_view(Name)))
      return GivenKind::number();
    if (knowledge::keepsNumbers(std::string_view(Name)))
      return evaluateAll(In, *D, Depth);
    if (const knowledge::Callable *C = knowledge::findFunction(std::string_view(Name));
        C && C->Kind == knowledge::Action::MakeDevice)
      return GivenKind::of(llvm::StringRef(knowledge::DeviceClass));
    return Links.findClass(Name, *In.M) || isModule(Links, Name) ? GivenKind::of(Name) : GivenKind::any();
  }
  case InstKind::Invoke: {
    if (D->Name == "item" || D->Name == "numel" || (D->Name == "size" && D->Args.size() == 2))
      return GivenKind::number();
    // Moves in place, and modes, give the module itself.
    const knowledge::Callable *C = knowledge::findMethod(knowledge::Receiver::Module, std::string_view(D->Name));
    const bool IsSame = (C && knowledge::movesModules(std::string_view(D->Name))) ||
                        llvm::is_contained({"eval", "train", "float", "half", "double", "requires_grad_"}, D->Name);
    const GivenKind Of = IsSame ? evaluate(In, D->Args[0].Value, Depth + 1) : GivenKind::any();
    return Of.K != GivenKind::One || isModule(Links, Of.Class) ? Of : GivenKind::any();
  }
  case InstKind::GetGlobal:
    return evaluateGlobal(In, D->Name, Depth);
  case InstKind::GetItem: {
    const ir::Inst *Of = In.F->definition(D->Args[0].Value);
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

void Finder::open(llvm::StringRef Method) {
  if (!Opened.insert(Method).second)
    return;
  for (const FunctionEntry &E : MethodsByName[Method])
    for (unsigned N = 0; N < E.F->Params.size(); ++N) {
      GivenKind &Given = Params[{E.F, N}];
      Changed |= Given.K != GivenKind::Any;
      Given = GivenKind::any();
    }
}

/// What At gives to the parameters of Callee. False if all of them are open already, which they stay.
bool Finder::bind(const Site &At, const FunctionEntry &Callee, unsigned Shift) {
  const bool IsOpen = llvm::any_of(At.I->Args, [](const ir::Arg &A) { return A.Keyword.starts_with("*"); });
  const unsigned First = At.I->Kind == InstKind::Invoke ? 1 : 0;
  bool MayLearn = false;
  for (unsigned N = 0; N < Callee.F->Params.size(); ++N) {
    const ir::Param &P = Callee.F->Params[N];
    if (!asksCallers(Links, P, *Callee.M) || P.PassMode != ir::Param::Mode::Value || N < Shift)
      continue;
    GivenKind &Joined = Params[{Callee.F, N}];
    if (Joined.K == GivenKind::Any)
      continue;
    MayLearn = true;
    GivenKind Given;
    const ir::Arg *A = At.I->findKeyword(P.Name);
    if (const unsigned Position = N - Shift + First;
        !A && Position < At.I->Args.size() && At.I->Args[Position].Keyword.empty())
      A = &At.I->Args[Position];
    if (A)
      Given = evaluate(At.In, A->Value, 0);
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

llvm::DenseMap<Finder::Slot, GivenKind> Finder::run() {
  // Everybody who may be called from somewhere begins with nothing, all others stay open.
  for (const Site &At : Sites) {
    auto Open = [&](const FunctionEntry &Callee) {
      for (unsigned N = 0; N < Callee.F->Params.size(); ++N)
        Params.try_emplace({Callee.F, N});
    };
    if (At.Callee)
      Open(*At.Callee);
    else
      llvm::for_each(MethodsByName[At.I->Name], Open);
  }
  for (const ir::Function *F : HandedOn)
    for (unsigned N = F->CaptureCount; N < F->Params.size(); ++N)
      Params[{F, N}] = GivenKind::any();
  // What a site says in this round. False if it says nothing in later ones.
  auto Tells = [&](const Site &At) {
    if (At.Callee)
      return bind(At, *At.Callee, At.Shift);
    if (Opened.contains(At.I->Name))
      return false;
    const GivenKind Receiver = evaluate(At.In, At.I->Args[0].Value, 0);
    if (Receiver.K == GivenKind::Any)
      open(At.I->Name);
    else if (Receiver.K == GivenKind::One)
      if (std::optional<FunctionEntry> Method = findMethod(Receiver.Class, At.I->Name))
        bind(At, *Method, Method->F->Kind == ir::FunctionKind::Method ? 1 : 0);
    return Receiver.K != GivenKind::Any;
  };
  constexpr unsigned MaxRounds = 8;
  for (unsigned Round = 0; Round < MaxRounds; ++Round) {
    Changed = false;
    Known.clear();
    llvm::erase_if(Sites, [&](const Site &At) { return !Tells(At); });
    if (!Changed)
      break;
  }
  if (Changed)
    return llvm::DenseMap<Slot, GivenKind>();
  // What nobody gives to a constructor is the module that stands there by default: `def __init__(self,
  // prior=Normal())`.
  for (const ir::Module *M : Links.modules())
    for (const auto &F : M->Functions)
      for (unsigned N = 0; F->Kind == ir::FunctionKind::Constructor && N < F->Params.size(); ++N) {
        const ir::Param &P = F->Params[N];
        if (P.DefaultFrom.empty() || !P.DeclaredType.isUnknown() || Params.contains({F.get(), N}))
          continue;
        const GivenKind Of = evaluateGlobal({M, F.get()}, P.DefaultFrom, 0);
        if (Of.K == GivenKind::One && !Of.MayBeNone && isModule(Links, Of.Class))
          Params[{F.get(), N}] = Of;
      }
  return std::move(Params);
}

bool isMethod(const ir::Function &F) { return !F.Class.empty() && F.Kind != ir::FunctionKind::StaticMethod; }

} // namespace

ParameterTypes::ParameterTypes(const Linker &Links) {
  if (Links.modules().empty())
    return;
  Finder All(Links); // holds the names of classes
  const llvm::DenseMap<Finder::Slot, GivenKind> Kinds = All.run();
  for (const auto &[Slot, Given] : Kinds) {
    if (Given.K == GivenKind::Number && !Given.MayBeNone)
      Numbers.insert(Slot);
    if (Given.K != GivenKind::One)
      continue;
    const ir::Module &Any = *Links.modules()[0];
    if (Given.Class == llvm::StringRef(knowledge::DeviceClass)) {
      // What a device that is left out means is said where that is asked.
      if (!Given.MayBeNone)
        Classes[Slot] = knowledge::DeviceClass;
    } else if (std::optional<Linker::ClassEntry> C = Links.findClass(Given.Class, Any))
      Classes[Slot] = C->C->Name;
    else if (const knowledge::ClassInfo *Known = knowledge::findClass({Given.Class.data(), Given.Class.size()}))
      Classes[Slot] = {Known->Name.data(), Known->Name.size()};
  }
  const MembersAsked Asked(Links);
  for (const ir::Module *M : Links.modules())
    for (const auto &F : M->Functions)
      for (unsigned N = isMethod(*F); !M->declaresTypes() && F->hasBody() && N < F->Params.size(); ++N) {
        const ir::Param &P = F->Params[N];
        const auto Given = Kinds.find({F.get(), N});
        if (P.DeclaredType.isUnknown() && P.PassMode == ir::Param::Mode::Value && !P.HasDefault &&
            (Given == Kinds.end() || Given->second.K == GivenKind::None))
          if (const llvm::StringRef Class = Asked.classOf(*F, N); !Class.empty())
            Classes[{F.get(), N}] = Class;
      }
}

} // namespace devtidy::dataflow
