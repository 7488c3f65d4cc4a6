//===- FlagSource.cpp - The compiler arguments of each C++ file ---------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/FlagSource.h"
#include "driver/Disk.h"
#include "driver/Language.h"
#include "driver/LostHeaders.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace devtidy::driver {

Expected<std::unique_ptr<FlagSource>> FlagSource::create(FlagSettings S) {
  std::unique_ptr<FlagSource> Result(new FlagSource(std::move(S)));
  StringRef Folder = Result->Settings.BuildFolder;
  if (Folder.empty())
    return Result;
  std::string Path = Folder.ends_with(".json") ? Folder.str() : (Folder + "/compile_commands.json").str();
  if (!disk::exists(Path))
    return createStringError(
        inconvertibleErrorCode(),
        Folder + " has no compile_commands.json; CMAKE_EXPORT_COMPILE_COMMANDS=ON makes CMake write it");
  Expected<CompileCommands> Database = CompileCommands::load(Path);
  if (!Database)
    return Database.takeError();
  Result->Named = std::make_unique<CompileCommands>(std::move(*Database));
  return Result;
}

const CompileCommands *FlagSource::findDatabase(StringRef Folder) {
  if (Named)
    return Named.get();
  std::lock_guard Guard(Lock);
  auto [Slot, New] = ByFolder.try_emplace(Folder, nullptr);
  if (!New)
    return Slot->second;
  std::string Path = findCompileCommands(Folder);
  if (Path.empty())
    return nullptr;
  auto [Entry, Unread] = Loaded.try_emplace(Path, nullptr);
  if (Unread) {
    Expected<CompileCommands> Database = CompileCommands::load(Path);
    if (Database)
      Entry->second = std::make_unique<CompileCommands>(std::move(*Database));
    else
      note(Path, Database.takeError());
  }
  return Slot->second = Entry->second.get();
}

/// Lock is held.
void FlagSource::note(StringRef Path, Error Why) {
  const std::string Text = toString(std::move(Why));
  if (!Noted.insert(Path).second)
    return;
  StringRef Short = Text;
  Short.consume_front((Path + ": ").str());
  Problems.push_back({Path.str(), 0, 0, Short.str()});
}

/// Those of the nearest file with flags; null if there is none, or none that can be read.
std::unique_ptr<CompileCommand> FlagSource::findFlagFile(StringRef Folder) {
  std::string Path;
  Expected<std::unique_ptr<CompileCommand>> Found = findCompileFlags(Folder, Path);
  if (Found)
    return std::move(*Found);
  std::lock_guard Guard(Lock);
  note(Path, Found.takeError());
  return nullptr;
}

const CompileCommands *FlagSource::databaseFor(StringRef Folder) {
  if (Settings.Given)
    return nullptr;
  const CompileCommands *Database = findDatabase(Folder);
  return Database && Database->covers(Folder) ? Database : nullptr;
}

std::vector<SourceProblem> FlagSource::takeProblems() {
  std::lock_guard Guard(Lock);
  llvm::sort(Problems, [](const SourceProblem &A, const SourceProblem &B) { return A.Path < B.Path; });
  return std::exchange(Problems, {});
}

/// A project without a build description is most often one of these shapes.
void FlagSource::addInstalled(CompilerFlags &Flags, StringRef Root) const {
  Flags.Args.push_back("-std=c++20");
  for (StringRef Name : {"", "/include", "/src", "/csrc"})
    if (std::string Folder = (Root + Name).str(); disk::isFolder(Folder))
      addSearchPath(Flags, "-I", Folder);
  const Installed &I = Settings.Libraries;
  if (!I.Torch.empty()) {
    addSearchPath(Flags, "-isystem", I.Torch + "/include");
    addSearchPath(Flags, "-isystem", I.Torch + "/include/torch/csrc/api/include");
    Flags.Args.push_back("-DTORCH_EXTENSION_NAME=extension");
  }
  if (!I.PythonInclude.empty())
    addSearchPath(Flags, "-isystem", I.PythonInclude);
  if (!Flags.Cuda)
    return;
  addSearchPath(Flags, "-isystem", Settings.StubFolder + "/ahead");
  // What PyTorch's extension builder hands to nvcc; without it, c10::Half has two of each operator.
  for (StringRef Name : {"HALF_OPERATORS", "HALF_CONVERSIONS", "HALF2_OPERATORS", "BFLOAT16_CONVERSIONS"})
    Flags.Args.push_back(("-D__CUDA_NO_" + Name + "__").str());
}

void FlagSource::addLastResort(CompilerFlags &Flags) const {
  const std::string &Toolkit = Settings.Libraries.Cuda;
  if (Flags.Cuda) {
    auto Has = [&](StringRef Prefix) { return any_of(Flags.Args, [&](StringRef A) { return A.starts_with(Prefix); }); };
    Flags.Args.push_back("--cuda-host-only");
    if (!Has("--cuda-path=") && !Toolkit.empty())
      Flags.Args.push_back("--cuda-path=" + Toolkit);
    if (!Has("--cuda-gpu-arch="))
      Flags.Args.push_back("--cuda-gpu-arch=sm_90");
    // Device libraries are for code generation.
    Flags.Args.push_back("-nocudalib");
  }
  if (!Toolkit.empty()) {
    addSearchPath(Flags, "-idirafter", Toolkit + "/include/cccl");
    addSearchPath(Flags, "-idirafter", Toolkit + "/include");
  }
  addSearchPath(Flags, "-idirafter", Settings.StubFolder);
}

FileFlags FlagSource::flagsFor(StringRef File, StringRef Root) {
  StringRef Folder = sys::path::parent_path(File);
  FileFlags Result;
  auto Take = [&](const CompileCommand &Command) {
    CompileCommand Whole = Command;
    append_range(Whole.Args, Settings.Extra);
    Result.Flags = translateCommand(Whole);
    Result.Folder = Command.Folder;
  };
  if (Settings.Given) {
    CompileCommand Command{Settings.WorkingFolder, File.str(), {"clang++"}};
    append_range(Command.Args, *Settings.Given);
    Take(Command);
  } else {
    const CompileCommands *Database = findDatabase(Folder);
    const CompileCommand *Command = Database ? Database->find(File) : nullptr;
    if (!Command && Database)
      Command = Database->findSimilar(File, /*Anywhere=*/Named != nullptr);
    if (Command) {
      Take(*Command);
    } else if (std::unique_ptr<CompileCommand> FlagFile = findFlagFile(Folder)) {
      Take(*FlagFile);
    } else {
      Take({Folder.str(), File.str(), {"clang++"}});
      Result.Flags.Cuda |= isCudaSource(File);
      addInstalled(Result.Flags, Root);
      for (const std::string &Above : foldersOfLostHeaders(File, Root, Result.Flags.SearchPaths))
        addSearchPath(Result.Flags, "-iquote", Above);
    }
  }
  Result.Flags.Cuda |= isCudaSource(File);
  addLastResort(Result.Flags);
  return Result;
}

} // namespace devtidy::driver
