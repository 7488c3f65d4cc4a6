//===- PythonFrontend.cpp - Python files for the command line -----------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/PythonFrontend.h"
#include "driver/Contained.h"
#include "driver/Disk.h"
#include "driver/Language.h"
#include "driver/Outcome.h"
#include "driver/PythonImports.h"
#include "driver/StoredModule.h"
#include "frontend/python/Encoding.h"
#include "frontend/python/Lower.h"
#include "ir/Text.h"
#include "report/ReadFile.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace devtidy::driver {

/// Changes with the form of cache entries.
constexpr StringLiteral EntryVersion = "device-tidy module 1";
/// More problems of one file than this are only counted.
constexpr unsigned MaxProblems = 20;
/// As deep as CPython goes, and deeper: the threads that read have a stack for it.
constexpr unsigned MaxDepth = 8000;
/// Larger files of other people are tables.
constexpr size_t MaxImportedSize = 1 << 20;

/// The project's own go before ours.
static std::vector<PythonModules::Shelf> shelves(const PythonSettings &Settings) {
  std::vector<PythonModules::Shelf> Result;
  for (const std::string &Folder : Settings.Own.folders())
    Result.push_back({Folder, /*IsOwn=*/true});
  Result.push_back({Settings.Models, /*IsOwn=*/false});
  return Result;
}

PythonFrontend::PythonFrontend(PythonSettings S, const Cache &Store)
    : Settings(std::move(S)), Modules(Settings.Packages, shelves(Settings)), Store(Store) {
  ToolKey = (EntryVersion + FileStates().get(Settings.Program)).str();
}

bool PythonFrontend::accepts(StringRef Path) const { return isPythonSource(Path) || isNotebook(Path); }

static LoweredFile unreadable(StringRef Path, std::string Why) {
  LoweredFile Result;
  Result.Problems.push_back({Path.str(), 0, 0, std::move(Why)});
  Result.ProblemCount = 1;
  return Result;
}

void PythonFrontend::prepare(ArrayRef<std::string> Paths, ThreadPoolInterface &) { Checked.insert_range(Paths); }

LoweredFile PythonFrontend::lower(StringRef Path) {
  bool Provided = Path == Settings.ContentOf;
  Expected<std::unique_ptr<MemoryBuffer>> Buffer = report::readFile(Provided ? StringRef(Settings.Content) : Path);
  if (!Buffer)
    return unreadable(Path, toString(Buffer.takeError()));

  if (!isNotebook(Path))
    return lowerText(Path, report::SourceText(std::move(*Buffer)));
  Expected<Notebook> Read = readNotebook((*Buffer)->getBuffer());
  if (!Read)
    return unreadable(Path, toString(Read.takeError()));
  LoweredFile Result = lowerText(Path, report::SourceText(MemoryBuffer::getMemBuffer(Read->Text, Path), Read->Cells));
  if (!Read->Problem.empty()) {
    Result.Problems.insert(Result.Problems.begin(), {Path.str(), 0, 0, Read->Problem});
    ++Result.ProblemCount;
  }
  std::lock_guard Guard(Lock);
  Notebooks[Path] = std::move(*Read);
  return Result;
}

LoweredFile PythonFrontend::lowerAs(StringRef Path, const FileTexts &Texts) {
  return lowerText(Path, report::SourceText(MemoryBuffer::getMemBufferCopy(Texts.lookup(Path), Path)));
}

std::unique_ptr<ir::Module> PythonFrontend::lowerModule(StringRef Text, StringRef Path, StringRef Root, bool Checked) {
  PythonName Name = Modules.nameOf(Path, Root);
  frontend::python::LowerOptions Options;
  Options.ModuleName = Name.Module;
  Options.IsPackage = Name.IsPackage;
  Options.DisplayPath = Path.str();
  Options.Checked = Checked;
  Options.Seconds = Settings.Seconds;
  Options.MaxDepth = MaxDepth;
  Options.IsDecoded = isNotebook(Path);
  std::unique_ptr<ir::Module> Module =
      Modules.isInstalled(Path) ? lowerInstalled(Text, Options) : frontend::python::lowerSource(Text, Options);
  Modules.linkNames(*Module, Path, Root);
  return Module;
}

/// What a file is lowered to hangs on nothing but its text and the options.
std::unique_ptr<ir::Module> PythonFrontend::lowerInstalled(StringRef Text,
                                                           const frontend::python::LowerOptions &Options) const {
  if (!Store.enabled())
    return frontend::python::lowerSource(Text, Options);
  const std::string Key = CacheKey()
                              .add(ToolKey)
                              .add(Options.ModuleName)
                              .add(Options.IsPackage ? "package" : "")
                              .add(Options.DisplayPath)
                              .add(Options.Checked ? "checked" : "")
                              .add(Text)
                              .str();
  std::string Why;
  if (std::optional<std::string> Stored = Store.read(Key, "module"))
    if (std::unique_ptr<ir::Module> Module = readModule(*Stored, Why))
      return Module;
  std::unique_ptr<ir::Module> Module = frontend::python::lowerSource(Text, Options);
  std::string Written;
  raw_string_ostream OS(Written);
  ir::print(*Module, OS);
  Store.write(Key, "module", Written);
  return Module;
}

LoweredFile PythonFrontend::lowerText(StringRef Path, report::SourceText Text) {
  LoweredFile Result;
  Result.Module = lowerModule(Text.text(), Path, Settings.RootOf(Path), /*Checked=*/true);
  Result.ProblemCount = Result.Module->Problems.size();
  if (Result.ProblemCount && !isNotebook(Path) && !frontend::python::isDecodable(Text.text())) {
    std::lock_guard Guard(Lock);
    Undecoded.insert(Path);
  }
  for (const ir::Problem &P : ArrayRef(Result.Module->Problems).take_front(MaxProblems)) {
    report::LineColumn At = P.Range.isValid() ? Text.inBytes(P.Range.Point) : report::LineColumn{0, 0};
    Result.Problems.push_back({Path.str(), At.Line, At.Column, P.Text.str(), At.Cell});
  }
  return Result;
}

/// A module of the project that is imported and was not read, or not wholly, is told; one that only a program wrote, by
/// its size, is not, nor one that the settings leave out. A file that is checked tells it itself.
void PythonFrontend::noteUnread(SourceProblem Problem) {
  const StringRef Path = Problem.Path;
  const bool IsLarge = disk::fileSize(Path).value_or(0) > MaxImportedSize;
  if (IsLarge || Checked.contains(Path) || (Settings.IsLeftOut && Settings.IsLeftOut(Path)))
    return;
  Problem.Text = "is imported, and cannot be read: " + Problem.Text;
  std::lock_guard Guard(Lock);
  Faults.push_back(std::move(Problem));
}

/// The first problem, with how many more there are.
static SourceProblem firstProblem(const ir::Module &M, StringRef Path, std::unique_ptr<MemoryBuffer> Text) {
  const ir::Problem &First = M.Problems.front();
  SourceProblem Result{Path.str(), 0, 0, First.Text.str()};
  if (const size_t Rest = M.Problems.size() - 1)
    Result.Text += " (and " + counted(Rest, "more error") + ")";
  if (First.Range.isValid()) {
    const report::LineColumn At = report::SourceText(std::move(Text)).inBytes(First.Range.Point);
    Result.Line = At.Line;
    Result.Column = At.Column;
  }
  return Result;
}

/// Those that nobody uses, too: what is wrong with one is told when it is written.
void PythonFrontend::readOwnModels() {
  for (const std::string &Path : Settings.Own.files(isPythonSource)) {
    Expected<std::unique_ptr<MemoryBuffer>> Buffer = report::readFile(Path, MaxImportedSize);
    if (!Buffer) {
      Faults.push_back({Path, 0, 0, toString(Buffer.takeError())});
      continue;
    }
    std::unique_ptr<ir::Module> M;
    std::string Why;
    const bool IsRead = runContained(
        [&] { M = lowerModule((*Buffer)->getBuffer(), Path, Settings.RootOf(Path), /*Checked=*/false); }, Why);
    if (!IsRead) {
      [[maybe_unused]] const auto *Lost = M.release();
      Faults.push_back({Path, 0, 0, "the front end crashed (" + Why + ")"});
    } else if (!M->Problems.empty()) {
      Faults.push_back(firstProblem(*M, Path, std::move(*Buffer)));
    }
  }
}

std::unique_ptr<ir::Module> PythonFrontend::lowerOther(StringRef Path) {
  Expected<std::unique_ptr<MemoryBuffer>> Buffer = report::readFile(Path, MaxImportedSize);
  if (!Buffer) {
    consumeError(Buffer.takeError());
    return nullptr;
  }
  std::string Text = (*Buffer)->getBuffer().str();
  if (isNotebook(Path)) {
    Expected<Notebook> Read = readNotebook(Text);
    if (!Read) {
      consumeError(Read.takeError());
      return nullptr;
    }
    Text = std::move(Read->Text);
  }
  std::unique_ptr<ir::Module> M;
  std::string Why;
  if (runContained([&] { M = lowerModule(Text, Path, Settings.RootOf(Path), /*Checked=*/false); }, Why))
    return M;
  (void)M.release();
  return nullptr;
}

std::vector<std::unique_ptr<ir::Module>> PythonFrontend::lowerImports(ArrayRef<const ir::Module *> Run,
                                                                      ThreadPoolInterface &Pool) {
  readOwnModels();
  auto Lower = [this](StringRef Path, StringRef Root, bool Own) -> std::unique_ptr<ir::Module> {
    Expected<std::unique_ptr<MemoryBuffer>> Buffer = report::readFile(Path, MaxImportedSize);
    if (!Buffer) {
      std::string Why = toString(Buffer.takeError());
      if (Own)
        noteUnread({Path.str(), 0, 0, std::move(Why)});
      return nullptr;
    }
    std::unique_ptr<ir::Module> M;
    std::string Why;
    const bool IsRead = runContained(
        [&] {
          faultIfTested("import", Path);
          M = lowerModule((*Buffer)->getBuffer(), Path, Root, /*Checked=*/false);
        },
        Why);
    if (!IsRead) {
      (void)M.release();
      std::lock_guard Guard(Lock);
      Faults.push_back({Path.str(), 0, 0, "the front end crashed (" + Why + ")"});
      return nullptr;
    }
    M->IsModel = Modules.isModel(Path);
    if (Own && !M->Problems.empty())
      noteUnread(firstProblem(*M, Path, std::move(*Buffer)));
    return M;
  };
  auto Imports = std::make_unique<PythonImports>(Modules, Settings.RootOf, Lower);
  auto Found = std::make_unique<std::vector<std::unique_ptr<ir::Module>>>();
  std::string Why;
  if (runContained([&] { *Found = Imports->find(Run, Pool); }, Why))
    return std::move(*Found);
  Pool.wait();
  Faults.push_back({Imports->resolving(), 0, 0, "what it imports was not read: the search crashed (" + Why + ")"});
  [[maybe_unused]] const auto *LostImports = Imports.release();
  [[maybe_unused]] const auto *LostModules = Found.release();
  return {};
}

std::vector<SourceProblem> PythonFrontend::faults() const {
  std::vector<SourceProblem> Result = Faults;
  llvm::sort(Result, [](const SourceProblem &A, const SourceProblem &B) { return A.Path < B.Path; });
  return Result;
}

void PythonFrontend::provideTexts(report::SourceCache &Sources) const {
  for (const auto &Entry : Notebooks)
    Sources.provide(Entry.first(), Entry.second.Text, Entry.second.Cells);
  for (const auto &Entry : Undecoded)
    Sources.protect(Entry.getKey());
}

} // namespace devtidy::driver
