//===- CppFrontend.cpp - C++ and CUDA files for the command line --------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/CppFrontend.h"
#include "driver/Contained.h"
#include "driver/Disk.h"
#include "driver/Language.h"
#include "driver/StoredModule.h"
#include "report/ReadFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include <map>

using namespace llvm;

namespace devtidy::driver {

/// Changes with the form of cache entries and of what the worker is told.
constexpr StringLiteral EntryVersion = "device-tidy unit 2";

CppFrontend::CppFrontend(CppSettings S, FlagSource &Flags, const Cache &Store, const Worker &Program)
    : Settings(std::move(S)), Flags(Flags), Store(Store), Program(Program) {
  ToolKey = (EntryVersion + States.get(Program.program())).str();
}

bool CppFrontend::accepts(StringRef Path) const { return isCppSource(Path); }

void CppFrontend::prepare(ArrayRef<std::string> Paths, ThreadPoolInterface &Pool) {
  for (const std::string &Path : Paths)
    Units.try_emplace(Path);
  // Without a call of them they are of no use, and to parse them takes time.
  if (!Paths.empty())
    Models = Settings.Own.files(isCppSource);
  for (const std::string &Path : Models)
    Units.try_emplace(Path);
  for (auto &Entry : Units)
    Pool.async([this, &Entry] {
      std::string Why;
      if (!runContained([&] { look(Entry.first(), Entry.second); }, Why))
        Entry.second.Unreadable = "the front end crashed (" + Why + ")";
    });
  Pool.wait();
  std::vector<StringRef> Unknown;
  for (auto &Entry : Units)
    if (Entry.second.Module.empty())
      Unknown.push_back(Entry.first());
  provideGroups(Unknown, Pool);
}

void CppFrontend::prepareAgain(ArrayRef<std::string> Paths, ThreadPoolInterface &Pool) {
  std::vector<StringRef> Without;
  for (const std::string &Path : Paths)
    if (Units.find(Path)->second.GroupIndex >= Groups.size())
      Without.push_back(Path);
  provideGroups(Without, Pool);
}

void CppFrontend::provideGroups(ArrayRef<StringRef> Paths, ThreadPoolInterface &Pool) {
  if (!Settings.UsePrecompiled || !Store.enabled())
    return;
  const size_t Before = Groups.size();
  formGroups(Paths);
  for (Group &G : MutableArrayRef(Groups).drop_front(Before))
    Pool.async([this, &G] { makePrecompiled(G); });
  Pool.wait();
}

/// A fault costs time only: units are read without it.
void CppFrontend::makePrecompiled(Group &G) {
  auto Made = std::make_unique<Precompiled>();
  std::string Why;
  const bool IsDone = runContained(
      [&] {
        faultIfTested("precompile", G.Files.front());
        *Made = providePrecompiled(G.Request, Store, States, Program);
      },
      Why);
  if (IsDone) {
    G.Made = std::move(*Made);
    return;
  }
  [[maybe_unused]] const auto *Lost = Made.release();
  std::lock_guard Guard(Lock);
  Faults.push_back("the making of a precompiled header crashed (" + Why + ")");
}

void CppFrontend::look(StringRef Path, Unit &U) {
  // A compiler looks for headers where nobody sees it.
  disk::noteUnrepeatable();
  bool Provided = Path == Settings.ContentOf;
  Expected<std::unique_ptr<MemoryBuffer>> Buffer = report::readFile(Provided ? StringRef(Settings.Content) : Path);
  if (!Buffer) {
    U.Unreadable = toString(Buffer.takeError());
    return;
  }
  if (StringRef Begin = (*Buffer)->getBuffer().take_front(2); Begin == "\xFF\xFE" || Begin == "\xFE\xFF") {
    U.Unreadable = "not UTF-8: it begins as UTF-16 does";
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

/// What IncludeScanner::choose says, from the cache: to look through LibTorch takes as long as to parse a small unit.
/// An answer of yesterday's headers is as right as one of today's, if not as fast.
std::vector<std::string> CppFrontend::choose(IncludeScanner &Scanner, ArrayRef<ForeignHeader> Headers,
                                             ArrayRef<std::string> SearchPaths) const {
  CacheKey Key;
  Key.add(ToolKey).add("choice").add(join(SearchPaths, "\n"));
  for (const ForeignHeader &H : Headers)
    Key.add(H.Name).add(H.Path).add(H.AfterMacro ? "late" : "");
  const std::string Name = Key.str();
  std::vector<std::string> Chosen;
  if (std::optional<std::string> Known = Store.read(Name, "choice")) {
    for (StringRef Line : split(*Known, '\n'))
      if (!Line.empty())
        Chosen.push_back(Line.str());
    return Chosen;
  }
  Chosen = Scanner.choose(Headers);
  Store.write(Name, "choice", join(Chosen, "\n"));
  return Chosen;
}

/// Groups that are being formed, apart from those that there are: a fault leaves these as they were.
struct CppFrontend::Forming {
  std::map<std::pair<std::string, std::vector<std::string>>, IncludeScanner> Scanners; ///< by root and search paths
  StringMap<size_t> Known;
  std::vector<Group> Groups;
  std::vector<std::pair<StringRef, size_t>> Uses; ///< paths, and which of Groups is theirs
};

/// Files whose results the cache has need no precompiled header. A unit gets one of headers that it includes itself and
/// of no others: what else is declared in front of it would be declared for it, too.
void CppFrontend::formGroups(ArrayRef<StringRef> Given) {
  auto Formed = std::make_unique<Forming>();
  std::string Why;
  const bool IsDone = runContained(
      [&] {
        std::vector<StringRef> Paths = Given.vec();
        llvm::sort(Paths);
        for (StringRef Path : Paths) {
          faultIfTested("scan", Path);
          formGroup(Path, *Formed);
        }
      },
      Why);
  if (!IsDone) {
    [[maybe_unused]] const auto *Lost = Formed.release();
    Faults.push_back("the search for headers to precompile crashed (" + Why + ")");
    return;
  }
  for (auto [Path, Index] : Formed->Uses)
    Units.find(Path)->second.GroupIndex = Groups.size() + Index;
  append_range(Groups, Formed->Groups);
}

void CppFrontend::formGroup(StringRef Path, Forming &To) const {
  const Unit &U = Units.find(Path)->second;
  if (!U.Unreadable.empty() || U.OwnPrecompiled)
    return;
  auto Buffer = report::readFileOrNull(U.Job.Content.empty() ? Path : StringRef(U.Job.Content));
  if (!Buffer)
    return;
  IncludeScanner &Scanner =
      To.Scanners.try_emplace({U.Job.Root, U.SearchPaths}, ProjectFiles(U.Job.Root), U.SearchPaths).first->second;
  const std::vector<std::string> Chosen = choose(Scanner, Scanner.scan(Path, Buffer->getBuffer()), U.SearchPaths);
  if (Chosen.empty())
    return;
  ArrayRef<std::string> Args = ArrayRef(U.Job.Args).drop_back();
  auto [Slot, New] =
      To.Known.try_emplace(U.Job.Root + "\n" + join(Args, "\n") + "\n\n" + join(Chosen, "\n"), To.Groups.size());
  if (New)
    To.Groups.push_back({{Args.vec(), U.Job.Root, Chosen, ToolKey}, {}, {}});
  To.Groups[Slot->second].Files.push_back(Path.str());
  To.Uses.push_back({Path, Slot->second});
}

WorkerReply CppFrontend::parse(const WorkerJob &Alone, const Precompiled &Shared) const {
  WorkerJob Job = Alone;
  Job.UsePrecompiled = Shared.Path;
  WorkerReply Reply = Program.run(Job);
  // Whatever went wrong, the precompiled header may be the reason; what is reported must not depend on it.
  // It is no reason for taking too long.
  if (!Shared.Path.empty() && !Reply.TimedOut && (!Reply.Complete || Reply.ProblemCount))
    Reply = Program.run(Alone);
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
  return lowerWith(Path, U.Job, U.Cacheable ? StringRef(U.Key) : StringRef(), precompiledOf(U));
}

std::vector<std::unique_ptr<ir::Module>> CppFrontend::lowerImports(ArrayRef<const ir::Module *>,
                                                                   ThreadPoolInterface &Pool) {
  std::vector<LoweredFile> Read(Models.size());
  for (size_t I = 0; I != Models.size(); ++I)
    Pool.async([&, I] { Read[I] = lower(Models[I]); });
  Pool.wait();
  std::vector<std::unique_ptr<ir::Module>> Result;
  for (LoweredFile &L : Read) {
    if (!L.Problems.empty())
      ModelFaults.push_back(L.Problems.front());
    if (!L.Module)
      continue;
    Settings.Own.adopt(*L.Module);
    Result.push_back(std::move(L.Module));
  }
  return Result;
}

/// Files that hold these texts, for as long as it lives.
namespace {
class TextCopies {
public:
  ~TextCopies() {
    for (const auto &[Path, Copy] : Copies)
      sys::fs::remove(Copy);
  }
  bool add(StringRef Path, StringRef Text) {
    SmallString<128> Copy;
    int File;
    if (sys::fs::createTemporaryFile("device-tidy", "repair", File, Copy))
      return false;
    Copies.emplace_back(Path, std::string(Copy));
    raw_fd_ostream Out(File, /*shouldClose=*/true);
    Out << Text;
    Out.close();
    const bool Written = !Out.has_error();
    Out.clear_error();
    return Written;
  }
  std::vector<std::pair<std::string, std::string>> Copies;
};
} // namespace

LoweredFile CppFrontend::lowerAs(StringRef Path, const FileTexts &Texts) {
  const Unit &U = Units.find(Path)->second;
  std::vector<StringRef> Paths;
  for (const auto &Entry : Texts)
    Paths.push_back(Entry.first());
  llvm::sort(Paths);
  CacheKey Key;
  Key.add(U.Key);
  TextCopies Written;
  for (StringRef Changed : Paths) {
    const StringRef Text = Texts.find(Changed)->second;
    Key.add(Changed).add(Text);
    if (!Written.add(Changed, Text))
      return {};
  }
  const std::string Name = Key.str();
  std::string Why;
  LoweredFile Result;
  if (U.Cacheable)
    if (const std::string Known = readEntry(Name); !Known.empty() && (Result.Module = readModule(Known, Why)))
      return Result;
  WorkerJob Job = U.Job;
  if (Texts.contains(Path))
    Job.Content.clear();
  Job.Changed = Written.Copies;
  return lowerWith(Path, Job, U.Cacheable ? StringRef(Name) : StringRef(), precompiledOf(U));
}

LoweredFile CppFrontend::lowerWith(StringRef Path, const WorkerJob &Job, StringRef Key, const Precompiled &Shared) {
  LoweredFile Result;
  std::string Why;
  WorkerReply Reply = parse(Job, Shared);
  Result.Problems = std::move(Reply.Problems);
  Result.ProblemCount = Reply.ProblemCount;
  for (const std::string &D : Reply.Dependencies)
    report::noteRead(D);
  if (Reply.Module.empty())
    return Result;
  Result.Module = readModule(Reply.Module, Why);
  if (!Result.Module) {
    Result.Problems.push_back({Path.str(), 0, 0, "internal error: the front end made malformed IR: " + Why});
    ++Result.ProblemCount;
  } else if (!Key.empty() && !Result.ProblemCount) {
    writeEntry(Key, Reply, Shared);
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
    report::noteRead(File);
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
  std::vector<std::string> Result = Faults;
  if (!Store.problem().empty())
    Result.push_back(Store.problem());
  return Result;
}

} // namespace devtidy::driver
