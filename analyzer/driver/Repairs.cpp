//===- Repairs.cpp - Repairs that the analysis has solved again ---------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Repairs.h"
#include "report/Fixes.h"
#include "report/Wording.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include <list>
#include <map>
#include <set>
#include <tuple>

using namespace llvm;

namespace devtidy::driver {
namespace {

struct Candidate {
  const report::Finding *F;
  report::Fix Repair;
  unsigned Extended = 0; ///< how often edits were added that what was still wrong asked for
  enum { Open, Sound, Broken } Verdict = Open;
  bool IsAccused = false;            ///< something is wrong where it is, and not only in its file
  bool IsEntangled = false;          ///< something is wrong in its file, and not where it is
  std::optional<report::Fix> Longer; ///< the same, and what repairs the rest of what it is accused of

  bool touches(StringRef Path) const {
    return any_of(Repair.Edits, [&](const report::Edit &E) { return E.Path == Path; });
  }
};

/// All repairs of a run, those of one finding next to each other and the best one first.
using Candidates = std::list<Candidate>;

/// Those that nothing is known of yet, and no better one of the same finding either.
std::vector<Candidate *> currentOf(Candidates &All) {
  std::vector<Candidate *> Result;
  const report::Finding *Decided = nullptr;
  for (Candidate &C : All) {
    if (C.F == Decided || C.Verdict == Candidate::Broken)
      continue;
    Decided = C.F;
    if (C.Verdict == Candidate::Open)
      Result.push_back(&C);
  }
  return Result;
}

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

/// The other files of the run that call, by its name, what those of Files that have these indices define, and those
/// that call these: where a function may be declared in any file, who calls it does not read the one in which it
/// stands.
std::vector<size_t> callersOf(ArrayRef<size_t> Of, ArrayRef<LoweredFile> Files) {
  DenseSet<StringRef> Names;
  std::vector<bool> IsSeen(Files.size());
  const auto Add = [&](size_t N) {
    IsSeen[N] = true;
    for (const std::unique_ptr<ir::Function> &F : Files[N].Module->Functions)
      if (F->hasBody())
        Names.insert(ir::lastName(F->Name));
  };
  const auto Calls = [&](const ir::Inst &I) {
    return (I.Kind == ir::InstKind::Call || I.Kind == ir::InstKind::Invoke || I.Kind == ir::InstKind::GetGlobal) &&
           Names.contains(ir::lastName(I.Name));
  };
  for (const size_t N : Of)
    Add(N);
  std::vector<size_t> Result;
  for (bool IsChanged = true; IsChanged;) {
    IsChanged = false;
    for (size_t N = 0; N != Files.size(); ++N)
      if (!IsSeen[N] && Files[N].Module && Files[N].Module->declaresTypes() &&
          any_of(Files[N].Module->Functions,
                 [&](const std::unique_ptr<ir::Function> &F) { return any_of(F->Insts, Calls); })) {
        Result.push_back(N);
        Add(N);
        IsChanged = true;
      }
  }
  return Result;
}

/// The analysis of the program with some repairs made.
class Trial {
public:
  explicit Trial(const Analysed &Before) : Before(Before), Edits(Before.Sources, /*InNotebooks=*/true) {}

  bool add(Candidate &C) {
    if (!Edits.add(C.Repair.Edits))
      return false;
    Made.push_back(&C);
    return true;
  }
  bool isEmpty() const { return Made.empty(); }

  /// Reads and solves what changes, and judges. With Alone, there is at most one repair for each file.
  void run(bool Alone);

private:
  uint32_t moved(StringRef Path, uint32_t Offset) const;
  std::optional<uint32_t> unmoved(StringRef Path, uint32_t Offset) const;
  std::optional<report::Fix> longer(const Candidate &C, const report::Finding &Accuser) const;
  Key movedKey(const report::Finding &F) const;
  bool isNew(const report::Finding &F) const;
  std::vector<report::Finding> solveAgain();
  bool isNext(const report::Finding &F) const;
  bool isWritten(const report::Finding &F) const;
  void blame(const report::Finding &New);
  void blame(StringRef Path);

  const Analysed &Before;
  report::EditSet Edits;
  StringMap<std::vector<report::Edit>> EditsByPath;
  SmallVector<Candidate *, 8> Made;
  StringSet<> Suspects; ///< paths of files in which something is wrong now
  bool AllSuspect = false;
  bool IsAlone = false;
  struct Count {
    unsigned Before = 0, Now = 0;
  };
  StringMap<Count> Told;    ///< how often what has no operands was said of a function, and is
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

/// Where a byte of the new text was in the old one; nothing if it was not.
std::optional<uint32_t> Trial::unmoved(StringRef Path, uint32_t Offset) const {
  auto It = EditsByPath.find(Path);
  if (It == EditsByPath.end())
    return Offset;
  int64_t Shift = 0; // of the new text against the old one
  for (const report::Edit &E : It->second) {
    const int64_t Begin = E.Begin + Shift, End = Begin + static_cast<int64_t>(E.Replacement.size());
    if (Offset <= Begin)
      break;
    if (Offset < End)
      return std::nullopt;
    Shift += static_cast<int64_t>(E.Replacement.size()) - (E.End - E.Begin);
  }
  return static_cast<uint32_t>(Offset - Shift);
}

/// C together with the repair that Accuser, which is there when C is made, has. Where operands are to meet, who is put
/// where another one is takes along what it met before.
std::optional<report::Fix> Trial::longer(const Candidate &C, const report::Finding &Accuser) const {
  constexpr unsigned MaxExtended = 4;
  if (C.Extended == MaxExtended || C.F->Operands.empty() || Accuser.Fixes.empty())
    return std::nullopt;
  report::Fix Result = C.Repair;
  Result.Title = report::wording::together({C.Repair.Title, Accuser.Fixes.front().Title});
  Result.Sure &= Accuser.Fixes.front().Sure;
  for (report::Edit E : Accuser.Fixes.front().Edits) {
    const std::optional<uint32_t> Begin = unmoved(E.Path, E.Begin), End = unmoved(E.Path, E.End);
    if (!Begin || !End)
      return std::nullopt;
    std::tie(E.Begin, E.End) = std::pair(*Begin, *End);
    Result.Edits.push_back(std::move(E));
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
    if (C->touches(New.Where.Path) && (IsAlone || C->F->Function == New.Function)) {
      C->IsAccused = true;
      if (!C->Longer)
        C->Longer = longer(*C, New);
    }
}

void Trial::blame(StringRef Path) {
  if (any_of(Made, [&](const Candidate *C) { return C->touches(Path); }))
    Suspects.insert(Path);
  else
    AllSuspect = true; // it shows elsewhere
}

/// True if the place of the finding holds what a repair has written there, `b.to("cuda")` for `b`.
bool Trial::isWritten(const report::Finding &F) const {
  const auto It = EditsByPath.find(F.Where.Path);
  if (It == EditsByPath.end())
    return false;
  int64_t Shift = 0; // of the new text against the old one
  for (const report::Edit &E : It->second) {
    const int64_t Begin = E.Begin + Shift, End = Begin + static_cast<int64_t>(E.Replacement.size());
    if (Begin < F.Where.End && F.Where.Begin < End)
      return true;
    Shift += static_cast<int64_t>(E.Replacement.size()) - (E.End - E.Begin);
  }
  return false;
}

/// True if the finding is one of a check that tells a function once, and a repair has removed the one before.
bool Trial::isNext(const report::Finding &F) const {
  return F.Operands.empty() && any_of(Made, [&](const Candidate *C) {
           return C->F->Check == F.Check && C->F->Function == F.Function && C->F->Where.Path == F.Where.Path;
         });
}

/// A check that speaks of no operands, at a level, in a function.
std::string onceKey(const report::Finding &F) {
  return F.Check + "\n" + F.Where.Path + "\n" + F.Function + "\n" + std::to_string(F.Level);
}

bool Trial::isNew(const report::Finding &F) const {
  const bool IsOfOld = !isWritten(F);
  if (!Before.Wants(F) || (IsOfOld && isNext(F)))
    return false;
  // Of what a function is told once, the place may be another one now.
  if (IsOfOld && F.Operands.empty() && Told.lookup(onceKey(F)).Now <= Told.lookup(onceKey(F)).Before)
    return false;
  auto It = Known.find(keyOf(F));
  // What is said of a place without operands may weigh more where the file handles devices, and is the same all along.
  return It == Known.end() || (It->second > F.Level && !F.Operands.empty());
}

/// What is found once the repairs are made.
std::vector<report::Finding> Trial::solveAgain() {
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
  if (!Changed.empty())
    for (const size_t N : callersOf(Affected, Before.Lowered))
      Changed.push_back(Before.Lowered[N].Module.get());
  checks::RunOptions Options = Before.Options;
  Options.Sources = &Sources;
  std::vector<report::Finding> Now;
  if (!Changed.empty()) {
    std::optional<std::vector<report::Finding>> Found = checks::checkAgain(Modules, Options, Changed);
    AllSuspect |= !Found;
    if (Found)
      Now = std::move(*Found);
  }
  return Now;
}

void Trial::run(bool Alone) {
  IsAlone = Alone;
  const std::vector<report::Finding> Now = solveAgain();
  for (const report::Finding &F : Now)
    ++Told[onceKey(F)].Now;
  for (const report::Finding &F : Before.Said) {
    ++Told[onceKey(F)].Before;
    auto [It, New] = Known.try_emplace(movedKey(F), F.Level);
    It->second = std::min(It->second, F.Level);
  }
  std::map<Key, const report::Finding *> Left;
  for (const report::Finding &F : Now) {
    Left.try_emplace(keyOf(F), &F);
    if (isNew(F))
      blame(F);
  }
  for (Candidate *C : Made) {
    const auto It = Left.find(movedKey(*C->F));
    const bool IsLeft = It != Left.end();
    C->IsAccused |= IsLeft;
    if (IsLeft && !C->Longer)
      C->Longer = longer(*C, *It->second);
    const bool Suspect = AllSuspect || C->IsAccused ||
                         any_of(C->Repair.Edits, [&](const report::Edit &E) { return Suspects.contains(E.Path); });
    C->IsEntangled = Suspect && !C->IsAccused;
    C->Verdict = !Suspect ? Candidate::Sound : Alone ? Candidate::Broken : Candidate::Open;
  }
}

/// The files of the run in which the repair may change something.
std::vector<size_t> reachOf(const report::Fix &Repair, ArrayRef<LoweredFile> Files) {
  FileTexts Changed;
  for (const report::Edit &E : Repair.Edits)
    Changed.try_emplace(E.Path);
  std::vector<size_t> Result = readersOf(Changed, Files);
  append_range(Result, callersOf(Result, Files));
  return Result;
}

/// All that are current, but for those that something speaks against.
void tryTogether(Candidates &All, const Analysed &Before) {
  Trial Together(Before);
  for (Candidate *C : currentOf(All))
    if (!C->IsAccused)
      Together.add(*C);
  if (!Together.isEmpty())
    Together.run(/*Alone=*/false);
}

/// It does not do. What does more of the same comes after all others of the finding that are as safe, but for those
/// that take to the CPU what it leaves elsewhere.
void giveUp(Candidates &All, Candidate &C) {
  C.Verdict = Candidate::Broken;
  if (!C.Longer)
    return;
  auto Behind = find_if(All, [&](const Candidate &Other) { return Other.F == C.F; });
  const auto IsBetter = [&](const report::Fix &Other) {
    return Other.Backward == C.Longer->Backward ? Other.Sure || !C.Longer->Sure : C.Longer->Backward;
  };
  while (Behind != All.end() && Behind->F == C.F && IsBetter(Behind->Repair))
    ++Behind;
  All.insert(Behind, Candidate{C.F, std::move(*C.Longer), C.Extended + 1});
  C.Longer.reset();
}

/// In each round one for each function. What is wrong elsewhere then is left for later.
void tryEachInItsFunction(Candidates &All, const Analysed &Before) {
  for (unsigned Round = 0; Round != Before.MaxRounds; ++Round) {
    Trial Next(Before);
    std::set<std::pair<StringRef, StringRef>> Taken; // of a file, a function
    std::vector<Candidate *> Made;
    for (Candidate *C : currentOf(All)) {
      if (C->IsEntangled || !Taken.emplace(C->F->Where.Path, C->F->Function).second)
        continue;
      C->IsAccused = false;
      C->Longer.reset();
      if (Next.add(*C))
        Made.push_back(C);
    }
    if (Next.isEmpty())
      return;
    Next.run(/*Alone=*/false);
    for (Candidate *C : Made)
      if (C->IsAccused)
        giveUp(All, *C);
  }
}

/// In each round as many as have no reader in common.
void tryEachAlone(Candidates &All, const Analysed &Before) {
  for (unsigned Round = 0; Round != Before.MaxRounds; ++Round) {
    Trial Next(Before);
    std::set<size_t> Taken;
    std::vector<Candidate *> Made;
    for (Candidate *C : currentOf(All)) {
      const std::vector<size_t> Reach = reachOf(C->Repair, Before.Lowered);
      if (any_of(Reach, [&](size_t I) { return Taken.contains(I); }))
        continue;
      C->IsAccused = false;
      C->Longer.reset();
      if (Next.add(*C)) {
        Taken.insert(Reach.begin(), Reach.end());
        Made.push_back(C);
      } else {
        C->Verdict = Candidate::Broken; // it does not even fit its file
      }
    }
    if (Next.isEmpty())
      return;
    Next.run(/*Alone=*/true);
    for (Candidate *C : Made)
      if (C->Verdict == Candidate::Broken)
        giveUp(All, *C);
  }
}

/// Each is right alone, and two may undo each other: `a = a.to(device)` beside `b = b.cpu()`. Where all of them
/// together leave something wrong, the first of a function stands.
void keepAgreeing(Candidates &All, const Analysed &Before) {
  Trial Together(Before);
  std::vector<Candidate *> Made;
  for (Candidate &C : All) {
    if (C.Verdict != Candidate::Sound)
      continue;
    C.IsAccused = false;
    if (Together.add(C))
      Made.push_back(&C);
    else
      C.Verdict = Candidate::Broken;
  }
  if (Together.isEmpty())
    return;
  Together.run(/*Alone=*/false);
  std::set<std::pair<std::string, std::string>> Kept; // of a file, a function
  for (Candidate *C : Made)
    if (C->Verdict == Candidate::Open) {
      const bool Stands = !C->IsAccused || Kept.emplace(C->F->Where.Path, C->F->Function).second;
      C->Verdict = Stands ? Candidate::Sound : Candidate::Broken;
    }
}

} // namespace

void keepSoundRepairs(std::vector<report::Finding> &Findings, const Analysed &Before) {
  Candidates All;
  for (const report::Finding &F : Findings)
    for (const report::Fix &Repair : F.Fixes)
      All.push_back({&F, Repair});
  if (All.empty())
    return;
  tryTogether(All, Before);
  if (any_of(All, [](const Candidate &C) { return C.IsAccused; }))
    tryTogether(All, Before);
  if (!currentOf(All).empty()) {
    tryEachInItsFunction(All, Before);
    tryEachAlone(All, Before);
    keepAgreeing(All, Before);
  }

  std::map<const report::Finding *, std::vector<report::Fix>> Kept;
  for (Candidate &C : All)
    if (C.Verdict == Candidate::Sound)
      Kept[C.F].push_back(std::move(C.Repair));
  for (report::Finding &F : Findings)
    F.Fixes = std::move(Kept[&F]);
}

void askCallers(std::vector<report::Finding> &Findings, const Analysed &Before, ArrayRef<const ir::Module *> Callers) {
  const auto Same = [](const report::Edit &A, const report::Edit &B) {
    return A.Path == B.Path && A.Begin == B.Begin && A.End == B.End && A.Replacement == B.Replacement;
  };
  std::vector<const ir::Module *> Modules(Before.Modules), Changed;
  append_range(Modules, Callers);
  FileTexts Touched;
  for (const report::Finding &F : Findings)
    for (const report::Fix &Fix : F.Fixes)
      for (const report::Edit &E : Fix.Edits)
        Touched.try_emplace(E.Path);
  for (const size_t N : readersOf(Touched, Before.Lowered))
    Changed.push_back(Before.Lowered[N].Module.get());
  std::optional<std::vector<report::Finding>> Now = checks::checkAgain(Modules, Before.Options, Changed);
  const auto IsSafe = [&](const report::Edit &E) {
    return Now && any_of(*Now, [&](const report::Finding &F) {
             return any_of(F.Fixes, [&](const report::Fix &Fix) {
               return Fix.Sure && any_of(Fix.Edits, [&](const report::Edit &Other) { return Same(E, Other); });
             });
           });
  };
  for (report::Finding &F : Findings)
    for (report::Fix &Fix : F.Fixes)
      Fix.Sure = Fix.Sure && all_of(Fix.Edits, IsSafe);
}

void distrustCallers(std::vector<report::Finding> &Findings, function_ref<bool(StringRef Path)> IsOpen) {
  for (report::Finding &F : Findings)
    for (report::Fix &Fix : F.Fixes)
      Fix.Sure = Fix.Sure && none_of(Fix.Edits, [&](const report::Edit &E) { return IsOpen(E.Path); });
}

} // namespace devtidy::driver
