//===- Report.cpp -------------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/report/Report.h"
#include "runtime/abi/Environment.h"
#include "runtime/abi/ForkSafe.h"
#include "runtime/report/Ending.h"
#include "runtime/report/LogFile.h"
#include "runtime/report/SharedFile.h"
#include "runtime/report/Suppressions.h"
#include "runtime/report/Writer.h"
#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <set>
#include <sys/stat.h>
#include <unistd.h>
#include <unordered_map>
#include <utility>

namespace devtidy::runtime {

static void finishLiving();

namespace {

/// Everything that a process has reported. Never destroyed: there may be findings while the process ends.
class Log {
public:
  static Log &get() { return abi::forkSafe<Log>(); }
  void afterFork();
  /// With a limit: who ends the process may have interrupted a thread that reports, which then never gives it back.
  std::timed_mutex Lock;
  /// Null in a process that had nothing to say.
  static inline std::atomic<Log *> Started = nullptr;

  const Options &options();
  bool countRepeated(std::string_view Check, uint64_t Key);
  void add(Finding &&F);
  void problem(const std::string &Text);
  Frame userPlace(const Stack &S);
  Counts counts();
  /// Writes what is written at the end, once. Dies: of a signal, so that the exit status is not asked for.
  void finish(bool Dies);

private:
  /// The lock, with the options read: late, since not every process has something to say.
  std::unique_lock<std::timed_mutex> hold();
  void readOptions();
  void readSuppressions();
  WrittenSite lookUp(const Site &S);
  WrittenNote lookUp(Note &&N);
  void emit(const std::string &Text);
  void emitFinding(const WrittenFinding &F, const std::string &Before = "");
  void share(WrittenFinding &F);
  void rewrite();
  void problemUnlocked(const std::string &Text);
  Counts countsUnlocked() const;

  static uint64_t keyOf(std::string_view Check, uint64_t Key) {
    return Key ^ (std::hash<std::string_view>()(Check) | 1);
  }

  /// Keys that are remembered; a program with more different stacks is told apart by position alone.
  static constexpr size_t MaxKeys = 1U << 16;
  /// In place of a position in Found: of a stack that a suppression fits, and of a finding beyond MaxReports.
  static constexpr size_t Suppressed = SIZE_MAX, Beyond = SIZE_MAX - 1;
  static constexpr std::chrono::seconds Patience{10};

  Options Asked;
  RunOptions Run;
  SharedFile Common; ///< of all processes of the run
  Suppressions Silent;
  std::vector<WrittenFinding> Found; ///< in a forked child those of its parent, too, with a count of 0
  std::unordered_map<uint64_t, size_t> ByKey;
  std::unordered_map<std::string, size_t> ByPlace; ///< "check position"
  std::set<std::string> Problems;
  uint64_t Listed = 0;                        ///< those in Found that this process has added
  uint64_t Unwritten = 0, UnwrittenTotal = 0; ///< distinct findings beyond MaxReports, and all of them
  LogFile Out;
  bool Finished = false;
  std::set<std::string> UnwrittenPlaces; ///< those beyond MaxReports
};

} // namespace

std::unique_lock<std::timed_mutex> Log::hold() {
  std::unique_lock Hold(Lock);
  if (!Started.load(std::memory_order_relaxed))
    readOptions();
  return Hold;
}

const Options &Log::options() {
  if (!Started.load(std::memory_order_acquire))
    hold();
  return Asked;
}

void Log::readOptions() {
  const char *Text = std::getenv(abi::OptionsVariable);
  for (const std::string &Line : parseOptions(Text ? Text : "", Asked))
    problemUnlocked(Line);
  Out.setPath(Asked.LogPath);
  Run = runOptionsOfEnvironment();
  if (!Run.OutputFile.empty())
    Common.setPath(Run.OutputFile, Run.Output);
  if (!Asked.IsFormatAsked)
    Asked.Output = Run.Output;
  if (Asked.Help)
    writeAll(STDERR_FILENO, optionsHelp());
  readSuppressions();
  hideModule(reinterpret_cast<const void *>(&runtime::options));
  Started = this;
}

/// What the parent has said on the terminal that both write to is not said again; a file of its own begins empty.
void Log::afterFork() {
  Listed = Unwritten = UnwrittenTotal = 0;
  Finished = false;
  UnwrittenPlaces.clear();
  Out.leaveToParent();
  if (!Out.isFile()) {
    for (WrittenFinding &F : Found)
      F.Count = F.Shared = 0;
    std::erase_if(ByKey, [](const auto &Known) { return Known.second == Beyond; });
    return;
  }
  Found.clear();
  ByKey.clear();
  ByPlace.clear();
}

void Log::readSuppressions() {
  if (Asked.Suppressions.empty())
    return;
  // A pipe would be waited for, and a device may never end; a folder says itself that it is one.
  struct stat Is;
  if (stat(Asked.Suppressions.c_str(), &Is) == 0 && !S_ISREG(Is.st_mode) && !S_ISDIR(Is.st_mode))
    return problemUnlocked("cannot read the suppressions in " + Asked.Suppressions + ": not a regular file");
  FILE *In = std::fopen(Asked.Suppressions.c_str(), "re");
  if (!In)
    return problemUnlocked("cannot read the suppressions in " + Asked.Suppressions + ": " + std::strerror(errno));
  std::string Text;
  char Part[4096];
  errno = 0;
  while (size_t Length = std::fread(Part, 1, sizeof Part, In))
    Text.append(Part, Length);
  if (const int Error = std::ferror(In) ? errno : 0)
    problemUnlocked("cannot read the suppressions in " + Asked.Suppressions + ": " + std::strerror(Error));
  std::fclose(In);
  for (const std::string &Line : Silent.parse(Text))
    problemUnlocked(Asked.Suppressions + ": " + Line);
}

void Log::problemUnlocked(const std::string &Text) {
  if (!Text.empty() && Problems.insert(Text).second)
    writeAll(STDERR_FILENO, "device-tidy: error: " + Text + "\n");
}

void Log::problem(const std::string &Text) {
  auto Hold = hold();
  problemUnlocked(Text);
}

bool Log::countRepeated(std::string_view Check, uint64_t Key) {
  auto Hold = hold();
  auto Known = ByKey.find(keyOf(Check, Key));
  if (Known == ByKey.end())
    return false;
  if (Known->second == Beyond)
    ++UnwrittenTotal;
  else if (Known->second != Suppressed)
    ++Found[Known->second].Count;
  return true;
}

WrittenSite Log::lookUp(const Site &S) {
  WrittenSite W;
  W.Frames = symbolize(S.Calls.Frames, S.Calls.Count);
  // What calls main is nobody's code.
  if (auto Main = std::ranges::find(W.Frames, "main", &Frame::Function); Main != W.Frames.end())
    W.Frames.erase(Main + 1, W.Frames.end());
  W.Position = S.Position;
  if (W.Position.empty() && !W.Frames.empty())
    W.Position = W.Frames[userFrame(W.Frames)].position();
  return W;
}

Frame Log::userPlace(const Stack &S) {
  auto Hold = hold();
  const std::vector<Frame> Frames = symbolize(S.Frames, S.Count);
  return Frames.empty() ? Frame() : Frames[userFrame(Frames)];
}

WrittenNote Log::lookUp(Note &&N) {
  WrittenNote W{std::move(N.Text), lookUp(N.Where)};
  if (!dropMachinery(W.Where.Frames) && N.Where.Position.empty()) {
    // Python code, in which nobody can find the place.
    W.Where = {};
    if (W.Text.ends_with(" here"))
      W.Text.resize(W.Text.size() - std::string_view(" here").size());
  }
  return W;
}

void Log::emit(const std::string &Text) {
  problemUnlocked(Out.open());
  problemUnlocked(Out.append(Text));
}

void Log::emitFinding(const WrittenFinding &F, const std::string &Before) {
  emit(Before + (Run.IsConcise && !Asked.IsFormatAsked ? F.headline() : asText(F)));
}

/// What is new of a finding goes to the file of all processes.
void Log::share(WrittenFinding &F) {
  if (!Common.isSet() || F.Count == F.Shared)
    return;
  const uint64_t All = F.Count;
  F.Count -= std::exchange(F.Shared, All);
  if (!Common.isDocument())
    problemUnlocked(
        Common.addText(Run.IsConcise ? F.headline() : asText(F), F.Where.Position + ": ", " [" + F.Check + "]"));
  else
    problemUnlocked(Common.addDocument(Run.Output == Format::Json ? asJson({F}) : asSarif({F})));
  F.Count = All;
}

/// A document is complete after every finding, since a program may end without notice.
void Log::rewrite() {
  // It is in the file of all processes, and nobody has asked for another one.
  if (Common.isSet() && Common.isDocument() && !Asked.IsFormatAsked && !Out.isFile())
    return;
  problemUnlocked(Out.open());
  problemUnlocked(Out.replace(Asked.Output == Format::Json ? asJson(Found) : asSarif(Found)));
}

void Log::add(Finding &&F) {
  const bool Aborts = options().OnFinding == Action::Abort;
  {
    auto Hold = hold();
    WrittenFinding W{std::move(F.Check), std::move(F.Headline), lookUp(F.Where), {}};
    auto Remember = [&](size_t Index) {
      if (F.Key && ByKey.size() < MaxKeys)
        ByKey[keyOf(W.Check, F.Key)] = Index;
    };
    if (Silent.matches(W.Check, W.Where.Frames))
      return Remember(Suppressed);
    dropMachinery(W.Where.Frames);
    const std::string PlaceKey = W.Check + " " + W.Where.Position;
    if (auto Known = ByPlace.find(PlaceKey); Known != ByPlace.end()) {
      Remember(Known->second);
      ++Found[Known->second].Count;
      return;
    }
    if (Listed >= Asked.MaxReports) {
      Remember(Beyond);
      ++UnwrittenTotal;
      Unwritten += UnwrittenPlaces.size() < MaxKeys && UnwrittenPlaces.insert(PlaceKey).second;
      return;
    }
    ++Listed;
    ByPlace[PlaceKey] = Found.size();
    Remember(Found.size());
    for (Note &N : F.Notes)
      W.Notes.push_back(lookUp(std::move(N)));
    Found.push_back(std::move(W));
    watchEnding(finishDying, finishLiving);
    if (Asked.OnFinding == Action::Count)
      return;
    share(Found.back());
    if (Asked.Output == Format::Text)
      emitFinding(Found.back());
    else if (Out.isFile() || Aborts)
      rewrite();
  }
  if (Aborts)
    std::abort();
}

Counts Log::countsUnlocked() const {
  Counts C{Unwritten, UnwrittenTotal};
  for (const WrittenFinding &F : Found)
    if (F.Count) {
      ++C.Distinct;
      C.Total += F.Count;
    }
  return C;
}

Counts Log::counts() {
  auto Hold = hold();
  return countsUnlocked();
}

void Log::finish(bool Dies) {
  std::unique_lock Hold(Lock, Patience);
  if (!Hold) {
    writeAll(STDERR_FILENO, "device-tidy: error: the counts, and documents that are written at the end, are missing: a "
                            "thread did not finish its report\n");
    return;
  }
  const Counts C = countsUnlocked();
  if (!C.Total || std::exchange(Finished, true))
    return;
  for (WrittenFinding &F : Found)
    share(F);
  if (Asked.Output != Format::Text)
    rewrite();
  else {
    if (Asked.OnFinding == Action::Count)
      for (const WrittenFinding &F : Found)
        if (F.Count)
          emitFinding(F, F.Count == 1 ? "once " : std::to_string(F.Count) + " times ");
    std::string Line = "device-tidy: summary: ";
    Line += std::to_string(C.Distinct) + " distinct, " + std::to_string(C.Total) + " total";
    if (Unwritten)
      Line += "; " + std::to_string(Unwritten) + " beyond max_reports were not written";
    Line += "\n";
    if (!Run.IsQuiet)
      emit(Line);
    if (!Run.IsQuiet && Common.isSet() && !Common.isDocument())
      problemUnlocked(Common.addText(Line));
  }
  problemUnlocked(Common.finish());
  if (Asked.ExitCode && !Dies) {
    std::fflush(nullptr);
    _exit(Asked.ExitCode);
  }
}

const Options &options() { return Log::get().options(); }
void makeLog() { Log::get(); }
bool countRepeated(std::string_view Check, uint64_t Key) { return Log::get().countRepeated(Check, Key); }
Frame userPlace(const Stack &S) { return Log::get().userPlace(S); }
void report(Finding F) { Log::get().add(std::move(F)); }
void reportProblem(const std::string &Text) { Log::get().problem(Text); }
Counts counts() { return Log::get().counts(); }
void finishDying() {
  if (Log *L = Log::Started)
    L->finish(/*Dies=*/true);
}

uint64_t stackKey(const Stack &S) {
  uint64_t Hash = 0xcbf29ce484222325; // FNV-1a
  for (unsigned N = 0; N < S.Count; ++N)
    Hash = (Hash ^ S.Frames[N]) * 0x100000001b3;
  return Hash | 1;
}

static void finishLiving() {
  if (Log *L = Log::Started)
    L->finish(/*Dies=*/false);
}

/// Runs after the destructors of the program and of the libraries that use this one.
[[gnu::destructor]] static void atExit() { finishLiving(); }

static std::atomic<DescribeMemory> KnowsMemory = nullptr;

void describeMemoryBy(DescribeMemory Knows) { KnowsMemory = Knows; }

std::vector<Note> describeMemory(const void *Address, const std::string &What) {
  const DescribeMemory Knows = KnowsMemory;
  return Knows ? Knows(Address, What) : std::vector<Note>();
}

} // namespace devtidy::runtime
