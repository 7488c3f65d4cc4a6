//===- Program.cpp - Linking modules and solving on demand --------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/Program.h"
#include "dataflow/FunctionSolver.h"
#include "knowledge/ClassNames.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

namespace {
/// Calls nest at most this deep while summaries are computed; deeper callees are unknown.
constexpr unsigned MaxCallDepth = 80;
/// Instructions of other modules that are solved for one module, or twice as many as it has itself if that is more:
/// the time of a run stays linear in its size. What is called beyond is unknown.
constexpr unsigned MinForeignWork = 60000;
} // namespace

Program::Program(const Linker &Links, llvm::ArrayRef<const ir::Module *> Own, const Program *Base)
    : Links(Links), Own(Own.begin(), Own.end()), Base(Base) {
  if (Base) {
    Paths = Base->Paths;
    Conditions = Base->Conditions;
  }
  for (const ir::Module *M : Own) {
    unsigned OwnWork = 0;
    for (const auto &F : M->Functions)
      OwnWork += F->Insts.size();
    MaxForeignWork += std::max(MinForeignWork, 2 * OwnWork);
  }
}

Program::~Program() = default;

llvm::StringRef Program::canonical(llvm::StringRef Name) const {
  if (!Links.hasAliases())
    return Name;
  if (Base)
    if (auto It = Base->Canonical.find(Name); It != Base->Canonical.end())
      return It->second;
  auto [It, New] = Canonical.try_emplace(Name);
  if (New)
    It->second = Links.canonical(Name, *Own[0]);
  return It->second;
}

/// True for a name that nobody in the run explains, and that says what it is: `Device = Union[str, torch.device]`.
bool Program::isDeviceAlias(llvm::StringRef Class) const {
  const llvm::StringRef Last = Class.rsplit('.').second;
  return Last.contains_insensitive("device") && !findClass(Class) &&
         !knowledge::findClass({Class.data(), Class.size()});
}

ir::Type Program::meaning(ir::Type T) const {
  bool IsElement = T.Element == ir::TypeKind::Object;
  if (T.Name.empty() || (T.Kind != ir::TypeKind::Object && !IsElement) || !Links.hasAliases())
    return T;
  llvm::StringRef Class = canonical(T.Name);
  ir::TypeKind Means = knowledge::isTensorClass({Class.data(), Class.size()}) ? ir::TypeKind::Tensor
                       : Class == llvm::StringRef(knowledge::DeviceClass) || isDeviceAlias(Class)
                           ? ir::TypeKind::Device
                           : ir::TypeKind::Object;
  if (Means == ir::TypeKind::Object)
    return T;
  (IsElement ? T.Element : T.Kind) = Means;
  T.Name = {};
  return T;
}

ir::Type Program::givenType(const ir::Function &F, unsigned Index) const {
  ir::Type T = meaning(F.Params[Index].DeclaredType);
  if (!T.isUnknown())
    return T;
  if (llvm::StringRef Class = Links.parameterTypes().classOf(F, Index); !Class.empty()) {
    const bool IsDevice = Class == llvm::StringRef(knowledge::DeviceClass);
    T.Kind = IsDevice ? ir::TypeKind::Device : ir::TypeKind::Object;
    T.Name = IsDevice ? llvm::StringRef() : Class;
  }
  return T;
}

bool Program::isGivenNumber(const Path &P, const ir::Function &F) const {
  return P.Kind == Path::Root::Param && P.Owner == &F && P.Index < F.Params.size() &&
         F.Params[P.Index].DeclaredType.isUnknown() && Links.parameterTypes().isNumber(F, P.Index);
}

bool Program::isNumber(llvm::StringRef Class, llvm::StringRef Field, const FieldFacts &Facts) const {
  return Facts.IsNumber && !isWrittenOutsideConstructors(Class, Field) && !Links.written().isUpdated(Field);
}

std::optional<Program::Entry> Program::findFunction(llvm::StringRef Name) const {
  return Links.findFunction(canonical(Name), *Own[0]);
}

std::optional<Program::ClassEntry> Program::findClass(llvm::StringRef Name) const {
  return Links.findClass(canonical(Name), *Own[0]);
}

bool Program::isWrittenOutsideConstructors(llvm::StringRef Class, llvm::StringRef Field, bool IsBack) const {
  return Links.written().contains(canonical(Class), Field, IsBack);
}

const Step *Program::step(const Step &S) {
  const StepKey Key{static_cast<uint8_t>(S.Kind), S.F, S.I, S.Range.Begin, S.Range.End, S.Subject, S.Previous};
  if (Base)
    if (auto It = Base->Steps.find(Key); It != Base->Steps.end())
      return It->second.get();
  auto &Slot = Steps[Key];
  if (!Slot)
    Slot = std::make_unique<Step>(S);
  return Slot.get();
}

llvm::StringRef Program::intern(llvm::StringRef S) {
  if (Base)
    if (auto It = Base->Strings.find(S); It != Base->Strings.end())
      return It->getKey();
  return Strings.insert(S).first->getKey();
}

const SolvedFunction *Program::settled(const ir::Function &F) const {
  auto It = Solutions.find(&F);
  return It != Solutions.end() && It->second.Status == Solution::Done ? It->second.S.get() : nullptr;
}

void Program::forgetDetails() {
  for (auto &[F, Known] : Solutions) {
    Known.S->Events = {};
    Known.S->Demands = {};
  }
}

Callers Program::calls() const {
  Callers All;
  for (const auto &[F, Known] : Solutions)
    All.add(Known.S->Calls);
  return All;
}

const SolvedFunction &Program::solved(const Entry &E) {
  // Of its own functions the base has summaries only, if its modules call them.
  const bool IsForeign = !llvm::is_contained(Own, E.M);
  if (Base && IsForeign)
    if (const SolvedFunction *Known = Base->settled(*E.F))
      return *Known;
  auto [It, New] = Solutions.try_emplace(E.F);
  if (New) {
    auto Owned = std::make_unique<SolvedFunction>();
    SolvedFunction *S = Owned.get();
    S->Owner = this;
    S->M = E.M;
    S->F = E.F;
    It->second.S = std::move(Owned);
    if (IsForeign)
      ForeignWork += E.F->Insts.size();
    if (Stack.size() >= MaxCallDepth || (IsForeign && ForeignWork > MaxForeignWork) || isSkipped(*E.F)) {
      // Too deep to be worth it now; solved by itself later.
      static const SolvedFunction Nothing;
      Solutions.erase(E.F);
      return Nothing;
    }
    unsigned Depth = Stack.size();
    if (Stack.empty())
      CycleWork = 0;
    Stack.push_back({E.F, Depth});
    solveCycle(E, *S);
    auto [F, Low, Asked, Before] = Stack.back();
    Stack.pop_back();
    forgetUnready(Depth);
    Solution &Mine = Solutions[E.F];
    if (Before < Depth) {
      Mine.Unready = Before;
      Unready.push_back(E.F);
      if (Before + 1 < Depth)
        Stack.back().Unready = std::min(Stack.back().Unready, Before);
    }
    Mine.Status = Low < Depth ? Solution::Provisional : Solution::Done;
    Mine.Low = Low;
    if (Low < Depth) {
      Provisional.push_back(E.F);
      Stack.back().Low = std::min(Stack.back().Low, Low);
    }
    return *S;
  }
  const Solution &Known = It->second;
  if (Known.Unready + 1 < Stack.size())
    Stack.back().Unready = std::min(Stack.back().Unready, Known.Unready);
  if (Known.Status == Solution::Running) {
    auto Asked = llvm::find_if(Stack, [&](const Frame &X) { return X.F == E.F; });
    Asked->Asked = true;
    Stack.back().Low = std::min<unsigned>(Stack.back().Low, Asked - Stack.begin());
  } else if (Known.Status == Solution::Provisional && !Stack.empty()) {
    Stack.back().Low = std::min(Stack.back().Low, Known.Low);
  }
  return *Known.S;
}

std::optional<unsigned> Program::frameOf(const ir::Function &F) const {
  const auto Of = llvm::find_if(Stack, [&](const Frame &X) { return X.F == &F; });
  return Of == Stack.end() ? std::nullopt : std::optional<unsigned>(Of - Stack.begin());
}

void Program::noteUnready(unsigned Depth) {
  if (Depth != ~0U && Depth + 1 < Stack.size())
    Stack.back().Unready = std::min(Stack.back().Unready, Depth);
}

bool Program::isBeingBuilt(llvm::ArrayRef<Entry> Constructors) {
  bool Any = false;
  for (const Entry &E : Constructors)
    if (const std::optional<unsigned> Depth = frameOf(*E.F)) {
      Any = true;
      noteUnready(*Depth);
    }
  return Any;
}

void Program::forgetUnready(unsigned Depth) {
  auto IsOf = [&](const ir::Function *F) {
    auto It = Solutions.find(F);
    // Forgotten meanwhile, for a cycle; perhaps it is being solved again.
    if (It == Solutions.end() || It->second.Unready == ~0U)
      return true;
    if (It->second.Unready < Depth)
      return false;
    llvm::erase(Provisional, F);
    Solutions.erase(It);
    return true;
  };
  llvm::erase_if(Unready, IsOf);
  for (auto It = Globals.begin(); It != Globals.end();)
    if (auto Next = std::next(It); It->second.Unready != ~0U && It->second.Unready >= Depth && !It->second.Running)
      Globals.erase(std::exchange(It, Next));
    else
      It = Next;
}

void Program::solveOnce(const Entry &E, SolvedFunction &S) {
  SolvedFunction Attempt;
  Attempt.Owner = this;
  Attempt.M = E.M;
  Attempt.F = E.F;
  // Checks look at what they may report; of the rest only the summary is used.
  const bool IsOwn = llvm::is_contained(Own, E.M);
  FunctionSolver(*this, Attempt, IsOwn).run();
  if (!IsOwn)
    Attempt.Demands = {};
  S = std::move(Attempt);
}

/// What depends on no frame outside Depth is right.
void Program::settle(size_t FirstProvisional, unsigned Depth) {
  auto First = Provisional.begin() + static_cast<ptrdiff_t>(FirstProvisional);
  Provisional.erase(std::remove_if(First, Provisional.end(),
                                   [&](const ir::Function *F) {
                                     Solution &S = Solutions[F];
                                     if (S.Low < Depth)
                                       return false;
                                     S.Status = Solution::Done;
                                     return true;
                                   }),
                    Provisional.end());
}

void Program::solveCycle(const Entry &E, SolvedFunction &S) {
  constexpr unsigned MaxRounds = 16, MaxCycleWork = 600;
  unsigned Depth = Stack.size() - 1;
  size_t FirstProvisional = Provisional.size();
  // Until it is known what it returns, it does not.
  Summary Never;
  Never.Known = true;
  S.Sum = std::make_shared<Summary>(std::move(Never));
  bool Last = false, IsStale = false;
  for (unsigned Round = 0;; ++Round) {
    Last |= Round == MaxRounds || CycleWork > MaxCycleWork;
    if (Last)
      S.Sum = std::make_shared<Summary>();
    std::shared_ptr<const Summary> Old = S.Sum;
    Stack.back().Asked = false;
    solveOnce(E, S);
    if (!Stack.back().Asked)
      return;
    if (Last) {
      // Nothing may be assumed of a call; which objects the function's own values are is known all the same.
      Summary Open;
      Open.Objects = S.Sum->Objects;
      S.Sum = std::make_shared<Summary>(std::move(Open));
    }
    bool Settles = Last || *S.Sum == *Old;
    // What had to agree when less was known of what a call gives hands itself on: what is demanded is found out anew.
    const bool HasOthers = Provisional.size() > FirstProvisional;
    IsStale |= !Old->Demands.empty() && ((HasOthers && Round == 1) || !S.Sum->doesSame(*Old));
    if (Settles && !Last && std::exchange(IsStale, false) && !S.Sum->Demands.empty()) {
      Summary Undemanding = *S.Sum;
      Undemanding.Demands.clear();
      S.Sum = std::make_shared<Summary>(std::move(Undemanding));
      Settles = false;
      Round = 0;
    }
    // Nobody writes a recursion without an end: rather is it another function that is called.
    const bool IsEndless = !Last && Settles && S.Sum->Known && !S.Sum->Returns;
    if (Settles && !IsEndless)
      return settle(FirstProvisional, Depth);
    Last = IsEndless;
    CycleWork += 1 + Provisional.size() - FirstProvisional;
    for (const ir::Function *F : llvm::drop_begin(Provisional, FirstProvisional))
      Solutions.erase(F);
    Provisional.resize(FirstProvisional);
  }
}

void Program::solve() {
  for (const ir::Module *M : Own) {
    for (const auto &F : M->Functions)
      if (F->InCheckedFile && F->hasBody())
        solved({M, F.get()});
    for (const ir::Class &C : M->Classes)
      solvedClass(C.Name);
  }
  // What was forgotten because its class was not known, and nobody asked for again.
  for (const ir::Module *M : Own)
    for (const auto &F : M->Functions)
      if (F->InCheckedFile && F->hasBody())
        solved({M, F.get()});
}

std::vector<const SolvedFunction *> Program::functions() const {
  std::vector<const SolvedFunction *> Out;
  for (const ir::Module *M : Own)
    for (const auto &F : M->Functions)
      if (auto It = Solutions.find(F.get()); It != Solutions.end() && F->InCheckedFile)
        Out.push_back(It->second.S.get());
  return Out;
}

const SolvedFunction *Program::solvedHere(const ir::Function &F) const {
  const auto It = Solutions.find(&F);
  if (It == Solutions.end() || !F.InCheckedFile)
    return nullptr;
  const SolvedFunction *S = It->second.S.get();
  return llvm::is_contained(Own, S->M) ? S : nullptr;
}

std::vector<const SolvedClass *> Program::classes() const {
  std::vector<const SolvedClass *> Out;
  for (const ir::Module *M : Own)
    for (const ir::Class &C : M->Classes)
      if (auto It = Classes.find(C.Name); It != Classes.end() && It->second->C == &C)
        Out.push_back(It->second.get());
  return Out;
}

const Event *SolvedFunction::eventAt(ir::InstId I) const {
  for (const Event &E : Events)
    if (E.Id == I)
      return &E;
  return nullptr;
}

bool SolvedFunction::isUsed(ir::InstId I) const {
  ir::ValueId V = F->inst(I).Result;
  if (!V)
    return false;
  for (const ir::Inst &Inst : F->Insts) {
    for (const ir::Arg &A : Inst.Args)
      if (A.Value == V)
        return true;
    for (const ir::Successor &S : Inst.Targets)
      if (llvm::is_contained(S.Args, V))
        return true;
  }
  return false;
}

/// `x.cuda()`, `x.to(self.device)`, `x.to(DEVICE)`
static bool isMoveByName(const ir::Function &F, const ir::Inst &I) {
  if (I.Kind != ir::InstKind::Invoke || (I.Name != "to" && I.Name != "cuda"))
    return false;
  if (I.Name == "cuda" || I.Args.size() < 2)
    return I.Name == "cuda";
  const ir::Arg &Where = I.Args[1];
  const ir::Inst *D = F.definition(Where.Value);
  const bool Reads = D && (D->Kind == ir::InstKind::GetField || D->Kind == ir::InstKind::GetGlobal);
  const llvm::StringRef Name = Reads ? D->Name : F.value(Where.Value).Variable;
  return Where.Keyword == "device" || Name.substr(Name.rfind('.') + 1).contains_insensitive("device");
}

/// True if V is a tensor by what F asks of it, its device aside: `x.shape`, `x.dtype`, `x.size(0)`.
static bool isAskedAsTensor(const ir::Function &F, ir::ValueId V) {
  return llvm::any_of(F.Insts, [&](const ir::Inst &I) {
    const std::string_view Name(I.Name.data(), I.Name.size());
    const bool Asks = I.Kind == ir::InstKind::GetField || I.Kind == ir::InstKind::Invoke;
    return Asks && !I.Args.empty() && I.Args[0].Value == V &&
           (knowledge::isSizeAttribute(Name) || Name == "dtype" || Name == "size");
  });
}

/// `device=x.device`, `y.to(x.device)` for a tensor x: who writes that expects x on any device.
static bool isPlacedBesideTensor(const ir::Function &F, const ir::Inst &I) {
  const bool IsMove = I.Kind == ir::InstKind::Invoke && I.Name == "to";
  return llvm::any_of(I.Args, [&](const ir::Arg &A) {
    const ir::Inst *D = A.Keyword == "device" || (IsMove && &A != I.Args.begin()) ? F.definition(A.Value) : nullptr;
    return D && D->Kind == ir::InstKind::GetField && D->Name == "device" && isAskedAsTensor(F, D->Args[0].Value);
  });
}

bool Program::handlesDevices(const ir::Module &M, llvm::StringRef Class) {
  auto [It, New] = Handlers.try_emplace({&M, Class}, false);
  if (New)
    It->second = llvm::any_of(M.Functions, [&](const auto &F) {
      return llvm::any_of(F->Insts, [&](const ir::Inst &I) {
        return Class.empty() ? isPlacedBesideTensor(*F, I) : F->Class == Class && isMoveByName(*F, I);
      });
    });
  return It->second;
}

bool isGenerator(const Program &Prog, const Object &O) {
  const knowledge::ClassInfo *Class = Prog.libraryClass(O.Class);
  return Class && Class->Kind == knowledge::ClassKind::Generator;
}

} // namespace devtidy::dataflow
