//===- Linker.cpp - What qualified names mean in the modules of a run ---===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/program/Linker.h"
#include "dataflow/program/DefaultSetters.h"
#include "dataflow/program/RunText.h"
#include "knowledge/Builtins.h"
#include "knowledge/Device.h"
#include "knowledge/ModuleParts.h"
#include "knowledge/Names.h"
#include "knowledge/Operators.h"
#include "knowledge/Packages.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include <array>

namespace devtidy::dataflow {

namespace {
/// Chains of aliases are at most this long; longer ones go in circles.
constexpr unsigned MaxHops = 16;
/// Names that one `.*` after the other makes of a name, and how long they may grow.
constexpr unsigned MaxCandidates = 256, MaxNameLength = 400;

/// "a.b.c", "a.b", "a", "".
llvm::StringRef parentName(llvm::StringRef Name) { return Name.contains('.') ? Name.rsplit('.').first : ""; }

} // namespace

/// Something that the tables know.
static bool isInTables(llvm::StringRef Name) {
  return knowledge::findFunction(std::string_view(Name)) || knowledge::findClass(std::string_view(Name)) ||
         !knowledge::operatorForFunction(std::string_view(Name)).empty();
}

Linker::Linker(llvm::ArrayRef<const ir::Module *> Mods) : Modules(Mods.begin(), Mods.end()) {
  RunText Text(*this);
  for (size_t N = 0; N != Modules.size(); ++N) {
    addNames(Text, N);
    addAliases(*Modules[N]);
  }
  if (!Everything.empty()) {
    auto AddAll = [&](const auto &Names) {
      for (const auto &Entry : Names)
        Everything.addName(Entry.first());
    };
    AddAll(FunctionByName);
    AddAll(ClassByName);
    AddAll(Globals);
    AddAll(AliasByName);
    AddAll(ModuleNames);
    Everything.finish(ModuleNames);
  }
  // What a callee is called behind its aliases is known only now.
  for (size_t N = 0; N != Modules.size(); ++N)
    addUses(Text, N);
  addImporters(*this, SettingDefault);
  // What they call, and what that calls, runs after that.
  Together.addUsed(SettingDefault);
  Together.finish(Modules, GuardingAvailability);
  Bases = directBases(*this, Text);
  Building = Builders(*this, Text);
  findReplaced(Text);
  Written = WrittenMembers(*this, Text);
  Writing = MemberWriters(*this, Text);
  Given = ParameterTypes(*this, Text);
  Options = CommandLine(Text);
  Overridden = Overrides(*this, Text);
  Apart = MovedParts(*this, Text);
  Completed = CompletedClasses(*this, Text);
  Named = Mentions(*this);
}

/// The first definition is what others mean.
template <typename Entry> void Linker::addName(llvm::StringMap<Entry> &Names, llvm::StringRef Name, const Entry &E) {
  const ir::Module *First = Names.try_emplace(Name, E).first->second.M;
  if (First != E.M)
    SharingNames.insert_range(std::array{First, E.M});
}

/// The global that I gives another value, or another tensor to be: `KEPT.data = x.cuda()` in a function; "" if none.
static llvm::StringRef assignedGlobal(const ir::Function &F, const ir::Inst &I) {
  if (I.Kind == ir::InstKind::SetGlobal)
    return I.Name;
  if (I.Kind != ir::InstKind::SetField || F.Kind == ir::FunctionKind::TopLevel || !knowledge::isDataAttribute(I.Name))
    return {};
  const ir::Inst *Changed = F.definition(I.Args[0].Value);
  return Changed && Changed->Kind == ir::InstKind::GetGlobal ? Changed->Name : llvm::StringRef();
}

void Linker::addNames(const RunText &Text, size_t Number) {
  const ir::Module &M = *Modules[Number];
  ModuleNames.insert(M.Name);
  // `Tensor = torch.Tensor` makes another name, and no variable.
  llvm::DenseSet<llvm::StringRef> Renamed;
  for (const ir::Alias &A : M.Aliases)
    Renamed.insert(A.Name);
  constexpr KindSet Telling(ir::InstKind::Closure, ir::InstKind::SetGlobal, ir::InstKind::SetField);
  for (const FunctionText &Of : Text.functionsOf(Number)) {
    const ir::Function *F = Of.F;
    if (!F->hasBody())
      continue;
    Of.forEach(Telling, [&](const ir::Inst &I) {
      if (I.Kind == ir::InstKind::Closure)
        ClosureModules[&M.function(I.Callee)] = &M;
      if (const llvm::StringRef Name = assignedGlobal(*F, I); !Name.empty() && !Renamed.contains(Name)) {
        auto [It, New] = Globals.try_emplace(Name, FunctionEntry{&M, F});
        if (It->second.F != F || F->Kind != ir::FunctionKind::TopLevel)
          It->second = {};
      }
    });
    bool IsConstructor = F->Kind == ir::FunctionKind::Constructor;
    if (IsConstructor)
      OwnConstructors[{&M, F->Class}].push_back({&M, F});
    if (F->Kind == ir::FunctionKind::Method)
      MethodsByClass[F->Class].push_back({&M, F});
    LastNames.insert(ir::lastName(F->Name));
    // Not the first: an inline function of a header, or another program's.
    bool IsNew = !FunctionByName.contains(F->Name);
    addName(FunctionByName, F->Name, {&M, F});
    if (IsNew && IsConstructor)
      ConstructorsByClass[F->Class].push_back({&M, F});
  }
  for (const ir::Class &C : M.Classes)
    addName(ClassByName, C.Name, {&M, &C});
}

void Linker::addAliases(const ir::Module &M) {
  for (const ir::Alias &A : M.Aliases) {
    if (A.Name == A.Target)
      continue; // a package that imports its own module
    // What stands in for a library is not asked about what the tables know.
    if (!M.declares(A.Name) && isInTables(A.Name))
      continue;
    HasAliases = true;
    if (auto It = AliasByName.find(A.Name); It != AliasByName.end() && It->second.front().M != &M)
      SharingNames.insert_range(std::array{It->second.front().M, &M});
    if (A.isWildcard())
      Everything.add(A.Name.drop_back(2), A.Target.drop_back(2));
    else
      AliasByName[A.Name].push_back({&M, A.Target});
    LastNames.insert(ir::lastName(A.Name));
  }
}

/// True for a call that makes an accelerator current.
static bool makesCurrent(const NameMeaning &Callee) {
  using knowledge::Action, knowledge::ClassKind;
  if (const knowledge::Callable *C = Callee.Library)
    return C->Kind == Action::SetDevice || C->Kind == Action::GuardDevice || C->Kind == Action::GuardStream;
  if (const knowledge::ClassInfo *C = knowledge::findClass(std::string_view(Callee.Name)))
    return C->Kind == ClassKind::StreamGuard || (C->Kind == ClassKind::Guard && C->Params.starts_with("device"));
  return false;
}

/// The function that chooses the current accelerator, as a value or as a member of something: anybody may call it then.
static bool handsOutChoice(const ir::Inst &I) {
  bool IsMember = I.Kind == ir::InstKind::Invoke || I.Kind == ir::InstKind::GetField;
  if (!IsMember && I.Kind != ir::InstKind::GetGlobal)
    return false;
  llvm::StringRef Last = ir::lastName(I.Name);
  return Last == "set_device" || Last == "set_device_index" || Last == "set_device_idx";
}

/// True if B is the end of the program, or an error: what asks only whether to go on has no other way.
static bool endsThere(const ir::Function &F, ir::BlockId B) {
  auto Leaves = [&](ir::InstId Id) {
    const ir::Inst &I = F.inst(Id);
    const knowledge::Callable *C =
        I.Kind == ir::InstKind::Call ? knowledge::findFunction(std::string_view(I.Name)) : nullptr;
    return I.Kind == ir::InstKind::Unreachable || I.Kind == ir::InstKind::Raise ||
           (C && C->Kind == knowledge::Action::Leaves);
  };
  return llvm::any_of(F.block(B).Insts, Leaves);
}

/// True if Compare asks whether there is at least one of Count. More than one is another question.
static bool asksForOne(const ir::Function &F, const ir::Inst &Compare, ir::ValueId Count) {
  static constexpr llvm::StringLiteral Comparisons[] = {">", ">=", "==", "!=", "<", "<="};
  if (Compare.Name == "not")
    return true;
  if (Compare.Args.size() != 2 || !llvm::is_contained(Comparisons, Compare.Name))
    return false;
  const bool IsLeft = Compare.Args[0].Value == Count;
  const ir::Inst *Other = F.definition(Compare.Args[IsLeft ? 1 : 0].Value);
  if (!Other || Other->Kind != ir::InstKind::Const || Other->Const.K != ir::Constant::Kind::Int)
    return true;
  const bool IsStrict =
      IsLeft ? Compare.Name == ">" || Compare.Name == "<=" : Compare.Name == "<" || Compare.Name == ">=";
  return Other->Const.Int <= (IsStrict ? 0 : 1);
}

/// True if the program does something else where the answer Asked is that there is no accelerator: `assert
/// is_available()` goes on nowhere, `device_count() > 1` asks for something else, and a number that somebody computes
/// with, or is given, is no question.
static bool decidesWithout(const ir::Function &F, ir::ValueId Asked, bool IsCount) {
  return llvm::any_of(F.Insts, [&](const ir::Inst &I) {
    if (llvm::any_of(I.Targets, [&](const ir::Successor &Next) { return llvm::is_contained(Next.Args, Asked); }))
      return true;
    if (llvm::none_of(I.Args, [&](const ir::Arg &A) { return A.Value == Asked; }))
      return false;
    switch (I.Kind) {
    case ir::InstKind::Branch:
      return llvm::none_of(I.Targets, [&](const ir::Successor &Next) { return endsThere(F, Next.Block); });
    case ir::InstKind::Op:
      return (!IsCount || asksForOne(F, I, Asked)) && I.Result && decidesWithout(F, I.Result, /*IsCount=*/false);
    case ir::InstKind::Call:
    case ir::InstKind::Invoke:
    case ir::InstKind::Apply:
      return !IsCount;
    default:
      return true;
    }
  });
}

/// True for a script that compiles what others run: it asks what there is to compile for, and says nothing of machines
/// that run it.
static bool buildsExtensions(const ir::Module &M) {
  return llvm::any_of(M.Aliases,
                      [](const ir::Alias &A) { return knowledge::buildsExtensions(std::string_view(A.Target)); });
}

void Linker::addUses(RunText &Text, size_t Number) {
  using ir::InstKind;
  const ir::Module &M = *Modules[Number];
  const bool Runs = !buildsExtensions(M);
  Programs::Modules Used;
  bool SetsDefault = false;
  auto Use = [&](llvm::StringRef Name) {
    if (auto It = FunctionByName.find(Name); It != FunctionByName.end())
      Used.insert(It->second.M);
    else if (auto C = ClassByName.find(Name); C != ClassByName.end())
      Used.insert(C->second.M);
  };
  for (const ir::Class &C : M.Classes)
    for (llvm::StringRef Base : C.Bases)
      Use(Text.meaning(Base, M).Name);
  const bool IsOfProgram = llvm::any_of(M.Files, [](const ir::SourceFile &F) { return F.Checked; });
  llvm::DenseSet<const NameMeaning *> Called;
  for (const FunctionText &Of : Text.functionsOf(Number)) {
    const ir::Function &F = *Of.F;
    if (IsOfProgram && !Accelerator.namesCudaOften())
      for (const ir::Inst &I : F.Insts)
        Accelerator.noteName(I);
    constexpr KindSet Telling(InstKind::Call, InstKind::Invoke, InstKind::GetField, InstKind::GetGlobal);
    Of.forEach(Telling, [&](const ir::Inst &I) {
      ChoosesAccelerator = ChoosesAccelerator || handsOutChoice(I);
      if (offersDevices(F, I))
        Together.addOffering(M);
      if (I.Kind != InstKind::Call)
        return;
      const NameMeaning &Callee = Text.meaning(I.Name, M);
      if (const knowledge::Callable *C = Callee.Library) {
        if (IsOfProgram)
          Accelerator.noteCall(*C);
        if (Runs && asksForAccelerator(*C) && decidesWithout(F, I.Result, C->Kind == knowledge::Action::DeviceCount))
          GuardingAvailability.insert(&M);
        if (C->Kind == knowledge::Action::Save || C->Kind == knowledge::Action::SaveObject)
          Saves.push_back({&M, &F, &I, C});
        SetsDefault |= setsDefault(F, I, *C);
      }
      if (!Called.insert(&Callee).second)
        return;
      ChoosesAccelerator = ChoosesAccelerator || makesCurrent(Callee);
      Use(Callee.Name);
    });
  }
  if (SetsDefault)
    SettingDefault.insert(&M);
  Used.erase(&M);
  Together.add(M, Used);
}

/// True if V is made of the function called Name: `cached(read)`, `torch.no_grad()(Net.read)`.
static bool isMadeOf(const ir::Function &F, ir::ValueId V, const ir::Function &Of, unsigned Depth = 0) {
  constexpr unsigned MaxNesting = 4;
  const ir::Inst *D = F.definition(V);
  // Nobody knows what it is made of; or there is none at all, `nms = None`.
  if (!D || D->Kind == ir::InstKind::Const)
    return true;
  return D->Name == Of.Name ||
         (Depth < MaxNesting &&
          llvm::any_of(D->Args, [&](const ir::Arg &A) { return isMadeOf(F, A.Value, Of, Depth + 1); }));
}

void Linker::findReplaced(RunText &Text) {
  const auto Chooses = [](llvm::StringRef Decorator) {
    return knowledge::choosesByType({Decorator.data(), Decorator.size()});
  };
  for (const FunctionText &Of : Text.functions()) {
    if (llvm::any_of(Of.F->Decorators, Chooses))
      Replaced.insert(Of.F->Name);
    if (Of.F->Kind == ir::FunctionKind::TopLevel)
      Of.forEach(KindSet(ir::InstKind::SetGlobal), [&](const ir::Inst &I) {
        if (const auto &E = Text.meaning(I.Name, *Of.M).Function; E && !isMadeOf(*Of.F, I.Args[0].Value, *E->F))
          Replaced.insert(E->F->Name);
      });
  }
}

std::optional<Linker::FunctionEntry> Linker::findFunction(llvm::StringRef Name, const ir::Module &Own) const {
  auto It = FunctionByName.find(Name);
  if (It == FunctionByName.end())
    return std::nullopt;
  if (It->second.M != &Own)
    if (ir::FunctionId F = Own.findFunction(Name); F && Own.function(F).hasBody())
      return FunctionEntry{&Own, &Own.function(F)};
  return It->second;
}

std::optional<Linker::ClassEntry> Linker::findClass(llvm::StringRef Name, const ir::Module &Own) const {
  auto It = ClassByName.find(Name);
  if (It == ClassByName.end())
    return std::nullopt;
  if (It->second.M != &Own)
    if (ir::ClassId C = Own.findClass(Name))
      return ClassEntry{&Own, &Own.Classes[C.index()]};
  return It->second;
}

std::vector<Linker::FunctionEntry> Linker::constructors(llvm::StringRef Class, const ir::Module &Own) const {
  std::vector<FunctionEntry> Result;
  if (auto It = OwnConstructors.find({&Own, Class}); It != OwnConstructors.end())
    Result = It->second;
  auto It = ConstructorsByClass.find(Class);
  if (It == ConstructorsByClass.end())
    return Result;
  for (const FunctionEntry &E : It->second) {
    auto IsThis = [&](const FunctionEntry &Other) { return Other.F->Name == E.F->Name; };
    if (std::optional<FunctionEntry> First = findFunction(E.F->Name, Own);
        First && First->F->Kind == ir::FunctionKind::Constructor && llvm::none_of(Result, IsThis))
      Result.push_back(*First);
  }
  return Result;
}

std::optional<Linker::FunctionEntry> Linker::globalWriter(llvm::StringRef Name) const {
  auto It = Globals.find(Name);
  return It == Globals.end() || !It->second.F ? std::nullopt : std::optional(It->second);
}

bool Linker::isDefined(llvm::StringRef Name) const {
  return FunctionByName.contains(Name) || ClassByName.contains(Name) || Globals.contains(Name) ||
         ModuleNames.contains(Name);
}

/// Something that is defined in the run, or that the tables know.
bool Linker::isKnown(llvm::StringRef Name) const { return isDefined(Name) || isInTables(Name); }

/// True if a package takes a name from elsewhere that one of its modules has, too: `from .sobel import sobel`.
bool Linker::hidesModule(llvm::StringRef Name) const {
  auto It = ModuleNames.contains(Name) ? AliasByName.find(Name) : AliasByName.end();
  return It != AliasByName.end() &&
         llvm::any_of(It->second, [&](const Target &T) { return T.M->Name == parentName(Name) && T.Name != Name; });
}

/// Replaces the longest prefix that is an alias.
bool Linker::followAlias(std::string &Name, const ir::Module &Own) const {
  for (llvm::StringRef Prefix = Name; !Prefix.empty(); Prefix = parentName(Prefix)) {
    auto It = AliasByName.find(Prefix);
    if (It == AliasByName.end())
      continue;
    const auto *Mine = llvm::find_if(It->second, [&](const Target &T) { return T.M == &Own; });
    llvm::StringRef To = Mine == It->second.end() ? It->second.front().Name : Mine->Name;
    Name = (To + llvm::StringRef(Name).drop_front(Prefix.size())).str();
    return true;
  }
  return false;
}

/// Takes Name from the last module that a `.*` names and that has it. What no module of the run and no table knows is
/// the last library's.
void Linker::followWildcard(std::string &Name, const ir::Module &Own, llvm::StringSet<> &Seen) const {
  if (Everything.empty())
    return;
  for (llvm::StringRef Prefix = parentName(Name); !Prefix.empty(); Prefix = parentName(Prefix)) {
    llvm::StringRef Rest = llvm::StringRef(Name).drop_front(Prefix.size());
    std::string Library;
    for (llvm::StringRef Source : Everything.sources(Prefix, Rest.drop_front().split('.').first)) {
      std::string Candidate = (Source + Rest).str();
      if (Seen.size() == MaxCandidates || Candidate.size() > MaxNameLength || !Seen.insert(Candidate).second)
        continue;
      Candidate = follow(Candidate, Own, Seen);
      if (isKnown(Candidate)) {
        Name = std::move(Candidate);
        return;
      }
      if (Library.empty() && !ModuleNames.contains(Source))
        Library = std::move(Candidate);
    }
    if (!Library.empty()) {
      Name = std::move(Library);
      return;
    }
    // What is below a module is not passed on by the package around it.
    if (ModuleNames.contains(Prefix))
      return;
  }
}

std::string Linker::follow(llvm::StringRef Original, const ir::Module &Own, llvm::StringSet<> &Seen) const {
  std::string Name = Original.str(), InTables;
  for (unsigned Hop = 0; Hop != MaxHops; ++Hop) {
    // What a table knows by the name that a library gives it is not looked for in the library's files.
    if (isDefined(Name) && !hidesModule(Name)) {
      auto IsReadBy = [&](const llvm::StringMap<FunctionEntry> &Entries) {
        const auto It = Entries.find(Name);
        return It != Entries.end() && It->second.M && !It->second.M->Files.front().Checked;
      };
      return !InTables.empty() && (IsReadBy(FunctionByName) || IsReadBy(Globals)) ? InTables : Name;
    }
    // A library's own files may go on to a name that no table has.
    if (InTables.empty() && isKnown(Name))
      InTables = Name;
    if (!followAlias(Name, Own)) {
      followWildcard(Name, Own, Seen);
      return InTables.empty() || isKnown(Name) ? Name : InTables;
    }
  }
  return Original.str();
}

std::string Linker::canonical(llvm::StringRef Name, const ir::Module &Own) const {
  llvm::StringSet<> Seen;
  return HasAliases ? follow(Name, Own, Seen) : Name.str();
}

} // namespace devtidy::dataflow
