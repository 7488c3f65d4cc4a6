//===- Fixes.cpp - Applying repairs to files ------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report/Fixes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace devtidy::report;
using llvm::StringRef;

static bool overlap(const Edit &A, const Edit &B) {
  if (A.Begin == A.End && B.Begin == B.End)
    return A.Begin == B.Begin;
  return A.Begin < B.End && B.Begin < A.End;
}

bool EditSet::fits(const Edit &E) const {
  const SourceText *Source = Sources.get(E.Path);
  if (!Source || Sources.isProtected(E.Path) || (Source->isNotebook() && !InNotebooks) || E.Begin > E.End ||
      E.End > Source->text().size())
    return false;
  auto Found = Edits.find(E.Path);
  return Found == Edits.end() ||
         llvm::none_of(Found->second, [&](const Edit &Other) { return Other != E && overlap(Other, E); });
}

bool EditSet::add(llvm::ArrayRef<Edit> New) {
  for (auto [I, E] : llvm::enumerate(New))
    if (!fits(E) || llvm::any_of(New.take_front(I), [&E = E](const Edit &Other) {
          return Other.Path == E.Path && Other != E && overlap(Other, E);
        }))
      return false;
  for (const Edit &E : New)
    Edits[E.Path].insert(E);
  return true;
}

std::vector<std::string> EditSet::paths() const {
  std::vector<std::string> Result;
  Result.reserve(Edits.size());
  for (const auto &[Path, Unused] : Edits)
    Result.push_back(Path);
  return Result;
}

/// The replacement with its line ends turned into those of the file.
static void appendReplacement(std::string &Out, StringRef Replacement, StringRef LineEnding) {
  while (true) {
    auto [Line, Rest] = Replacement.split('\n');
    bool IsLast = Line.size() == Replacement.size();
    Out += IsLast ? Line : Line.rtrim('\r');
    if (IsLast)
      return;
    Out += LineEnding;
    Replacement = Rest;
  }
}

static StringRef lineEndingAt(const SourceText &Source, uint32_t Offset) {
  StringRef Ending = Source.lineEnding(Source.lineOf(Offset));
  if (Ending.empty() && Source.lineCount() > 1)
    Ending = Source.lineEnding(Source.lineCount() - 1);
  return Ending.empty() ? "\n" : Ending;
}

std::string devtidy::report::edited(const SourceText &Source, uint32_t Begin, uint32_t End,
                                    llvm::ArrayRef<Edit> Edits) {
  StringRef Text = Source.text();
  std::string Out;
  for (const Edit &E : Edits) {
    Out += Text.slice(Begin, E.Begin);
    appendReplacement(Out, E.Replacement, lineEndingAt(Source, E.Begin));
    Begin = E.End;
  }
  Out += Text.slice(Begin, End);
  return Out;
}

std::string EditSet::newText(StringRef Path) const {
  const SourceText &Source = *Sources.get(Path);
  return edited(Source, 0, Source.text().size(), edits(Path));
}

std::vector<Edit> EditSet::edits(StringRef Path) const {
  const std::set<Edit> &OfPath = Edits.find(Path)->second;
  return {OfPath.begin(), OfPath.end()};
}

AppliedFixes devtidy::report::addFixes(llvm::ArrayRef<Finding> Findings, EditSet &Edits, bool UnsureToo) {
  AppliedFixes Result;
  for (const Finding &F : Findings) {
    const auto *Wanted =
        llvm::find_if(llvm::ArrayRef(F.Fixes), [&](const Fix &Repair) { return Repair.Sure || UnsureToo; });
    bool Applied = Wanted != llvm::ArrayRef(F.Fixes).end() && !Wanted->Edits.empty() && Edits.add(Wanted->Edits);
    (Applied ? Result.Fixed : Result.Left).push_back(F);
  }
  return Result;
}

static llvm::Error cannotWrite(StringRef Path, std::error_code Reason) {
  return llvm::createStringError(Reason, "cannot write '" + Path + "': " + Reason.message());
}

llvm::Error devtidy::report::replaceFile(StringRef Path, StringRef Text) {
  namespace fs = llvm::sys::fs;
  llvm::SmallString<128> Target;
  if (std::error_code Reason = fs::real_path(Path, Target))
    return cannotWrite(Path, Reason);
  fs::file_status Status;
  if (std::error_code Reason = fs::status(Target, Status))
    return cannotWrite(Path, Reason);
  // A file that may not be written is protected, even where its folder may.
  if (!fs::can_write(Target))
    return cannotWrite(Path, std::make_error_code(std::errc::permission_denied));
  llvm::Expected<fs::TempFile> Temporary = fs::TempFile::create(Target + ".%%%%%%%%");
  if (!Temporary)
    return cannotWrite(Path, llvm::errorToErrorCode(Temporary.takeError()));
  llvm::raw_fd_ostream Out(Temporary->FD, /*shouldClose=*/false);
  Out << Text;
  Out.flush();
  std::error_code Reason = Out.error();
  Out.clear_error();
  if (!Reason)
    Reason = fs::setPermissions(Temporary->FD, Status.permissions());
  if (!Reason)
    Reason = llvm::errorToErrorCode(Temporary->keep(Target));
  if (!Reason)
    return llvm::Error::success();
  llvm::consumeError(Temporary->discard());
  return cannotWrite(Path, Reason);
}
