//===- RepositoryFiles.cpp - Files that lie beside the sources --------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/support/RepositoryFiles.h"
#include "checks/support/PathText.h"
#include "dataflow/engine/Resolve.h"
#include "knowledge/Files.h"
#include "knowledge/SavedFormat.h"
#include "report/ReadFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"

namespace devtidy::checks {

using dataflow::Program;
using ir::InstKind;
namespace path = llvm::sys::path;

/// How many folders above its own file V is: 1 for `dirname(__file__)`, 2 for `Path(__file__).parent.parent`. Nothing
/// if it begins with something else.
static std::optional<unsigned> foldersAbove(const Program &P, const ir::Function &F, ir::ValueId V) {
  constexpr unsigned MaxSteps = 12;
  unsigned Up = 0;
  for (unsigned N = 0; N < MaxSteps; ++N) {
    const ir::Inst *D = F.definition(V);
    if (!D)
      return std::nullopt;
    if (D->Kind == InstKind::GetGlobal)
      return knowledge::namesOwnFile(std::string_view(D->Name)) ? std::optional(Up) : std::nullopt;
    const std::string_view Name(D->Kind == InstKind::Call ? P.Types.canonical(D->Name) : D->Name);
    const bool IsFolder = (D->Kind == InstKind::Call || D->Kind == InstKind::GetField) && knowledge::givesFolder(Name);
    if (D->Args.size() != 1 || (!IsFolder && !(D->Kind == InstKind::Call && knowledge::joinsPaths(Name)) &&
                                !(D->Kind == InstKind::Invoke && knowledge::givesWholePath(Name))))
      return std::nullopt;
    Up += IsFolder;
    V = D->Args[0].Value;
  }
  return std::nullopt;
}

static bool saysCpu(llvm::StringRef Path) {
  constexpr uint64_t MaxBytes = uint64_t(64) << 20;
  const auto Content = report::readFileOrNull(Path, MaxBytes);
  return Content && knowledge::wasSavedOnCpu(std::string_view(Content->getBuffer()));
}

bool readsCpuFileOfRepository(const SolvedFunction &S, const Event &Load) {
  const Program &P = *S.Owner;
  const ir::Arg *From = Load.Known ? dataflow::argumentFor(*Load.Known, *Load.I, "path") : nullptr;
  if (!From || S.M->Files.empty())
    return false;
  const PathText Text(P, *S.F, From->Value);
  const std::optional<std::string> Rest = Text.spelledRest();
  const auto Begins = Text.beginning();
  const auto Up = Begins ? foldersAbove(P, *Begins->first, Begins->second) : std::nullopt;
  if (!Rest || Rest->empty() || (Begins && !Up) || llvm::StringRef(*Rest).contains("://") ||
      (!Begins && path::is_absolute(*Rest)))
    return false;
  const std::string End = Text.end();
  const auto Writes = [&](const dataflow::CallSite &Save) {
    const ir::Arg *To = dataflow::argumentFor(*Save.C, *Save.I, "path");
    return To && PathText(P, *Save.F, To->Value).end() == End;
  };
  if (llvm::any_of(P.Links.saves(), Writes))
    return false;
  llvm::StringRef Folder = S.M->Files.front().Path;
  constexpr unsigned MaxFolders = 6; // of those from which the program may be run
  for (unsigned N = 0; N < (Begins ? *Up : MaxFolders) && !Folder.empty(); ++N) {
    Folder = path::parent_path(Folder);
    llvm::SmallString<128> Path(Folder);
    path::append(Path, path::relative_path(*Rest));
    if ((!Begins || N + 1 == *Up) && saysCpu(Path))
      return true;
  }
  return false;
}

} // namespace devtidy::checks
