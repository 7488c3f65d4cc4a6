//===- CppFrontend.cpp - C++ and CUDA files for the command line --------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/CppFrontend.h"
#include "driver/IncludeScan.h"
#include "driver/Language.h"
#include "driver/StoredModule.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include <map>

using namespace llvm;

namespace devtidy::driver {

/// Changes with the form of cache entries and of what the worker is told.
constexpr StringLiteral EntryVersion = "device-tidy unit 1";

CppFrontend::CppFrontend(CppSettings S, FlagSource &Flags, const Cache &Store, const Worker &Program)
    : Settings(std::move(S)), Flags(Flags), Store(Store), Program(Program) {
  ToolKey = (EntryVersion + States.get(Program.program())).str();
}

bool CppFrontend::accepts(StringRef Path) const { return isCppSource(Path); }

void CppFrontend::prepare(ArrayRef<std::string> Paths, ThreadPoolInterface &Pool) {
  for (const std::string &Path : Paths)
    Units.try_emplace(Path);
  for (auto &Entry : Units)
    Pool.async([this, &Entry] { look(Entry.first(), Entry.second); });
  Pool.wait();
  if (!Settings.UsePrecompiled || !Store.enabled())
    return;
  formGroups();
  for (Group &G : Groups)
    Pool.async([this, &G] { G.Made = providePrecompiled(G.Request, Store, States, Program); });
  Pool.wait();
}

void CppFrontend::look(StringRef Path, Unit &U) {
  bool Provided = Path == Settings.ContentOf;
  if (!Provided && sys::fs::exists(Path) && !sys::fs::is_regular_file(Path)) {
    U.Unreadable = "not a regular file";
    return;
  }
  auto Buffer = MemoryBuffer::getFile(Provided ? StringRef(Settings.Content) : Path);
  if (!Buffer) {
    U.Unreadable = Buffer.getError().message();
    return;
  }
  U.Job.Root = Settings.RootOf(Path);
  FileFlags F = Flags.flagsFor(Path, U.Job.Root);
  U.Job.Folder = sys::fs::is_directory(F.Folder) ? F.Folder : std::string();
  U.Job.Args = std::move(F.Flags.Args);
  append_range(U.Job.Args, std::initializer_list<std::string>{"-x", F.Flags.Cuda ? "cuda" : "c++", Path.str()});
  U.Job.KeepBodies = Settings.KeepBodies;
  if (Provided)
    U.Job.Content = Settings.Content;
  U.Key = keyOf(Path, (*Buffer)->getBuffer(), U.Job);
  U.Cacheable = Settings.UseResults && Store.enabled();
  if (U.Cacheable)
    U.Module = readEntry(U.Key);
  U.SearchPaths = std::move(F.Flags.SearchPaths);
  U.OwnPrecompiled = F.Flags.OwnPrecompiled;
}

/// Files whose results the cache has need no precompiled header.
void CppFrontend::formGroups() {
  std::map<std::string, IncludeScanner> Scanners; // by project root
  StringMap<size_t> ByFlags;
  std::vector<StringRef> Paths;
  for (auto &Entry : Units)
    Paths.push_back(Entry.first());
  llvm::sort(Paths);
  for (StringRef Path : Paths) {
    Unit &U = Units.find(Path)->second;
    if (!U.Module.empty() || !U.Unreadable.empty() || U.OwnPrecompiled)
      continue;
    auto Buffer = MemoryBuffer::getFile(U.Job.Content.empty() ? Path : StringRef(U.Job.Content));
    if (!Buffer)
      continue;
    IncludeScanner &Scanner = Scanners.try_emplace(U.Job.Root, ProjectFiles(U.Job.Root)).first->second;
    ForeignIncludes Found = Scanner.scan(Path, (*Buffer)->getBuffer(), U.SearchPaths);
    if (!Found.Safe || Found.Names.empty())
      continue;
    ArrayRef<std::string> Args = ArrayRef(U.Job.Args).drop_back();
    auto [Slot, New] = ByFlags.try_emplace(U.Job.Root + "\n" + join(Args, "\n"), Groups.size());
    if (New)
      Groups.push_back({{Args.vec(), U.Job.Root, {}, ToolKey}, {}, {}});
    Group &G = Groups[Slot->second];
    append_range(G.Request.Includes, Found.Names);
    G.Files.push_back(Path.str());
    U.GroupIndex = Slot->second;
  }
  for (Group &G : Groups) {
    llvm::sort(G.Request.Includes);
    G.Request.Includes.erase(llvm::unique(G.Request.Includes), G.Request.Includes.end());
  }
}

WorkerReply CppFrontend::parse(const Unit &U, const Precompiled &Shared) const {
  WorkerJob Job = U.Job;
  Job.UsePrecompiled = Shared.Path;
  WorkerReply Reply = Program.run(Job);
  // Whatever went wrong, the precompiled header may be the reason; what is reported must not depend on it.
  if (!Shared.Path.empty() && (!Reply.Complete || Reply.ProblemCount))
    Reply = Program.run(U.Job);
  return Reply;
}

LoweredFile CppFrontend::lower(StringRef Path) {
  LoweredFile Result;
  const Unit &U = Units.find(Path)->second;
  if (!U.Unreadable.empty()) {
    Result.Problems.push_back({Path.str(), 0, 0, U.Unreadable});
    Result.ProblemCount = 1;
    return Result;
  }
  std::string Why;
  if (!U.Module.empty() && (Result.Module = readModule(U.Module, Why)))
    return Result;

  Precompiled Shared = U.GroupIndex < Groups.size() ? Groups[U.GroupIndex].Made : Precompiled();
  WorkerReply Reply = parse(U, Shared);
  Result.Problems = std::move(Reply.Problems);
  Result.ProblemCount = Reply.ProblemCount;
  if (Reply.Module.empty())
    return Result;
  Result.Module = readModule(Reply.Module, Why);
  if (!Result.Module) {
    Result.Problems.push_back({Path.str(), 0, 0, "internal error: the front end made malformed IR: " + Why});
    ++Result.ProblemCount;
  } else if (U.Cacheable && !Result.ProblemCount) {
    writeEntry(U.Key, Reply, Shared);
  }
  return Result;
}

std::string CppFrontend::keyOf(StringRef Path, StringRef Text, const WorkerJob &Job) const {
  CacheKey Key;
  Key.add(ToolKey).add(Path).add(Text).add(Job.Root).add(Job.Folder).add(Job.KeepBodies ? "all" : "own");
  for (const std::string &A : Job.Args)
    Key.add(A);
  return Key.str();
}

bool CppFrontend::isCurrent(StringRef FlagSet, StringRef Name) {
  std::lock_guard Guard(Lock);
  auto [Slot, New] = CurrentNames.try_emplace(FlagSet);
  if (New)
    Slot->second = currentName(FlagSet, Store, States);
  return Slot->second == Name;
}

/// An entry is the lines "FLAGSET NAME" of the precompiled header (or ""), "STATE PATH" of each other file that was
/// read, an empty line, and the module.
std::string CppFrontend::readEntry(StringRef Key) {
  std::optional<std::string> Entry = Store.read(Key, "unit");
  if (!Entry)
    return "";
  auto [Header, Rest] = StringRef(*Entry).split('\n');
  auto [FlagSet, Name] = Header.split(' ');
  if (!FlagSet.empty() && !isCurrent(FlagSet, Name))
    return "";
  while (!Rest.empty()) {
    auto [Line, After] = Rest.split('\n');
    Rest = After;
    if (Line.empty())
      return Rest.str();
    auto [State, File] = Line.split(' ');
    if (States.get(File) != State)
      return "";
  }
  return "";
}

void CppFrontend::writeEntry(StringRef Key, const WorkerReply &Reply, const Precompiled &Used) {
  std::string Entry = Used.Path.empty() ? "\n" : Used.FlagSet + " " + Used.Name + "\n";
  for (const std::string &D : Reply.Dependencies)
    Entry += States.get(D) + " " + D + "\n";
  Entry += "\n" + Reply.Module;
  Store.write(Key, "unit", Entry);
}

std::vector<std::string> CppFrontend::warnings() const {
  std::vector<std::string> Result;
  if (!Store.problem().empty())
    Result.push_back(Store.problem());
  if (std::string Text = Flags.problem(); !Text.empty())
    Result.push_back(Text);
  return Result;
}

} // namespace devtidy::driver
