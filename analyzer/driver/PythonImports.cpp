//===- PythonImports.cpp - Modules that the files of a run import -------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/PythonImports.h"
#include "driver/Contained.h"
#include "knowledge/Names.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"
#include <algorithm>

using namespace llvm;

namespace devtidy::driver {

/// Calls from a checked file into modules that are not, and from there on.
constexpr unsigned MaxDepth = 3;
/// Re-exports from name to name.
constexpr unsigned MaxHops = 8;
/// Files that are read for their summaries.
constexpr unsigned MaxFiles = 300;
/// The tables know it.
constexpr StringLiteral KnownLibrary = "torch";

static bool isBelowName(StringRef Name, StringRef Above) {
  return Name.starts_with(Above) && (Name.size() == Above.size() || Name[Above.size()] == '.');
}

/// Whether M itself defines the function or class that Name begins with. A package has other modules below it.
static bool isDefinedIn(const ir::Module &M, StringRef Name) {
  if (!isBelowName(Name, M.Name) || Name == M.Name)
    return false;
  size_t End = Name.find('.', M.Name.size() + 1);
  return M.findFunction(Name.take_front(End)) || M.findClass(Name.take_front(End));
}

/// Whether the tables know the function or class, or the class of the method.
static bool isInTables(StringRef Name) {
  auto IsClass = [](StringRef Class) { return knowledge::findClass({Class.data(), Class.size()}) != nullptr; };
  return knowledge::findFunction({Name.data(), Name.size()}) || IsClass(Name) || IsClass(Name.rsplit('.').first);
}

void PythonImports::want(StringRef Name, const Source &From, unsigned Depth, unsigned Hops, bool Variable) {
  // Builtins have no dot.
  if (Hops > MaxHops || !Name.contains('.') || isDefinedIn(*From.M, Name))
    return;
  if (isBelowName(Name, KnownLibrary) && !Modules.hasModelsOf(Name, From.Path, From.Root))
    return;
  if (Asked.insert((Name + (Variable ? "\nread\n" : "\n") + sys::path::parent_path(From.Path)).str()).second)
    Work.push_back({Name.str(), From.Path, From.Root, Depth, Hops, Variable});
}

/// What a function calls, and what it reads.
void PythonImports::wantOf(const ir::Function &F, const Source &In, unsigned Depth) {
  for (const ir::Inst &I : F.Insts)
    if (I.Kind == ir::InstKind::Call || I.Kind == ir::InstKind::GetGlobal)
      want(I.Name, In, Depth, 0, I.Kind == ir::InstKind::GetGlobal);
}

/// What the classes and functions of a checked file name.
void PythonImports::wantAllOf(const Source &From) {
  for (const ir::Class &C : From.M->Classes)
    for (StringRef Base : C.Bases)
      want(Base, From, 0);
  for (const auto &F : From.M->Functions)
    wantOf(*F, From, 0);
}

/// What a top level that assigns Name needs for it; false if none does.
bool PythonImports::wantVariable(const Source &In, StringRef Name, unsigned Depth) {
  const ir::Function *F = writerOf(*In.M, Name);
  if (F && Depth < MaxDepth)
    wantOf(*F, In, Depth + 1);
  return F;
}

const ir::Function *PythonImports::writerOf(const ir::Module &M, StringRef Name) {
  auto [It, New] = Writers.try_emplace(&M);
  if (New)
    for (const auto &F : M.Functions)
      for (const ir::Inst &I : F->Insts)
        if (F->Kind == ir::FunctionKind::TopLevel && I.Kind == ir::InstKind::SetGlobal)
          It->second.try_emplace(I.Name, F.get());
  return It->second.lookup(Name);
}

/// What the function or class Name of a module names, with its methods and nested functions.
void PythonImports::wantInside(const Source &In, StringRef Name, unsigned Depth) {
  if (Depth == MaxDepth)
    return;
  for (const ir::Class &C : In.M->Classes)
    if (isBelowName(C.Name, Name))
      for (StringRef Base : C.Bases) {
        if (!isDefinedIn(*In.M, Base))
          want(Base, In, Depth + 1);
        else if (Asked.insert(Base).second)
          wantInside(In, Base, Depth + 1);
      }
  for (const auto &F : In.M->Functions) {
    if (!isBelowName(F->Name, Name))
      continue;
    for (const ir::Inst &I : F->Insts) {
      if (I.Kind == ir::InstKind::GetGlobal && !wantVariable(In, I.Name, Depth))
        want(I.Name, In, Depth + 1, 0, true);
      if (I.Kind != ir::InstKind::Call)
        continue;
      if (!isDefinedIn(*In.M, I.Name))
        want(I.Name, In, Depth + 1);
      else if (!isBelowName(I.Name, Name) && Asked.insert(I.Name).second)
        wantInside(In, I.Name, Depth + 1);
    }
  }
}

/// The one of them that has the longest name above Name.
const PythonImports::Source *PythonImports::holder(const StringMap<Source> &Modules, StringRef Name) {
  for (StringRef Prefix = Name; !Prefix.empty(); Prefix = Prefix.contains('.') ? Prefix.rsplit('.').first : "")
    if (auto It = Modules.find(Prefix); It != Modules.end())
      return &It->second;
  return nullptr;
}

/// False if one of the files is not read yet.
bool PythonImports::readAll(ArrayRef<std::string> Files, std::vector<UnreadFile> &Missing) {
  bool Complete = true;
  for (const std::string &File : Files) {
    Complete &= !Coming.contains(File);
    if (Read.insert(File).second) {
      Coming.insert(File);
      // Installed packages are no part of the project that imports them.
      const bool IsModel = Modules.isModel(File);
      const bool Foreign = Modules.isInstalled(File) || (IsModel && !Modules.isOwnModel(File));
      Missing.push_back({File, Foreign ? "" : RootOf(File), !Foreign && !IsModel && Projects.contain(File)});
      Complete = false;
    }
  }
  return Complete;
}

/// `from .sobel import sobel` in a package: its sobel is no module.
void PythonImports::followNamesake(const Wanted &W) {
  auto Package = ByName.back().find(StringRef(W.Name).rsplit('.').first);
  if (Package == ByName.back().end())
    return;
  for (const ir::Alias &A : Package->second.M->Aliases)
    if (A.Name == W.Name && A.Target != A.Name)
      want(A.Target, Package->second, W.Depth, W.Hops + 1, W.Variable);
}

/// Asks for what the name needs of the module that holds it; false if the module does not have it.
bool PythonImports::follow(const Source &In, const Wanted &W) {
  if (In.M->Name == W.Name) {
    followNamesake(W);
    return true;
  }
  StringRef First = StringRef(W.Name).drop_front(In.M->Name.size() + 1).split('.').first;
  std::string Name = (In.M->Name + "." + First).str();
  if (In.M->findFunction(Name) || In.M->findClass(Name)) {
    if (!In.Checked)
      wantInside(In, Name, W.Depth);
    return true;
  }
  if (In.Checked ? writerOf(*In.M, Name) != nullptr : wantVariable(In, Name, W.Depth))
    return true;
  bool Found = false;
  for (const ir::Alias &A : In.M->Aliases)
    if (!A.isWildcard() && isBelowName(W.Name, A.Name)) {
      const std::string Target = (A.Target + StringRef(W.Name).drop_front(A.Name.size())).str();
      // A package that stands for its own submodules.
      if (isDefinedIn(*In.M, Target))
        follow(In, {Target, W.Path, W.Root, W.Depth, W.Hops + 1, W.Variable});
      else
        want(Target, In, W.Depth, W.Hops + 1, W.Variable);
      Found = true;
    }
  // Below a submodule that could not be read, as a shared library cannot: the package's other submodules lack it, too.
  auto IsBelow = [&](const ir::Alias &A) { return A.isWildcard() && isBelowName(W.Name, A.Target.drop_back(2)); };
  if (Found || any_of(In.M->Aliases, IsBelow))
    return true;
  for (const ir::Alias &A : In.M->Aliases)
    if (A.isWildcard()) {
      want((A.Target.drop_back(1) + StringRef(W.Name).drop_front(In.M->Name.size() + 1)).str(), In, W.Depth, W.Hops + 1,
           W.Variable);
      Found = true;
    }
  return Found;
}

bool PythonImports::resolve(const Wanted &W, std::vector<UnreadFile> &Missing) {
  for (const auto &[Shelf, Models] : zip(Modules.shelves(), ByName)) {
    const std::vector<std::string> Found = Modules.modelsOf(Shelf, W.Name, W.Path, W.Root);
    if (!readAll(Found, Missing))
      return false;
    if (const Source *Model = holder(Models, W.Name); Model && !Found.empty() && follow(*Model, W))
      return true;
  }
  if (isBelowName(W.Name, KnownLibrary))
    return true;
  std::vector<std::string> Files = Modules.filesOf(W.Name, W.Path, W.Root);
  // The tables were judged by the library itself.
  if (W.Variable || isInTables(W.Name))
    erase_if(Files, [&](const std::string &File) { return Modules.isInstalled(File); });
  if (!readAll(Files, Missing))
    return false;
  if (const Source *In = holder(ByName.back(), W.Name))
    follow(*In, W);
  return true;
}

std::vector<std::unique_ptr<ir::Module>> PythonImports::lowerAll(ArrayRef<UnreadFile> Files,
                                                                 ThreadPoolInterface &Pool) {
  std::vector<std::unique_ptr<ir::Module>> Result(Files.size());
  for (size_t I = 0; I != Files.size(); ++I)
    Pool.async([&, I] { Result[I] = Lower(Files[I].Path, Files[I].Root, Files[I].Own); });
  Pool.wait();
  Coming.clear();
  return Result;
}

/// Reads what the checked files import from their project and need nothing of: Lower tells what is wrong with it.
void PythonImports::lookAtRest(ArrayRef<Source> Checked, size_t Limit, ThreadPoolInterface &Pool) {
  std::vector<UnreadFile> Rest;
  for (const Source &S : Checked)
    for (const ir::Alias &A : S.M->Aliases) {
      Resolving = S.Path;
      const StringRef Target = A.isWildcard() ? A.Target.drop_back(2) : A.Target;
      std::vector<std::string> Files = Modules.filesOf(Target, S.Path, S.Root);
      erase_if(Files, [&](const std::string &File) { return Modules.isInstalled(File) || !Projects.contain(File); });
      readAll(Files, Rest);
    }
  lowerAll(ArrayRef(Rest).take_front(Limit), Pool);
}

std::vector<std::unique_ptr<ir::Module>> PythonImports::find(ArrayRef<const ir::Module *> Run,
                                                             ThreadPoolInterface &Pool) {
  std::vector<std::unique_ptr<ir::Module>> Result;
  std::vector<Source> Checked;
  for (const ir::Module *M : Run) {
    StringRef Path = M->Files.front().Path;
    Read.insert(Path);
    Checked.push_back({M, Path.str(), RootOf(Path), true});
    Projects.add(Path, Checked.back().Root);
    ByName.back().try_emplace(M->Name, Checked.back());
  }
  for (const Source &S : Checked) {
    Resolving = S.Path;
    wantAllOf(S);
  }
  // In waves, so that the order in which threads finish decides nothing.
  while (!Work.empty()) {
    std::vector<UnreadFile> Missing;
    std::vector<Wanted> Waiting;
    for (std::vector<Wanted> Now = std::move(Work); !Now.empty(); Now = std::move(Work)) {
      Work.clear();
      for (Wanted &W : Now) {
        Resolving = W.Path;
        faultIfTested("resolve", W.Path);
        if (!resolve(W, Missing))
          Waiting.push_back(std::move(W));
      }
    }
    Work = std::move(Waiting);
    if (Result.size() >= MaxFiles)
      break;
    if (Missing.size() > MaxFiles - Result.size())
      Missing.resize(MaxFiles - Result.size());
    std::vector<std::unique_ptr<ir::Module>> Fresh = lowerAll(Missing, Pool);
    for (size_t I = 0; I != Missing.size(); ++I) {
      if (!Fresh[I])
        continue;
      StringMap<Source> &Names = ByName[Modules.shelfOf(Missing[I].Path)];
      Names.try_emplace(Fresh[I]->Name, Source{Fresh[I].get(), Missing[I].Path, Missing[I].Root});
      Result.push_back(std::move(Fresh[I]));
    }
    if (Missing.empty())
      break;
  }
  lookAtRest(Checked, MaxFiles - std::min<size_t>(Result.size(), MaxFiles), Pool);
  // The first definition is the one that counts.
  auto IsOwn = [&](const auto &M) { return Modules.isOwnModel(M->Files.front().Path); };
  std::stable_partition(Result.begin(), Result.end(), [](const auto &M) { return M->IsModel; });
  std::stable_partition(Result.begin(), Result.end(), IsOwn);
  return Result;
}

} // namespace devtidy::driver
