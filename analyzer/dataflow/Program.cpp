//===- Program.cpp - Linking modules and solving on demand --------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/Program.h"
#include "dataflow/FunctionSolver.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using knowledge::ClassKind;

namespace {
/// Calls nest at most this deep while summaries are computed; deeper callees are unknown.
constexpr unsigned MaxCallDepth = 80;

std::string_view view(llvm::StringRef S) { return {S.data(), S.size()}; }

bool isModuleKind(ClassKind K) {
  return K == ClassKind::Module || K == ClassKind::StatelessModule || K == ClassKind::ModuleContainer ||
         K == ClassKind::JitModule || K == ClassKind::DataParallel || K == ClassKind::DistributedParallel;
}
} // namespace

/// True if the instruction's first argument is the receiver of the method that it stands in.
static bool isOnSelf(const ir::Function &F, const ir::Inst &I) {
  return !F.Class.empty() && F.hasBody() && !F.Blocks[0].Params.empty() && !I.Args.empty() &&
         I.Args[0].Value == F.Blocks[0].Params[0];
}

/// Which members are assigned after construction. A method that a constructor calls, as Cloneable's reset, builds, too.
void Program::findWrittenFields() {
  llvm::StringSet<> Builders;
  for (const ir::Module *M : Modules)
    for (const auto &F : M->Functions)
      if (F->Kind == ir::FunctionKind::Constructor)
        for (const ir::Inst &I : F->Insts)
          if (I.Kind == ir::InstKind::Invoke && isOnSelf(*F, I))
            Builders.insert((F->Class + "." + I.Name).str());
  for (const ir::Module *M : Modules)
    for (const auto &F : M->Functions) {
      llvm::StringRef Method = F->Name.rsplit(F->Name.contains("::") ? "::" : ".").second;
      if (F->Kind == ir::FunctionKind::Constructor || Builders.contains((F->Class + "." + Method).str()))
        continue;
      for (const ir::Inst &I : F->Insts)
        if (I.Kind == ir::InstKind::SetField)
          WrittenFields.insert(((isOnSelf(*F, I) ? F->Class : llvm::StringRef("*")) + "." + I.Name).str());
    }
}

bool Program::isWrittenOutsideConstructors(llvm::StringRef Class, llvm::StringRef Field) const {
  return WrittenFields.contains((Class + "." + Field).str()) || WrittenFields.contains(("*." + Field).str());
}

Program::Program(llvm::ArrayRef<const ir::Module *> Mods) : Modules(Mods.begin(), Mods.end()) {
  for (const ir::Module *M : Modules) {
    for (const auto &F : M->Functions) {
      if (!F->hasBody())
        continue;
      for (const ir::Inst &I : F->Insts)
        if (I.Kind == ir::InstKind::Call)
          if (const knowledge::Callable *C = knowledge::findFunction(view(I.Name)))
            Facts.GuardsAvailability |=
                C->Kind == knowledge::Action::Available || C->Kind == knowledge::Action::DeviceCount;
      if (!FunctionByName.try_emplace(F->Name, Entry{M, F.get()}).second)
        continue; // an inline function of a header, or another program's
      if (F->Kind == ir::FunctionKind::Constructor)
        ConstructorsByClass[F->Class].push_back({M, F.get()});
    }
    for (const ir::Class &C : M->Classes)
      ClassByName.try_emplace(C.Name, ClassEntry{M, &C});
  }
  findWrittenFields();
}

Program::~Program() = default;

std::optional<Program::Entry> Program::findFunction(llvm::StringRef Name) const {
  auto It = FunctionByName.find(Name);
  return It == FunctionByName.end() ? std::nullopt : std::optional(It->second);
}

std::optional<Program::ClassEntry> Program::findClass(llvm::StringRef Name) const {
  auto It = ClassByName.find(Name);
  return It == ClassByName.end() ? std::nullopt : std::optional(It->second);
}

std::optional<Program::Entry> Program::findMethod(llvm::StringRef Class, llvm::StringRef Method) const {
  llvm::SmallVector<llvm::StringRef, 4> Work{Class};
  for (unsigned N = 0; N < Work.size() && N < 32; ++N) {
    auto C = findClass(Work[N]);
    if (!C)
      continue;
    for (llvm::StringRef Separator : {"::", "."})
      if (auto E = findFunction((Work[N] + Separator + Method).str()))
        return E;
    Work.append(C->C->Bases.begin(), C->C->Bases.end());
  }
  return std::nullopt;
}

std::vector<Program::Entry> Program::constructors(llvm::StringRef Class) const {
  auto It = ConstructorsByClass.find(Class);
  return It == ConstructorsByClass.end() ? std::vector<Entry>() : It->second;
}

const knowledge::ClassInfo *Program::libraryClass(llvm::StringRef Name) const {
  llvm::SmallVector<llvm::StringRef, 4> Work{Name};
  for (unsigned N = 0; N < Work.size() && N < 32; ++N) {
    if (auto C = findClass(Work[N])) {
      Work.append(C->C->Bases.begin(), C->C->Bases.end());
      continue;
    }
    if (const knowledge::ClassInfo *Info = knowledge::findClass(view(Work[N])))
      return Info;
  }
  return nullptr;
}

bool Program::isModuleClass(llvm::StringRef Name) const {
  if (Name.empty())
    return false;
  const knowledge::ClassInfo *Info = libraryClass(Name);
  return Info && isModuleKind(Info->Kind);
}

const Step *Program::step(const Step &S) {
  auto &Slot = Steps[{static_cast<uint8_t>(S.Kind), S.F, S.I, S.Range.Begin, S.Range.End, S.Subject, S.Previous}];
  if (!Slot)
    Slot = std::make_unique<Step>(S);
  return Slot.get();
}

void Program::noteCall(const ir::Function &Callee, bool Guarded, bool DeviceGuarded) {
  CallCount &C = CallCounts[&Callee];
  ++C.Total;
  C.Guarded += Guarded;
  C.DeviceGuarded += DeviceGuarded;
}

void Program::noteArgument(const ir::Function &Callee, unsigned Param, bool Tested) {
  auto &[Total, Yes] = ArgumentCounts[{&Callee, Param}];
  ++Total;
  Yes += Tested;
}

bool Program::onlyCalledTested(const ir::Function &F, unsigned Param) const {
  auto It = ArgumentCounts.find({&F, Param});
  return It != ArgumentCounts.end() && It->second.first == It->second.second;
}

bool Program::onlyCalledGuarded(const ir::Function &F) const {
  auto It = CallCounts.find(&F);
  return It != CallCounts.end() && It->second.Guarded == It->second.Total;
}

bool Program::onlyCalledDeviceGuarded(const ir::Function &F) const {
  auto It = CallCounts.find(&F);
  return It != CallCounts.end() && It->second.DeviceGuarded == It->second.Total;
}

const SolvedFunction &Program::solved(const Entry &E) {
  auto [It, New] = Solutions.try_emplace(E.F);
  if (New) {
    auto Owned = std::make_unique<SolvedFunction>();
    SolvedFunction *S = Owned.get();
    S->Owner = this;
    S->M = E.M;
    S->F = E.F;
    It->second.S = std::move(Owned);
    if (Stack.size() >= MaxCallDepth) {
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
    unsigned Low = Stack.back().Low;
    Stack.pop_back();
    Solution &Mine = Solutions[E.F];
    Mine.Status = Low < Depth ? Solution::Provisional : Solution::Done;
    Mine.Low = Low;
    if (Low < Depth) {
      Provisional.push_back(E.F);
      Stack.back().Low = std::min(Stack.back().Low, Low);
    }
    return *S;
  }
  const Solution &Known = It->second;
  if (Known.Status == Solution::Running) {
    auto Asked = llvm::find_if(Stack, [&](const Frame &X) { return X.F == E.F; });
    Asked->Asked = true;
    Stack.back().Low = std::min<unsigned>(Stack.back().Low, Asked - Stack.begin());
  } else if (Known.Status == Solution::Provisional && !Stack.empty()) {
    Stack.back().Low = std::min(Stack.back().Low, Known.Low);
  }
  return *Known.S;
}

void Program::solveOnce(const Entry &E, SolvedFunction &S) {
  SolvedFunction Attempt;
  Attempt.Owner = this;
  Attempt.M = E.M;
  Attempt.F = E.F;
  FunctionSolver(*this, Attempt).run();
  S = std::move(Attempt);
}

/// What depends on no frame outside Depth is right.
void Program::settle(size_t FirstProvisional, unsigned Depth) {
  auto First = Provisional.begin() + FirstProvisional;
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
  constexpr unsigned MaxRounds = 5, MaxCycleWork = 300;
  unsigned Depth = Stack.size() - 1;
  size_t FirstProvisional = Provisional.size();
  // Until it is known what it returns, it does not.
  S.Sum.Known = true;
  for (unsigned Round = 0;; ++Round) {
    bool Last = Round == MaxRounds || CycleWork > MaxCycleWork;
    if (Last)
      S.Sum = Summary();
    Summary Old = S.Sum;
    Stack.back().Asked = false;
    solveOnce(E, S);
    if (!Stack.back().Asked)
      return;
    if (Last)
      S.Sum = Summary();
    if (Last || S.Sum == Old)
      return settle(FirstProvisional, Depth);
    CycleWork += 1 + Provisional.size() - FirstProvisional;
    for (const ir::Function *F : llvm::drop_begin(Provisional, FirstProvisional))
      Solutions.erase(F);
    Provisional.resize(FirstProvisional);
  }
}

void Program::solve() {
  if (Modules.empty())
    return;
  const ir::Module &Own = *Modules.front();
  for (const auto &F : Own.Functions)
    if (F->InCheckedFile && F->hasBody())
      solved({&Own, F.get()});
  for (const ir::Class &C : Own.Classes)
    solvedClass(C.Name);
  // Guards and tests may stand in callers.
  llvm::StringSet<> Mine;
  for (const auto &F : Own.Functions)
    if (F->InCheckedFile)
      Mine.insert(F->Name);
  for (const ir::Module *M : llvm::drop_begin(Modules))
    for (const auto &F : M->Functions) {
      bool Calls = llvm::any_of(F->Insts, [&](const ir::Inst &I) {
        return I.Kind == ir::InstKind::Call && Mine.contains(I.Name) && !M->findFunction(I.Name);
      });
      if (Calls && F->hasBody())
        solved({M, F.get()});
    }
}

std::vector<const SolvedFunction *> Program::functions() const {
  std::vector<const SolvedFunction *> Out;
  if (Modules.empty())
    return Out;
  for (const auto &F : Modules.front()->Functions)
    if (auto It = Solutions.find(F.get()); It != Solutions.end() && F->InCheckedFile)
      Out.push_back(It->second.S.get());
  return Out;
}

std::vector<const SolvedClass *> Program::classes() const {
  std::vector<const SolvedClass *> Out;
  if (Modules.empty())
    return Out;
  for (const ir::Class &C : Modules.front()->Classes)
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

} // namespace devtidy::dataflow
