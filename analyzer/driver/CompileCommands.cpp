//===- CompileCommands.cpp - compile_commands.json and compile_flags.txt ===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/CompileCommands.h"
#include "driver/Disk.h"
#include "driver/Language.h"
#include "driver/ProjectFiles.h"
#include "report/ReadFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/StringSaver.h"

using namespace llvm;

namespace devtidy::driver {
namespace {

Error failure(const Twine &Text) { return createStringError(inconvertibleErrorCode(), Text); }

std::string absoluteIn(StringRef Folder, StringRef Path) {
  SmallString<256> Result(Path);
  if (!sys::path::is_absolute(Path)) {
    Result = Folder;
    sys::path::append(Result, Path);
  }
  return normalPath(Result);
}

std::vector<std::string> splitCommand(StringRef Command) {
  BumpPtrAllocator Pool;
  StringSaver Saver(Pool);
  SmallVector<const char *, 64> Args;
  cl::TokenizeGNUCommandLine(Command, Saver, Args);
  return std::vector<std::string>(Args.begin(), Args.end());
}

/// False if the entry lacks what it must have.
bool readEntry(const json::Object &Entry, StringRef Base, CompileCommand &Out) {
  std::optional<StringRef> File = Entry.getString("file");
  if (!File)
    return false;
  Out.Folder = absoluteIn(Base, Entry.getString("directory").value_or("."));
  Out.File = absoluteIn(Out.Folder, *File);
  if (const json::Array *Args = Entry.getArray("arguments")) {
    for (const json::Value &A : *Args)
      Out.Args.push_back(A.getAsString().value_or("").str());
  } else if (std::optional<StringRef> Command = Entry.getString("command")) {
    Out.Args = splitCommand(*Command);
  }
  return !Out.Args.empty();
}

unsigned commonLength(StringRef A, StringRef B) {
  unsigned Length = 0, Last = 0;
  while (Length < A.size() && Length < B.size() && A[Length] == B[Length])
    if (A[Length++] == '/')
      Last = Length;
  return Last;
}

} // namespace

Expected<CompileCommands> CompileCommands::load(StringRef Path) {
  Expected<std::unique_ptr<MemoryBuffer>> Buffer = report::readFile(Path);
  if (!Buffer)
    return failure(Path + ": " + toString(Buffer.takeError()));
  Expected<json::Value> Root = report::parseJson((*Buffer)->getBuffer());
  if (!Root)
    return failure(Path + ": not a compilation database: " + StringRef(toString(Root.takeError())).split('\n').first);
  const json::Array *Entries = Root->getAsArray();
  if (!Entries)
    return failure(Path + ": not a compilation database: an array was expected");
  CompileCommands Result;
  StringRef Base = sys::path::parent_path(Path);
  for (size_t I = 0; I != Entries->size(); ++I) {
    const json::Object *Entry = (*Entries)[I].getAsObject();
    CompileCommand Command;
    if (!Entry || !readEntry(*Entry, Base, Command))
      return failure(Path + ": entry " + Twine(I + 1) + " needs 'file', and 'arguments' or 'command'");
    if (Result.ByFile.try_emplace(Command.File, Result.Commands.size()).second)
      Result.Commands.push_back(std::move(Command));
  }
  return Result;
}

const CompileCommand *CompileCommands::find(StringRef File) const {
  auto Found = ByFile.find(File);
  return Found == ByFile.end() ? nullptr : &Commands[Found->second];
}

const CompileCommand *CompileCommands::findSimilar(StringRef File, bool Anywhere) const {
  const CompileCommand *Best = nullptr;
  unsigned BestLength = 0;
  StringRef Folder = sys::path::parent_path(File);
  for (const CompileCommand &C : Commands) {
    StringRef Other = sys::path::parent_path(C.File);
    unsigned Length = commonLength(File, C.File);
    bool Related = Length > Folder.size() || Length > Other.size();
    if (isCudaSource(C.File) == isCudaSource(File) && (Anywhere || Related) && (!Best || Length > BestLength)) {
      Best = &C;
      BestLength = Length;
    }
  }
  return Best;
}

static bool isBelow(StringRef File, StringRef Folder) { return File.consume_front(Folder) && File.starts_with("/"); }

bool CompileCommands::covers(StringRef Folder) const {
  return any_of(Commands, [&](const CompileCommand &C) { return isBelow(C.File, Folder); });
}

std::vector<std::string> CompileCommands::filesBelow(StringRef Folder) const {
  std::vector<std::string> Result;
  for (const CompileCommand &C : Commands)
    if (isBelow(C.File, Folder))
      Result.push_back(C.File);
  return Result;
}

std::string findCompileCommands(StringRef Start) {
  for (StringRef Folder = Start; !Folder.empty(); Folder = sys::path::parent_path(Folder)) {
    std::string Direct = (Folder + "/compile_commands.json").str();
    if (disk::exists(Direct))
      return Direct;
    std::vector<std::string> Found;
    for (const disk::Entry &E : disk::entries(Folder))
      if (sys::path::filename(E.Path).starts_with("build") && disk::exists(E.Path + "/compile_commands.json"))
        Found.push_back(E.Path + "/compile_commands.json");
    if (!Found.empty())
      return *std::min_element(Found.begin(), Found.end());
  }
  return "";
}

Expected<std::unique_ptr<CompileCommand>> findCompileFlags(StringRef Start, std::string &Path) {
  for (StringRef Folder = Start; !Folder.empty(); Folder = sys::path::parent_path(Folder)) {
    Path = (Folder + "/compile_flags.txt").str();
    Expected<std::unique_ptr<MemoryBuffer>> Buffer = report::readFileIfThere(Path);
    if (!Buffer)
      return Buffer.takeError();
    if (!*Buffer)
      continue;
    auto Command = std::make_unique<CompileCommand>();
    Command->Folder = Folder.str();
    Command->Args.push_back("clang++");
    StringRef Rest = (*Buffer)->getBuffer();
    while (!Rest.empty()) {
      auto [Line, After] = Rest.split('\n');
      if (StringRef Flag = Line.trim(); !Flag.empty())
        Command->Args.push_back(Flag.str());
      Rest = After;
    }
    return Command;
  }
  return nullptr;
}

} // namespace devtidy::driver
