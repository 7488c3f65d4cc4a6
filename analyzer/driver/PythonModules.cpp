//===- PythonModules.cpp - Which file an imported name means ------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/PythonModules.h"
#include "driver/Disk.h"
#include "driver/ImportedWords.h"
#include "knowledge/Packages.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/VirtualFileSystem.h"

using namespace llvm;

namespace devtidy::driver {

const PythonModules::Folder &PythonModules::look(StringRef Path) {
  std::lock_guard Guard(Lock);
  std::unique_ptr<Folder> &Slot = Folders[Path];
  if (Slot)
    return *Slot;
  Slot = std::make_unique<Folder>();
  std::vector<disk::Entry> Entries;
  const std::error_code EC = disk::list(Path, Entries);
  for (const disk::Entry &E : Entries) {
    StringRef Name = sys::path::filename(E.Path);
    if (E.Type == sys::fs::file_type::directory_file ||
        (E.Type == sys::fs::file_type::symlink_file && disk::isFolder(E.Path)))
      Slot->Entries.try_emplace(Name, true);
    else if (Name.consume_back(".py"))
      Slot->Entries[Name] = false; // a module hides a folder without __init__.py
  }
  Slot->IsClosed = EC && EC != std::errc::no_such_file_or_directory;
  Slot->IsPackage = Slot->Entries.contains("__init__");
  return *Slot;
}

/// Whether the folder holds a module or a package of this name.
bool PythonModules::has(StringRef Path, StringRef Name) { return look(Path).Entries.contains(Name); }

/// The folder that `import` would start from, were all packages imported by their names.
std::string PythonModules::nearestNonPackage(StringRef Path) {
  StringRef Folder = sys::path::parent_path(Path);
  while (!Folder.empty() && look(Folder).IsPackage && sys::path::has_parent_path(Folder))
    Folder = sys::path::parent_path(Folder);
  return Folder.str();
}

static bool isBelow(StringRef Folder, StringRef Root) {
  return !Root.empty() &&
         (Folder == Root || (Folder.starts_with(Root) && Folder.drop_front(Root.size()).starts_with("/")));
}

/// Whether a file does something where it is read, as a script without `if __name__ == "__main__"` does: a call stands
/// alone at the beginning of a line, `train(args)`, `net.fit(x)`, or a loop does.
static bool runsItself(StringRef Text) {
  while (!Text.empty()) {
    const auto [Line, Rest] = Text.split('\n');
    Text = Rest;
    const StringRef Name = Line.take_while([](char C) { return isAlnum(C) || C == '_' || C == '.'; });
    if ((!Name.empty() && !isDigit(Name[0]) && Line.drop_front(Name.size()).starts_with("(") &&
         !Name.starts_with("sys.path.") && !Name.starts_with("warnings.") && !Name.starts_with("logging.")) ||
        Line.starts_with("for "))
      return true;
  }
  return false;
}

/// Whether somebody runs a file of the folder, `if __name__ == "__main__"`, or a plain script, and none means its
/// neighbours as those of a package, `from .net import Net`, which fails then.
bool PythonModules::hasScripts(StringRef Path) {
  const Folder &Of = look(Path);
  {
    std::lock_guard Guard(Lock);
    if (Of.HasScripts)
      return *Of.HasScripts;
  }
  bool IsRun = false, IsPackage = false;
  for (const auto &Entry : Of.Entries) {
    if (Entry.second)
      continue;
    const auto Text = disk::fileSystem()->getBufferForFile(Path + "/" + Entry.first() + ".py");
    IsRun |= Text && ((*Text)->getBuffer().contains("__main__") || runsItself((*Text)->getBuffer()));
    IsPackage |= Text && Entry.first() != "__init__" && (*Text)->getBuffer().contains("from .");
  }
  const bool Has = IsRun && !IsPackage;
  std::lock_guard Guard(Lock);
  Of.HasScripts = Has;
  return Has;
}

/// Whether a file of the folder Path may import something of that name.
bool PythonModules::imports(StringRef Path, StringRef Name) {
  const Folder &Of = look(Path);
  {
    std::lock_guard Guard(Lock);
    if (Of.Imported)
      return Of.Imported->contains(Name);
  }
  StringSet<> Words;
  for (const auto &Entry : Of.Entries)
    if (const auto Text = disk::fileSystem()->getBufferForFile(Path + "/" + Entry.first() + ".py");
        !Entry.second && Text)
      for (const auto &Word : importedWords((*Text)->getBuffer()))
        Words.insert(Word.getKey());
  std::lock_guard Guard(Lock);
  Of.Imported = std::move(Words);
  return Of.Imported->contains(Name);
}

/// The last text in quotes of Line; "" if there is none.
static StringRef lastLiteral(StringRef Line) {
  StringRef Last;
  while (!Line.empty()) {
    const size_t Begin = Line.find_first_of("'\"");
    const size_t End = Begin == StringRef::npos ? Begin : Line.find(Line[Begin], Begin + 1);
    if (End == StringRef::npos)
      break;
    Last = Line.slice(Begin + 1, End);
    Line = Line.drop_front(End + 1);
  }
  return Last;
}

static constexpr StringLiteral OpenPath = "?";

/// The folders of the project that the file adds to sys.path as it is written there: `sys.path.append("core")`,
/// `sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../lib"))`. Those that go before its own neighbours
/// stand before "", the last one first. OpenPath goes before all where some are added in some runs only, or go again.
std::vector<std::string> PythonModules::addedBy(StringRef Path, StringRef Root) {
  {
    std::lock_guard Guard(Lock);
    if (const auto It = Added.find(Path); It != Added.end())
      return It->second;
  }
  std::vector<std::string> Before, After;
  bool IsOpen = false;
  const auto Text = disk::fileSystem()->getBufferForFile(Path);
  for (StringRef Rest = Text ? (*Text)->getBuffer() : StringRef(); !Rest.empty();) {
    const auto [Whole, Next] = Rest.split('\n');
    Rest = Next;
    const StringRef Line = Whole.take_until([](char C) { return C == '#'; });
    const size_t At = Line.find("sys.path.");
    if (At == StringRef::npos)
      continue;
    const StringRef Call = Line.drop_front(At);
    const bool Inserts = Call.starts_with("sys.path.insert(");
    const StringRef Literal = Inserts || Call.starts_with("sys.path.append(") ? lastLiteral(Call) : StringRef();
    IsOpen |= Call.starts_with("sys.path.remove(") || Call.starts_with("sys.path.pop(");
    for (StringRef From : {sys::path::parent_path(Path), Root}) {
      SmallString<128> Folder(From);
      sys::path::append(Folder, Literal);
      sys::path::remove_dots(Folder, /*remove_dot_dot=*/true);
      if (Literal.empty() || !isBelow(Folder, Root) || !disk::isFolder(Folder))
        continue;
      IsOpen |= isSpace(Line.front());
      std::vector<std::string> &To = Inserts ? Before : After;
      if (!is_contained(To, Folder.str()))
        To.insert(Inserts ? To.begin() : To.end(), Folder.str().str());
    }
  }
  Before.push_back("");
  Before.insert(Before.end(), After.begin(), After.end());
  if (IsOpen)
    Before.insert(Before.begin(), OpenPath.str());
  std::lock_guard Guard(Lock);
  return Added[Path] = Before;
}

/// What stands in the name of a module for the dots of its folders' names, which no name of Python has.
static constexpr char HiddenDot = ':';

/// The folder or file that a component of a module's name names.
static std::string entryOf(StringRef Component) {
  std::string Entry = Component.str();
  llvm::replace(Entry, HiddenDot, '.');
  return Entry;
}

PythonName PythonModules::nameOf(StringRef Path, StringRef Root) {
  const bool IsStub = isModel(Path);
  std::string Nearest = IsStub ? Shelves[shelfOf(Path)].Folder : nearestNonPackage(Path);
  StringRef Base = Nearest;
  if (!IsStub && isBelow(Base, Root))
    while (Base != Root && sys::path::filename(Base) != "src")
      Base = sys::path::parent_path(Base);
  PythonName Result;
  StringRef Stem = Path.drop_front(Base.size()).ltrim('/');
  Stem.consume_back(sys::path::extension(Stem));
  if (Stem.consume_back("/__init__"))
    Result.IsPackage = true;
  Result.Module = Stem.empty() ? "__init__" : Stem.str();
  // A folder may be called "v1.2": its dot divides no names.
  llvm::replace(Result.Module, '.', HiddenDot);
  llvm::replace(Result.Module, '/', '.');
  return Result;
}

bool PythonModules::isInstalled(StringRef Path) const {
  return any_of(Packages, [&](StringRef Folder) { return isBelow(sys::path::parent_path(Path), Folder); });
}

size_t PythonModules::shelfOf(StringRef Path) const {
  return find_if(Shelves, [&](const Shelf &S) { return isBelow(Path, S.Folder); }) - Shelves.begin();
}

/// Whether `import` of Path, without ".py", runs a file. A folder without __init__.py yields to any that does.
bool PythonModules::isRegular(StringRef Path) {
  return !look(sys::path::parent_path(Path)).Entries.lookup(sys::path::filename(Path)) || look(Path).IsPackage;
}

/// What goes before the neighbours of a file in the folder Own: what stands first in sys.path, Added. "" where nobody
/// knows which of several it is; nothing if the neighbours come first.
std::optional<std::string> PythonModules::firstOf(StringRef Top, StringRef Own, StringRef Root,
                                                  ArrayRef<std::string> Added, function_ref<bool(StringRef)> IsThere) {
  const bool IsOpen = !Added.empty() && Added.front() == OpenPath;
  const auto MayBeThere = [&](StringRef Folder) { return !Folder.empty() && Folder != OpenPath && IsThere(Folder); };
  // Two that may be meant, in different runs.
  if (IsOpen && count_if(Added, MayBeThere) + IsThere(Own) > 1)
    return "";
  for (StringRef Folder : IsOpen ? ArrayRef<std::string>() : Added) {
    if (Folder.empty())
      break;
    if (IsThere(Folder))
      return (Folder + "/" + Top).str();
  }
  // A script above that imports what is in this folder means what stands beside the script.
  for (StringRef Folder = Own; Folder != Root && isBelow(Folder, Root) && IsThere(Own) && !look(Own).IsPackage;) {
    const StringRef Name = sys::path::filename(Folder);
    Folder = sys::path::parent_path(Folder);
    if (IsThere(Folder) && hasScripts(Folder) && imports(Folder, Name))
      return "";
  }
  return std::nullopt;
}

/// The folder that is the first where there is something above Own that may be run; "" if there is none, or nothing of
/// the name is there.
std::string PythonModules::firstRun(StringRef Own, StringRef Root, function_ref<bool(StringRef)> IsThere) {
  StringRef First;
  bool IsNear = false;
  for (StringRef Folder = Own; isBelow(Folder, Root); Folder = sys::path::parent_path(Folder)) {
    IsNear |= IsThere(Folder);
    const bool HasFiles = any_of(look(Folder).Entries, [](const auto &Entry) {
      return !Entry.second && Entry.first() != "__init__" && Entry.first() != "setup";
    });
    if (IsNear && HasFiles)
      First = (Folder == Root && Folder == Own) || hasScripts(Folder) ? Folder : StringRef();
  }
  return !First.empty() && IsThere(First) ? First.str() : "";
}

/// The path, without ".py", of what `import Top` finds; "" if nothing.
std::string PythonModules::findTop(StringRef Top, StringRef Path, StringRef Root) {
  // A model of the project's imports as what stands beside its shelf does.
  std::string Nearest = nearestNonPackage(isOwnModel(Path) ? StringRef(Shelves[shelfOf(Path)].Folder) : Path),
              Namespace;
  auto Try = [&](const Twine &Folder) -> std::string {
    std::string Place = (Folder + "/" + Top).str();
    if (!has(sys::path::parent_path(Place), Top))
      return "";
    if (isRegular(Place))
      return Place;
    if (Namespace.empty())
      Namespace = Place;
    return "";
  };
  const auto IsThere = [&](StringRef Folder) {
    const std::string Place = (Folder + "/" + Top).str();
    return has(Folder, Top) && isRegular(Place) && Path != Place + ".py";
  };
  const StringRef Own = sys::path::parent_path(Path);
  const std::vector<std::string> Added =
      isInstalled(Path) || isModel(Path) ? std::vector<std::string>() : addedBy(Path, Root);
  if (const std::optional<std::string> First = firstOf(Top, Own, Root, Added, IsThere))
    return *First;
  for (StringRef Folder = Nearest; !Folder.empty(); Folder = sys::path::parent_path(Folder)) {
    if (std::string Place = Try(Folder); !Place.empty())
      return Place;
    if (has(Folder, "src"))
      if (std::string Place = Try(Folder + "/src"); !Place.empty())
        return Place;
    if (!isBelow(Folder, Root) || Folder == Root)
      break;
  }
  for (const std::string &Folder : Packages)
    if (std::string Place = Try(Folder); !Place.empty())
      return Place;
  // `python train.py` in a folder that has an __init__.py: it is the first of sys.path all the same.
  if (!Namespace.empty() || isInstalled(Path) || knowledge::comesWithPython({Top.data(), Top.size()}))
    return Namespace;
  // A library that there is a model of is that library.
  if (any_of(Shelves, [&](const Shelf &S) { return !S.IsOwn && !S.Folder.empty() && has(S.Folder, Top); }))
    return Namespace;
  if (const std::string First = firstRun(Own, Root, IsThere); !First.empty())
    return First + "/" + Top.str();
  for (StringRef Folder : Added)
    if (!Folder.empty() && Folder != OpenPath && IsThere(Folder))
      return (Folder + "/" + Top).str();
  // A project that is a package as a whole, by an __init__.py that nobody imports, starts there as any other does.
  if (Namespace.empty() && isBelow(Own, Root) && look(Root).IsPackage && IsThere(Root))
    return (Root + "/" + Top).str();
  return Namespace;
}

void forEachName(ir::Module &M, function_ref<void(StringRef &)> Change) {
  auto InType = [&](ir::Type &T) {
    if (!T.Name.empty())
      Change(T.Name);
  };
  for (ir::Alias &A : M.Aliases)
    Change(A.Target);
  for (ir::Class &C : M.Classes) {
    for (StringRef &Base : C.Bases)
      Change(Base);
    for (ir::Field &F : C.Fields)
      InType(F.DeclaredType);
  }
  for (auto &F : M.Functions) {
    for (StringRef &D : F->Decorators)
      Change(D);
    for (ir::Param &P : F->Params)
      InType(P.DeclaredType);
    InType(F->ReturnType);
    for (ir::ValueInfo &V : F->Values)
      InType(V.StaticType);
    for (ir::Inst &I : F->Insts)
      if (I.Kind == ir::InstKind::Call || I.Kind == ir::InstKind::GetGlobal || I.Kind == ir::InstKind::SetGlobal)
        Change(I.Name);
  }
}

void PythonModules::linkNames(ir::Module &M, StringRef Path, StringRef Root) {
  StringMap<std::string> Found; // first components: what stands for them
  std::string Own = M.Name.str() + ".";
  forEachName(M, [&](StringRef &Name) {
    if (Name == M.Name || Name.starts_with(Own))
      return;
    StringRef Top = Name.split('.').first;
    auto [It, New] = Found.try_emplace(Top);
    if (New) {
      // What is installed has its name already.
      std::string Place = findTop(Top, Path, Root);
      StringRef Folder = sys::path::parent_path(Place);
      if (!Place.empty() && isBelow(Folder, Root) && !isInstalled(Place))
        It->second = nameOf(Place + (look(Folder).Entries.lookup(Top) ? "/__init__.py" : ".py"), Root).Module;
    }
    if (!It->second.empty() && It->second != Top)
      Name = M.intern(It->second + Name.drop_front(Top.size()).str());
  });
}

/// The files that importing the module at Place, a path without ".py", and then Rest below it, runs.
std::vector<std::string> PythonModules::filesAlong(std::string Place, StringRef Rest) {
  std::vector<std::string> Files;
  while (!Place.empty()) {
    const Folder &Around = look(sys::path::parent_path(Place));
    if (!Around.Entries.lookup(sys::path::filename(Place))) {
      Files.push_back(Place + ".py");
      break;
    }
    // Whoever reads it will say why it cannot be read.
    if (look(Place).IsPackage || look(Place).IsClosed)
      Files.push_back(Place + "/__init__.py");
    const std::string Next = entryOf(Rest.split('.').first);
    Rest = Rest.split('.').second;
    if (Next.empty() || !has(Place, Next) || Next == "__init__")
      break;
    Place += "/" + Next;
  }
  return Files;
}

std::vector<std::string> PythonModules::filesOf(StringRef Name, StringRef Path, StringRef Root) {
  auto [Top, Rest] = Name.split('.');
  return filesAlong(findTop(entryOf(Top), Path, Root), Rest);
}

std::vector<std::string> PythonModules::modelsOf(const Shelf &From, StringRef Name, StringRef Path, StringRef Root) {
  auto [Top, Rest] = Name.split('.');
  if (From.Folder.empty() || !has(From.Folder, Top))
    return {};
  std::vector<std::string> Files = filesAlong(From.Folder + "/" + Top.str(), Rest);
  if (!Files.empty() && !From.IsOwn && !isModel(Path))
    if (std::string Place = findTop(Top, Path, Root); !Place.empty() && !isInstalled(Place))
      return {};
  return Files;
}

bool PythonModules::hasModelsOf(StringRef Name, StringRef Path, StringRef Root) {
  return any_of(Shelves, [&](const Shelf &S) { return !modelsOf(S, Name, Path, Root).empty(); });
}

} // namespace devtidy::driver
