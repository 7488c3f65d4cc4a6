//===- Session.cpp - From a command line to modules ---------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Session.h"
#include "driver/Contained.h"
#include "driver/Disk.h"
#include "driver/Language.h"
#include "driver/Progress.h"
#include "driver/ProjectCallers.h"
#include "driver/ProjectFiles.h"
#include "driver/tidy/ProjectRoot.h"
#include "report/ReadFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/ThreadPool.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace devtidy::driver {

ToolPaths ToolPaths::find(const char *Argv0) {
  std::string Program = sys::fs::getMainExecutable(Argv0, reinterpret_cast<void *>(&ToolPaths::find));
  return {sys::path::parent_path(sys::path::parent_path(Program)).str()};
}

std::string ToolPaths::package() const {
  return disk::exists(Root + "/__init__.py") ? Root : Root + "/share/device-tidy/python/device_tidy";
}

/// The worker reads files, so that standard input becomes one.
Error Session::readStandardInput() {
  Expected<std::unique_ptr<MemoryBuffer>> Buffer = report::readStandardInput();
  if (!Buffer)
    return createStringError(inconvertibleErrorCode(), "cannot read standard input: " + toString(Buffer.takeError()));
  ProvidedText = (*Buffer)->getBuffer().str();
  ProvidedPath = normalPath(Args.StdinFilename);
  SmallString<128> Copy;
  int File;
  if (std::error_code EC = sys::fs::createTemporaryFile("device-tidy", "stdin", File, Copy))
    return createStringError(EC, "cannot make a temporary file: " + EC.message());
  raw_fd_ostream Out(File, /*shouldClose=*/true);
  Out << ProvidedText;
  Out.close();
  ProvidedCopy = std::string(Copy);
  ProvidedFile = std::make_unique<FileRemover>(Copy);
  return Error::success();
}

std::string Session::rootOf(StringRef File) {
  StringRef Folder = sys::path::parent_path(File);
  std::lock_guard Guard(RootsLock);
  auto [Slot, New] = Roots.try_emplace(Folder);
  if (New)
    Slot->second = guessRoot(File);
  return Slot->second;
}

/// Without a repository or settings, the project is what the user named, or where they are.
std::string Session::guessRoot(StringRef File) const {
  if (std::string Root = findProjectRoot(File, *disk::fileSystem()); !Root.empty())
    return Root;
  for (StringRef Path : Args.Paths)
    if (std::string Folder = normalPath(Path); disk::isFolder(Folder) && File.starts_with(Folder + "/"))
      return Folder;
  if (WorkingFolder != "/" && File.starts_with(WorkingFolder + "/"))
    return WorkingFolder;
  return sys::path::parent_path(File).str();
}

bool Session::isLeftOutByArguments(StringRef Path, bool WithFolders) const {
  const StringRef Root = settings().Folder.empty() ? StringRef(WorkingFolder) : StringRef(settings().Folder);
  return WithFolders ? isLeftOut(Path, Args.Exclude, Root) : isNamed(Path, Args.Exclude, Root);
}

/// The folders of stubs that the settings of the files name, each once.
static std::vector<std::string> modelsOf(const ProjectSettings &Project) {
  std::vector<std::string> Result;
  for (const Settings *S : Project.all())
    for (const std::string &Folder : S->Models)
      if (!is_contained(Result, Folder))
        Result.push_back(Folder);
  return Result;
}

Error Session::collect() {
  InputSettings S;
  S.Paths = Args.Paths;
  if (!Args.StdinFilename.empty())
    erase(S.Paths, "-");
  else if (S.Paths.empty())
    S.Paths.push_back(WorkingFolder);
  auto IsLeftOut = [&](StringRef Path) {
    return isLeftOutByArguments(Path, /*WithFolders=*/false) || Project->isNamed(Path);
  };
  S.IsLeftOut = IsLeftOut;
  auto Accepts = [](StringRef Path) { return isCppSource(Path) || isPythonSource(Path) || isNotebook(Path); };
  auto Belongs = [&](StringRef Path, StringRef Folder) {
    const CompileCommands *Database = isCppSource(Path) ? Flags->databaseFor(Folder) : nullptr;
    return !Database || Database->find(Path);
  };
  S.Accepts = Accepts;
  S.Belongs = Belongs;
  auto Listed = [&](StringRef Folder) {
    const CompileCommands *Database = Flags->databaseFor(Folder);
    return Database ? Database->filesBelow(Folder) : std::vector<std::string>();
  };
  S.Listed = Listed;
  Files = collectInputs(S);
  append_range(Files.Problems, Flags->takeProblems());
  for (const std::string &Path : Files.Files)
    (void)Project->of(Path);
  if (!ProvidedPath.empty())
    (void)Project->of(ProvidedPath);
  if (Error E = Project->takeError())
    return E;
  Own = OwnModels(modelsOf(*Project));
  // They are read with the code that uses them, and are no code.
  erase_if(Files.Files, [&](StringRef Path) { return Own.contain(Path); });
  if (ProvidedPath.empty() || is_contained(Files.Files, ProvidedPath) || Own.contain(ProvidedPath))
    return Error::success();
  if (Accepts(ProvidedPath))
    Files.Files.insert(llvm::upper_bound(Files.Files, ProvidedPath), ProvidedPath);
  else if (!isReadWithOthers(ProvidedPath))
    Files.Problems.push_back({ProvidedPath, 0, 0, NoSource.str()});
  return Error::success();
}

PythonSettings Session::pythonSettings(const ToolPaths &Tool, std::vector<std::string> Packages) {
  PythonSettings PS;
  PS.RootOf = [this](StringRef File) { return rootOf(File); };
  PS.IsLeftOut = [this](StringRef File) {
    return isLeftOutByArguments(File, /*WithFolders=*/true) || Project->isLeftOut(File);
  };
  PS.ContentOf = ProvidedPath;
  PS.Content = ProvidedCopy;
  PS.Packages = std::move(Packages);
  PS.Models = Tool.models();
  PS.Own = Own;
  PS.Seconds = Args.Timeout;
  PS.Program = Tool.program();
  return PS;
}

Expected<std::unique_ptr<Session>> Session::open(const SourceArgs &Args, const ToolPaths &Tool, bool UseResults) {
  std::unique_ptr<Session> S(new Session(Args));
  SmallString<256> Folder;
  if (std::error_code EC = sys::fs::current_path(Folder))
    return createStringError(EC, "the working folder cannot be read: " + EC.message());
  S->WorkingFolder = std::string(Folder);

  std::string First = normalPath(!Args.StdinFilename.empty() ? Args.StdinFilename
                                 : Args.Paths.empty()        ? S->WorkingFolder
                                                             : Args.Paths.front());
  std::string Start = disk::isFolder(First) ? First : sys::path::parent_path(First).str();
  Expected<std::unique_ptr<ProjectSettings>> Project = ProjectSettings::open(Start, Args.Config, Args.Isolated);
  if (!Project)
    return Project.takeError();
  S->Project = std::move(*Project);
  if (!Args.StdinFilename.empty())
    if (Error E = S->readStandardInput())
      return E;

  FlagSettings FS;
  FS.Given = Args.CompilerArgs;
  FS.Extra = Args.ExtraArgs;
  if (!Args.BuildFolder.empty())
    FS.BuildFolder = normalPath(Args.BuildFolder);
  else
    FS.BuildFolder = S->settings().BuildFolder;
  FS.WorkingFolder = S->WorkingFolder;
  FS.StubFolder = Tool.cudaStubs();
  Expected<std::string> Python = pythonOrDefault(Args.Python);
  if (!Python)
    return Python.takeError();
  FS.Libraries = findInstalled(*Python, S->guessRoot(Start + "/file"), Tool.Root);
  chooseOperatorTable(Args.PyTorch, FS.Libraries);
  std::vector<std::string> Packages = FS.Libraries.Packages;
  Expected<std::unique_ptr<FlagSource>> Flags = FlagSource::create(std::move(FS));
  if (!Flags)
    return Flags.takeError();
  S->Flags = std::move(*Flags);
  if (Error E = S->collect())
    return E;

  if (!Args.NoCache)
    S->Store = Cache::openDefault();
  S->FrontEnd = std::make_unique<Worker>(Tool.worker(), Args.Timeout);
  CppSettings CS;
  CS.RootOf = [Self = S.get()](StringRef File) { return Self->rootOf(File); };
  CS.UsePrecompiled = !Args.NoPrecompiled && !Args.KeepBodies;
  CS.UseResults = UseResults;
  CS.KeepBodies = Args.KeepBodies;
  CS.ContentOf = S->ProvidedPath;
  CS.Content = S->ProvidedCopy;
  CS.Own = S->Own;
  S->Cpp = std::make_unique<CppFrontend>(std::move(CS), *S->Flags, S->Store, *S->FrontEnd);
  S->Python = std::make_unique<PythonFrontend>(S->pythonSettings(Tool, std::move(Packages)), S->Store);
  S->Frontends = {S->Cpp.get(), S->Python.get()};
  return S;
}

static LoweredFile lowerContained(StringRef Step, StringRef Path, function_ref<LoweredFile()> Lower) {
  auto Result = std::make_unique<LoweredFile>();
  std::string Why;
  const bool IsRead = runContained(
      [&] {
        faultIfTested(Step, Path);
        *Result = Lower();
      },
      Why);
  if (IsRead)
    return std::move(*Result);
  (void)Result.release();
  LoweredFile None;
  None.Problems.push_back({Path.str(), 0, 0, "the front end crashed (" + Why + ")"});
  None.ProblemCount = 1;
  return None;
}

std::vector<LoweredFile> Session::lowerAll() {
  std::vector<LoweredFile> Result(Files.Files.size());
  if (Files.Files.empty() && Own.folders().empty())
    return Result;
  Progress Shown(Files.Files.size(), !Args.Quiet);
  DefaultThreadPool Pool(heavyweight_hardware_concurrency(Args.Jobs));
  for (Frontend *F : Frontends) {
    std::vector<std::string> Own;
    copy_if(Files.Files, std::back_inserter(Own), [&](const std::string &Path) { return F->accepts(Path); });
    Shown.say("preparing");
    F->prepare(Own, Pool);
    for (size_t I = 0; I != Files.Files.size(); ++I) {
      const std::string &Path = Files.Files[I];
      if (F->accepts(Path))
        Pool.async([&, F, I] {
          Shown.say(Path);
          Result[I] = lowerContained("read", Path, [&] { return F->lower(Path); });
          Shown.done();
        });
    }
    Pool.wait();
    std::vector<const ir::Module *> Run;
    for (size_t I = 0; I != Files.Files.size(); ++I)
      if (Result[I].Module && F->accepts(Files.Files[I]))
        Run.push_back(Result[I].Module.get());
    for (std::unique_ptr<ir::Module> &M : F->lowerImports(Run, Pool))
      Imports.push_back(std::move(M));
    for (SourceProblem &P : F->faults())
      if (none_of(Files.Problems, [&](const SourceProblem &Told) { return Told.Path == P.Path; }))
        Files.Problems.push_back(std::move(P));
  }
  append_range(Files.Problems, Flags->takeProblems());
  Store.prune();
  return Result;
}

std::vector<const ir::Module *> Session::allModules(ArrayRef<LoweredFile> Lowered) const {
  std::vector<const ir::Module *> Result, Others;
  for (const std::unique_ptr<ir::Module> &M : Imports)
    (Own.contain(M->Files.front().Path) ? Result : Others).push_back(M.get());
  for (const LoweredFile &L : Lowered)
    if (L.Module)
      Result.push_back(L.Module.get());
  append_range(Result, Others);
  return Result;
}

/// True if M imports the module of that name, something of it, or a package that holds it.
static bool importsModule(const ir::Module &M, StringRef Name) {
  const auto IsBelow = [](StringRef One, StringRef Other) {
    return One.starts_with(Other) && (One.size() == Other.size() || One[Other.size()] == '.');
  };
  return any_of(M.Aliases, [&](const ir::Alias &A) { return IsBelow(A.Target, Name) || IsBelow(Name, A.Target); });
}

std::optional<std::vector<std::unique_ptr<ir::Module>>> Session::callersOf(ArrayRef<std::string> Paths,
                                                                           ArrayRef<LoweredFile> Lowered) {
  std::vector<std::unique_ptr<ir::Module>> Result;
  StringMap<std::vector<std::string>> ByRoot;
  for (const std::string &Path : Paths)
    if (Python->accepts(Path))
      ByRoot[baseOfProject(Path, rootOf(Path))].push_back(Path);
  StringSet<> Known;
  Known.insert_range(Files.Files);
  for (const std::unique_ptr<ir::Module> &M : Imports)
    Known.insert(M->Files.front().Path);
  std::vector<std::string> Others;
  for (const auto &[Root, Of] : ByRoot) {
    std::optional<std::vector<std::string>> Found =
        relativesOf(Of, Root, [&](StringRef Path) { return Known.contains(Path); });
    if (!Found)
      return std::nullopt;
    append_range(Others, *Found);
  }
  llvm::sort(Others);
  Others.erase(llvm::unique(Others), Others.end());
  for (const std::string &Path : Others)
    if (std::unique_ptr<ir::Module> M = Python->lowerOther(Path))
      Result.push_back(std::move(M));
  // Files of other folders may have such names, too. First who imports what is used, then what those import.
  std::vector<const ir::Module *> Read, Using;
  for (const LoweredFile &L : Lowered)
    if (L.Module)
      (is_contained(Paths, L.Module->Files.front().Path) ? Using : Read).push_back(L.Module.get());
  for (const std::unique_ptr<ir::Module> &M : Imports)
    Read.push_back(M.get());
  std::vector<std::unique_ptr<ir::Module>> Users;
  const auto TakeAll = [&](function_ref<bool(const ir::Module &M, const ir::Module &Of)> IsRelated) {
    const auto IsTaken = [&](const ir::Module *M) {
      const bool Is = M && any_of(Using, [&](const ir::Module *Of) { return IsRelated(*M, *Of); });
      if (Is)
        Using.push_back(M);
      return Is;
    };
    for (size_t Before = 0; Before != Using.size();) {
      Before = Using.size();
      for (const ir::Module *&M : Read)
        if (IsTaken(M))
          M = nullptr;
      for (std::unique_ptr<ir::Module> &M : Result)
        if (IsTaken(M.get()))
          Users.push_back(std::move(M));
    }
  };
  TakeAll([](const ir::Module &M, const ir::Module &Of) { return importsModule(M, Of.Name); });
  TakeAll([](const ir::Module &M, const ir::Module &Of) { return importsModule(Of, M.Name); });
  return Users;
}

std::vector<LoweredFile> Session::lowerAgain(ArrayRef<size_t> Indices, const FileTexts &Texts) {
  std::vector<LoweredFile> Result(Indices.size());
  DefaultThreadPool Pool(heavyweight_hardware_concurrency(Args.Jobs));
  for (Frontend *F : Frontends) {
    std::vector<std::string> Own;
    for (size_t I : Indices)
      if (F->accepts(Files.Files[I]))
        Own.push_back(Files.Files[I]);
    F->prepareAgain(Own, Pool);
    for (size_t N = 0; N != Indices.size(); ++N)
      if (F->accepts(Files.Files[Indices[N]]))
        Pool.async([&, F, N] {
          const std::string &Path = Files.Files[Indices[N]];
          Result[N] = lowerContained("again", Path, [&] { return F->lowerAs(Path, Texts); });
        });
    Pool.wait();
  }
  return Result;
}

const std::vector<CppFrontend::Group> &Session::precompile() {
  DefaultThreadPool Pool(heavyweight_hardware_concurrency(Args.Jobs));
  Cpp->prepare(Files.Files, Pool);
  append_range(Files.Problems, Flags->takeProblems());
  return Cpp->groups();
}

void Session::provideTexts(report::SourceCache &Sources) const {
  if (!ProvidedPath.empty())
    Sources.provide(ProvidedPath, ProvidedText);
  for (const Frontend *F : Frontends)
    F->provideTexts(Sources);
}

std::vector<std::string> Session::warnings() const {
  std::vector<std::string> Result;
  for (Frontend *F : Frontends)
    append_range(Result, F->warnings());
  return Result;
}

} // namespace devtidy::driver
