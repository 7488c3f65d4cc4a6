//===- ProjectCallers.cpp - Files of a project that use some of its files - ===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/ProjectCallers.h"
#include "driver/Disk.h"
#include "driver/ImportedWords.h"
#include "driver/Language.h"
#include "driver/ProjectFiles.h"
#include "report/ReadFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace devtidy::driver {
namespace {

/// Of folders and files below the root; of files that are read; of those that are found.
constexpr size_t MaxEntries = 50000, MaxSources = 5000, MaxFound = 600;
/// Larger ones are tables.
constexpr size_t MaxSize = 1 << 20;

/// False if there are too many.
bool listSources(StringRef Root, std::vector<std::string> &Sources) {
  std::vector<std::string> Work{Root.str()};
  size_t Entries = 0;
  while (!Work.empty()) {
    const std::string Folder = std::move(Work.back());
    Work.pop_back();
    for (const disk::Entry &E : disk::entries(Folder)) {
      if (++Entries > MaxEntries || Sources.size() > MaxSources)
        return false;
      if (E.Type == sys::fs::file_type::directory_file) {
        if (!isForeignFolderName(sys::path::filename(E.Path)) && !disk::exists(E.Path + "/pyvenv.cfg"))
          Work.push_back(E.Path);
      } else if (isPythonSource(E.Path) || isNotebook(E.Path)) {
        Sources.push_back(E.Path);
      }
    }
  }
  llvm::sort(Sources);
  return true;
}

/// What others import it by: the last part of its module's name.
StringRef stemOf(StringRef Path) {
  const StringRef Stem = sys::path::stem(Path);
  return Stem == "__init__" ? sys::path::filename(sys::path::parent_path(Path)) : Stem;
}

} // namespace

std::optional<std::vector<std::string>> relativesOf(ArrayRef<std::string> Files, StringRef Root,
                                                    function_ref<bool(StringRef)> IsKnown) {
  std::vector<std::string> Sources;
  if (!listSources(Root, Sources))
    return std::nullopt;
  std::vector<StringSet<>> Words;
  for (const std::string &Path : Sources) {
    Expected<std::unique_ptr<MemoryBuffer>> Buffer = report::readFile(Path, MaxSize);
    Words.push_back(Buffer ? importedWords((*Buffer)->getBuffer()) : StringSet<>());
    if (!Buffer)
      consumeError(Buffer.takeError());
  }
  StringMap<std::vector<size_t>> Saying, Called;
  for (size_t N = 0; N != Sources.size(); ++N) {
    Called[stemOf(Sources[N])].push_back(N);
    for (const auto &Word : Words[N])
      Saying[Word.getKey()].push_back(N);
  }
  std::vector<bool> Imports(Sources.size());
  std::vector<size_t> Found;
  const auto Add = [&](const std::vector<size_t> &All) {
    for (const size_t N : All)
      if (!Imports[N]) {
        Imports[N] = true;
        Found.push_back(N);
      }
  };
  for (const std::string &Path : Files)
    Add(Saying.lookup(stemOf(Path)));
  for (size_t At = 0; At != Found.size(); ++At)
    Add(Saying.lookup(stemOf(Sources[Found[At]])));
  // What an importer hands on goes to others that it imports.
  for (size_t At = 0; At != Found.size(); ++At)
    for (const auto &Word : Words[Found[At]])
      Add(Called.lookup(Word.getKey()));
  std::vector<std::string> Result;
  for (size_t N = 0; N != Sources.size(); ++N)
    if (Imports[N] && !IsKnown(Sources[N]))
      Result.push_back(Sources[N]);
  return Result.size() > MaxFound ? std::nullopt : std::optional(std::move(Result));
}

} // namespace devtidy::driver
