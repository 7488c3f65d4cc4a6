//===- Repairs.cpp - Repairs that the analysis has solved again ---------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Repairs.h"
#include "report/Fixes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include <map>
#include <set>
#include <tuple>

using namespace llvm;

namespace devtidy::driver {
namespace {

struct Candidate {
  const report::Finding *F;
  const report::Fix *Repair;
  enum { Open, Sound, Broken } Verdict = Open;
  bool IsAccused = false; ///< something is wrong where it is, and not only in its file

  bool touches(StringRef Path) const {
    return any_of(Repair->Edits, [&](const report::Edit &E) { return E.Path == Path; });
  }
};

/// Which check speaks of which place.
using Key = std::tuple<std::string, std::string, uint32_t, uint32_t>;

/// The files of the run that read one whose text changes.
std::vector<size_t> readersOf(const FileTexts &Texts, ArrayRef<LoweredFile> Files) {
  std::vector<size_t> Result;
  for (size_t I = 0; I != Files.size(); ++I)
    if (const ir::Module *M = Files[I].Module.get();
        M && any_of(M->Files, [&](const ir::SourceFile &F) { return Texts.contains(F.Path); }))
      Result.push_back(I);
  return Result;
}

/// The analysis of the program with some repairs made.
class Trial {
public:
  explicit Trial(const Analysed &Before) : Before(Before), Edits(Before.Sources, /*InNotebooks=*/true) {}

  bool add(Candidate &C) {
    if (!Edits.add(C.Repair->Edits))
      return false;
    Made.push_back(&C);
    return true;
  }
  bool isEmpty() const { return Made.empty(); }

  /// Reads and solves what changes, and judges. With Alone, there is at most one repair for each file.
  void run(bool Alone);

private:
  uint32_t moved(StringRef Path, uint32_t Offset) const;
  Key movedKey(const report::Finding &F) const;
  bool isNew(const report::Finding &F) const;
  bool isNext(const report::Finding &F) const;
  void blame(const report::Finding &New);
  void blame(StringRef Path);

  const Analysed &Before;
  report::EditSet Edits;
  StringMap<std::vector<report::Edit>> EditsByPath;
  SmallVector<Candidate *, 8> Made;
  StringSet<> Suspects; ///< paths of files in which something is wrong now
  bool AllSuspect = false;
  std::map<Key, int> Known; ///< of what was said before, where that stands now; its level
};

/// Where a byte of the old text is in the new one. What is put in front of something moves it.
uint32_t Trial::moved(StringRef Path, uint32_t Offset) const {
  uint32_t Result = Offset;
  auto It = EditsByPath.find(Path);
  if (It == EditsByPath.end())
    return Result;
  for (const report::Edit &E : It->second) {
    if (E.Begin > Offset)
      break;
    const uint32_t Removed = std::min(E.End, Offset) - E.Begin;
    const bool IsReplaced = E.Begin <= Offset && Offset < E.End;
    Result = Result - Removed + (IsReplaced ? 0 : static_cast<uint32_t>(E.Replacement.size()));
  }
  return Result;
}

Key Trial::movedKey(const report::Finding &F) const {
  return {F.Check, F.Where.Path, moved(F.Where.Path, F.Where.Begin), moved(F.Where.Path, F.Where.Point)};
}

Key keyOf(const report::Finding &F) { return {F.Check, F.Where.Path, F.Where.Begin, F.Where.Point}; }

void Trial::blame(const report::Finding &New) {
  blame(New.Where.Path);
  for (Candidate *C : Made)
    C->IsAccused |= C->touches(New.Where.Path) && C->F->Function == New.Function;
}

void Trial::blame(StringRef Path) {
  if (any_of(Made, [&](const Candidate *C) { return C->touches(Path); }))
    Suspects.insert(Path);
  else
    AllSuspect = true; // it shows elsewhere
}

/// True if the finding is one of a check that tells a function once, and a repair has removed the one before.
bool Trial::isNext(const report::Finding &F) const {
  return F.Operands.empty() && any_of(Made, [&](const Candidate *C) {
           return C->F->Check == F.Check && C->F->Function == F.Function && C->F->Where.Path == F.Where.Path;
         });
}

bool Trial::isNew(const report::Finding &F) const {
  if (!Before.Wants(F) || isNext(F))
    return false;
  auto It = Known.find(keyOf(F));
  return It == Known.end() || It->second > F.Level;
}

void Trial::run(bool Alone) {
  FileTexts Texts;
  report::SourceCache Sources;
  Before.ProvideTexts(Sources);
  for (const std::string &Path : Edits.paths()) {
    Texts[Path] = Edits.newText(Path);
    Sources.provide(Path, Texts[Path]);
    EditsByPath[Path] = Edits.edits(Path);
  }
  const std::vector<size_t> Affected = readersOf(Texts, Before.Lowered);
  const std::vector<LoweredFile> Again = Before.LowerAgain(Affected, Texts);
  std::vector<const ir::Module *> Modules(Before.Modules), Changed;
  for (size_t N = 0; N != Affected.size(); ++N) {
    const LoweredFile &Old = Before.Lowered[Affected[N]], &New = Again[N];
    if (!New.Module || New.ProblemCount > Old.ProblemCount) {
      for (const ir::SourceFile &F : Old.Module->Files)
        if (Texts.contains(F.Path))
          blame(F.Path);
      continue;
    }
    *find(Modules, Old.Module.get()) = New.Module.get();
    Changed.push_back(New.Module.get());
  }
  checks::RunOptions Options = Before.Options;
  Options.Sources = &Sources;
  std::vector<report::Finding> Now;
  if (!Changed.empty()) {
    std::optional<std::vector<report::Finding>> Found = checks::checkAgain(Modules, Options, Changed);
    AllSuspect |= !Found;
    if (Found)
      Now = std::move(*Found);
  }

  for (const report::Finding &F : Before.Said) {
    auto [It, New] = Known.try_emplace(movedKey(F), F.Level);
    It->second = std::min(It->second, F.Level);
  }
  std::set<Key> Left;
  for (const report::Finding &F : Now) {
    Left.insert(keyOf(F));
    if (isNew(F))
      blame(F);
  }
  for (Candidate *C : Made) {
    const bool IsLeft = Left.contains(movedKey(*C->F));
    C->IsAccused |= IsLeft;
    const bool Suspect = AllSuspect || IsLeft ||
                         any_of(C->Repair->Edits, [&](const report::Edit &E) { return Suspects.contains(E.Path); });
    C->Verdict = !Suspect ? Candidate::Sound : Alone ? Candidate::Broken : Candidate::Open;
  }
}

/// The files of the run that read one in which the repair changes something.
std::vector<size_t> readersOf(const report::Fix &Repair, ArrayRef<LoweredFile> Files) {
  FileTexts Changed;
  for (const report::Edit &E : Repair.Edits)
    Changed.try_emplace(E.Path);
  return readersOf(Changed, Files);
}

/// All that nothing is known of yet, but for those that something speaks against.
void tryTogether(std::vector<Candidate> &All, const Analysed &Before) {
  Trial Together(Before);
  for (Candidate &C : All)
    if (C.Verdict == Candidate::Open && !C.IsAccused)
      Together.add(C);
  if (!Together.isEmpty())
    Together.run(/*Alone=*/false);
}

/// In each round as many as have no reader in common.
void tryEachAlone(std::vector<Candidate> &All, const Analysed &Before) {
  for (unsigned Round = 0; Round != Before.MaxRounds; ++Round) {
    Trial Next(Before);
    std::set<size_t> Taken;
    for (Candidate &C : All) {
      if (C.Verdict != Candidate::Open)
        continue;
      const std::vector<size_t> Readers = readersOf(*C.Repair, Before.Lowered);
      if (any_of(Readers, [&](size_t I) { return Taken.contains(I); }))
        continue;
      if (Next.add(C))
        Taken.insert(Readers.begin(), Readers.end());
      else
        C.Verdict = Candidate::Broken; // it does not even fit its file
    }
    if (Next.isEmpty())
      return;
    Next.run(/*Alone=*/true);
  }
}

/// Each is right alone, and two may undo each other: `a = a.to(device)` beside `b = b.cpu()`. Where all of them
/// together leave something wrong, the first of a function stands.
void keepAgreeing(std::vector<Candidate> &All, const Analysed &Before) {
  Trial Together(Before);
  for (Candidate &C : All) {
    C.IsAccused = false;
    if (C.Verdict == Candidate::Sound && !Together.add(C))
      C.Verdict = Candidate::Broken;
  }
  if (Together.isEmpty())
    return;
  Together.run(/*Alone=*/false);
  std::set<std::pair<std::string, std::string>> Kept; // of a file, a function
  for (Candidate &C : All)
    if (C.Verdict == Candidate::Open) {
      const bool Stands = !C.IsAccused || Kept.emplace(C.F->Where.Path, C.F->Function).second;
      C.Verdict = Stands ? Candidate::Sound : Candidate::Broken;
    }
}

} // namespace

void keepSoundRepairs(std::vector<report::Finding> &Findings, const Analysed &Before) {
  std::vector<Candidate> All;
  for (const report::Finding &F : Findings)
    for (const report::Fix &Repair : F.Fixes)
      All.push_back({&F, &Repair});
  if (All.empty())
    return;
  tryTogether(All, Before);
  if (any_of(All, [](const Candidate &C) { return C.IsAccused; }))
    tryTogether(All, Before);
  if (any_of(All, [](const Candidate &C) { return C.Verdict == Candidate::Open; })) {
    tryEachAlone(All, Before);
    keepAgreeing(All, Before);
  }

  size_t Next = 0;
  for (report::Finding &F : Findings) {
    std::vector<report::Fix> Kept;
    for (report::Fix &Repair : F.Fixes)
      if (All[Next++].Verdict == Candidate::Sound)
        Kept.push_back(std::move(Repair));
    F.Fixes = std::move(Kept);
  }
}

} // namespace devtidy::driver
