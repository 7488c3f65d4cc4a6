//===- Disk.cpp - What is asked of the disk and the environment -----------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Disk.h"
#include "driver/Language.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <atomic>
#include <sys/stat.h>

using namespace llvm;
using sys::fs::file_type;

namespace devtidy::driver::disk {
namespace {

/// In front of the number of an error.
constexpr char Failed = '!';

std::string failed(std::error_code EC) { return Failed + std::to_string(EC.value()); }

std::string letterOf(file_type Type) { return {char('a' + int(Type))}; }

std::string typeOf(StringRef Path, bool Follow) {
  sys::fs::file_status Status;
  if (std::error_code EC = sys::fs::status(Path, Status, Follow))
    return failed(EC);
  return letterOf(Status.type());
}

std::string sizeOf(StringRef Path) {
  sys::fs::file_status Status;
  if (sys::fs::status(Path, Status) || Status.type() != file_type::regular_file)
    return {Failed};
  return utostr(Status.getSize());
}

bool isSourceByName(StringRef Name) { return isPythonSource(Name) || isNotebook(Name) || isCppSource(Name); }

/// A name, a zero and a letter for each, and an error in front. Files that are no sources come and go unseen.
std::string entriesOf(StringRef Folder) {
  std::vector<std::string> Found;
  std::error_code EC;
  for (sys::fs::directory_iterator I(Folder, EC, /*follow_symlinks=*/false), End; !EC && I != End; I.increment(EC)) {
    const StringRef Name = sys::path::filename(I->path());
    if (I->type() != file_type::regular_file || isSourceByName(Name))
      Found.push_back((Name + StringRef("\0", 1) + letterOf(I->type())).str());
  }
  llvm::sort(Found);
  return (EC ? failed(EC) : "") + "/" + join(Found, "/");
}

std::string given(const std::optional<std::string> &Text) { return Text ? "=" + *Text : std::string(1, Failed); }

std::string realPathOf(StringRef Path) {
  SmallString<256> Real;
  if (sys::fs::real_path(Path, Real))
    return {Failed};
  return "=" + Real.str().str();
}

std::string programOf(StringRef Name) {
  const ErrorOr<std::string> Found = sys::findProgramByName(Name);
  return Found ? "=" + *Found : std::string(1, Failed);
}

std::atomic<Witness *> Listener = nullptr;

std::string askAloud(Question Q, StringRef About) {
  std::string Answer = ask(Q, About);
  if (Witness *W = Listener)
    W->saw(Q, About, Answer);
  return Answer;
}

/// The error that an answer begins with.
std::error_code takeError(StringRef &Answer) {
  int Code = 0;
  if (Answer.consume_front(StringRef(&Failed, 1)))
    Answer.consumeInteger(10, Code);
  return {Code, std::generic_category()};
}

std::optional<std::string> textOf(StringRef Answer) {
  return Answer.consume_front("=") ? std::optional(Answer.str()) : std::nullopt;
}

/// Whether files exist is asked aloud.
class AskedFiles : public vfs::ProxyFileSystem {
public:
  AskedFiles() : ProxyFileSystem(vfs::getRealFileSystem()) {}
  bool exists(const Twine &Path) override { return disk::exists(Path); }
};

} // namespace

std::string ask(Question Q, StringRef About) {
  switch (Q) {
  case Question::Type:
    return typeOf(About, /*Follow=*/true);
  case Question::OwnType:
    return typeOf(About, /*Follow=*/false);
  case Question::Size:
    return sizeOf(About);
  case Question::Entries:
    return entriesOf(About);
  case Question::RealPath:
    return realPathOf(About);
  case Question::Variable:
    return given(sys::Process::GetEnv(About));
  case Question::Program:
    return programOf(About);
  }
  return {};
}

void setWitness(Witness *W) { Listener = W; }

void noteUnrepeatable() {
  if (Witness *W = Listener)
    W->sawUnrepeatable();
}

std::error_code status(const Twine &Path, file_type &Type, bool Follow) {
  const std::string Answer = askAloud(Follow ? Question::Type : Question::OwnType, Path.str());
  StringRef Rest = Answer;
  const std::error_code EC = takeError(Rest);
  Type = EC || Rest.empty() ? file_type::status_error : file_type(Rest.front() - 'a');
  return EC;
}

bool exists(const Twine &Path) {
  file_type Type;
  return !status(Path, Type);
}

bool isFolder(const Twine &Path) {
  file_type Type;
  return !status(Path, Type) && Type == file_type::directory_file;
}

bool isRegularFile(const Twine &Path) {
  file_type Type;
  return !status(Path, Type) && Type == file_type::regular_file;
}

std::optional<uint64_t> fileSize(StringRef Path) {
  uint64_t Size = 0;
  return StringRef(askAloud(Question::Size, Path)).getAsInteger(10, Size) ? std::nullopt : std::optional(Size);
}

std::optional<std::string> realPath(StringRef Path) { return textOf(askAloud(Question::RealPath, Path)); }
std::optional<std::string> environment(StringRef Name) { return textOf(askAloud(Question::Variable, Name)); }
std::optional<std::string> findProgram(StringRef Name) { return textOf(askAloud(Question::Program, Name)); }

std::error_code list(StringRef Folder, std::vector<Entry> &Entries) {
  const std::string Answer = askAloud(Question::Entries, Folder);
  StringRef Rest = Answer;
  const std::error_code EC = takeError(Rest);
  for (StringRef Item : split(Rest.drop_front(), '/')) {
    const auto [Name, Type] = Item.split('\0');
    if (!Type.empty())
      Entries.push_back({(Folder + (Folder.ends_with("/") ? "" : "/") + Name).str(), file_type(Type.front() - 'a')});
  }
  return EC;
}

std::vector<Entry> entries(StringRef Folder) {
  std::vector<Entry> Result;
  [[maybe_unused]] const std::error_code Why = list(Folder, Result);
  return Result;
}

IntrusiveRefCntPtr<vfs::FileSystem> fileSystem() { return makeIntrusiveRefCnt<AskedFiles>(); }

} // namespace devtidy::driver::disk
