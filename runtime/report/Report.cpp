//===- Report.cpp -------------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/report/Report.h"
#include "runtime/report/Suppressions.h"
#include "runtime/report/Writer.h"
#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <mutex>
#include <pthread.h>
#include <set>
#include <unistd.h>
#include <unordered_map>

namespace devtidy::runtime {
namespace {

void writeAll(int File, const std::string &Text) {
  for (size_t Done = 0; Done < Text.size();) {
    const ssize_t Wrote = write(File, Text.data() + Done, Text.size() - Done);
    if (Wrote < 0 && errno == EINTR)
      continue;
    if (Wrote <= 0)
      return;
    Done += static_cast<size_t>(Wrote);
  }
}

/// Everything that a process has reported. Never destroyed: there may be findings while the process ends.
class Log {
public:
  static Log &get() {
    static Log &Only = *(Started = new Log);
    return Only;
  }
  /// Null in a process that had nothing to say.
  static inline std::atomic<Log *> Started = nullptr;

  const Options &options() const { return Asked; }
  bool countRepeated(std::string_view Check, uint64_t Key);
  void add(Finding &&F);
  void problem(const std::string &Text);
  Counts counts();
  void finish();

private:
  Log();
  void readSuppressions();
  WrittenSite lookUp(const Site &S);
  void emit(const std::string &Text);
  void rewrite();
  void problemUnlocked(const std::string &Text);
  Counts countsUnlocked() const;

  static uint64_t keyOf(std::string_view Check, uint64_t Key) {
    return Key ^ (std::hash<std::string_view>()(Check) | 1);
  }

  /// Keys that are remembered; a program with more different stacks is told apart by position alone.
  static constexpr size_t MaxKeys = 1U << 16;

  std::mutex Lock;
  Options Asked;
  Suppressions Silent;
  std::vector<WrittenFinding> Found; ///< at most MaxReports that are not suppressed
  std::unordered_map<uint64_t, size_t> ByKey;
  std::unordered_map<std::string, size_t> ByPlace; ///< "check position"
  std::set<std::string> Problems;
  uint64_t Unwritten = 0, UnwrittenTotal = 0; ///< distinct findings beyond MaxReports, and all of them
  int File = -1;
  bool CannotWrite = false;
  std::set<std::string> UnwrittenPlaces; ///< those beyond MaxReports
};

} // namespace

Log::Log() {
  const char *Text = std::getenv(OptionsVariable);
  for (const std::string &Line : parseOptions(Text ? Text : "", Asked))
    problemUnlocked(Line);
  if (Asked.Help)
    writeAll(STDERR_FILENO, optionsHelp());
  readSuppressions();
  hideModule(reinterpret_cast<const void *>(&runtime::options));
  pthread_atfork([] { get().Lock.lock(); }, [] { get().Lock.unlock(); },
                 [] {
                   Log &L = get();
                   for (WrittenFinding &F : L.Found)
                     F.Count = 0;
                   L.Unwritten = L.UnwrittenTotal = 0;
                   if (L.File >= 0)
                     close(L.File);
                   L.File = -1;
                   L.Lock.unlock();
                 });
}

void Log::readSuppressions() {
  if (Asked.Suppressions.empty())
    return;
  FILE *In = std::fopen(Asked.Suppressions.c_str(), "re");
  if (!In)
    return problemUnlocked("cannot read the suppressions in " + Asked.Suppressions + ": " + std::strerror(errno));
  std::string Text;
  char Part[4096];
  while (size_t Length = std::fread(Part, 1, sizeof Part, In))
    Text.append(Part, Length);
  std::fclose(In);
  for (const std::string &Line : Silent.parse(Text))
    problemUnlocked(Asked.Suppressions + ": " + Line);
}

void Log::problemUnlocked(const std::string &Text) {
  if (Problems.insert(Text).second)
    writeAll(STDERR_FILENO, "device-tidy: error: " + Text + "\n");
}

void Log::problem(const std::string &Text) {
  std::lock_guard Hold(Lock);
  problemUnlocked(Text);
}

bool Log::countRepeated(std::string_view Check, uint64_t Key) {
  std::lock_guard Hold(Lock);
  auto Known = ByKey.find(keyOf(Check, Key));
  if (Known == ByKey.end())
    return false;
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

/// Standard error, or the file of log_path. Who cannot have the file gets standard error, and one line that says so.
void Log::emit(const std::string &Text) {
  if (!Asked.LogPath.empty() && File < 0 && !CannotWrite) {
    const std::string Path = Asked.LogPath + "." + std::to_string(getpid());
    File = open(Path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (File < 0) {
      CannotWrite = true;
      problemUnlocked("cannot write " + Path + ": " + std::strerror(errno));
    }
  }
  writeAll(File >= 0 ? File : STDERR_FILENO, Text);
}

/// A document is complete after every finding, since a program may end without notice.
void Log::rewrite() {
  if (File >= 0 && (ftruncate(File, 0) != 0 || lseek(File, 0, SEEK_SET) != 0))
    return;
  emit(Asked.Output == Format::Json ? asJson(Found) : asSarif(Found));
}

void Log::add(Finding &&F) {
  const bool Aborts = Asked.OnFinding == Action::Abort;
  {
    std::lock_guard Hold(Lock);
    WrittenFinding W{std::move(F.Check), std::move(F.Headline), lookUp(F.Where), {}};
    const std::string PlaceKey = W.Check + " " + W.Where.Position;
    auto Known = ByPlace.find(PlaceKey);
    const bool IsNew = Known == ByPlace.end();
    if (IsNew && Found.size() >= Asked.MaxReports) {
      ++UnwrittenTotal;
      Unwritten += UnwrittenPlaces.size() < MaxKeys && UnwrittenPlaces.insert(PlaceKey).second;
      return;
    }
    const size_t Index = IsNew ? Found.size() : Known->second;
    if (F.Key && ByKey.size() < MaxKeys)
      ByKey[keyOf(W.Check, F.Key)] = Index;
    if (!IsNew) {
      ++Found[Index].Count;
      return;
    }
    ByPlace[PlaceKey] = Index;
    W.Suppressed = Silent.matches(W.Check, W.Where.Frames);
    for (Note &N : F.Notes)
      W.Notes.push_back({std::move(N.Text), lookUp(N.Where)});
    Found.push_back(std::move(W));
    if (Found.back().Suppressed || Asked.OnFinding == Action::Count)
      return;
    if (Asked.Output == Format::Text)
      emit(asText(Found.back()));
    else if (!Asked.LogPath.empty() || Aborts)
      rewrite();
  }
  if (Aborts)
    std::abort();
}

Counts Log::countsUnlocked() const {
  Counts C{Unwritten, UnwrittenTotal};
  for (const WrittenFinding &F : Found)
    if (!F.Suppressed && F.Count) {
      ++C.Distinct;
      C.Total += F.Count;
    }
  return C;
}

Counts Log::counts() {
  std::lock_guard Hold(Lock);
  return countsUnlocked();
}

void Log::finish() {
  std::unique_lock Hold(Lock, std::try_to_lock);
  if (!Hold)
    return; // another thread is reporting while this one ends the process
  const Counts C = countsUnlocked();
  if (!C.Total)
    return;
  if (Asked.Output != Format::Text)
    rewrite();
  else {
    if (Asked.OnFinding == Action::Count)
      for (const WrittenFinding &F : Found)
        if (!F.Suppressed && F.Count)
          emit(std::to_string(F.Count) + " times " + asText(F));
    std::string Line = "device-tidy: summary: ";
    Line += std::to_string(C.Distinct) + " distinct, " + std::to_string(C.Total) + " total";
    if (Unwritten)
      Line += "; " + std::to_string(Unwritten) + " beyond max_reports were not written";
    emit(Line += "\n");
  }
  if (Asked.ExitCode) {
    std::fflush(nullptr);
    _exit(Asked.ExitCode);
  }
}

const Options &options() { return Log::get().options(); }
bool countRepeated(std::string_view Check, uint64_t Key) { return Log::get().countRepeated(Check, Key); }
void report(Finding F) { Log::get().add(std::move(F)); }
void reportProblem(const std::string &Text) { Log::get().problem(Text); }
Counts counts() { return Log::get().counts(); }

uint64_t stackKey(const Stack &S) {
  uint64_t Hash = 0xcbf29ce484222325; // FNV-1a
  for (unsigned N = 0; N < S.Count; ++N)
    Hash = (Hash ^ S.Frames[N]) * 0x100000001b3;
  return Hash | 1;
}

/// Runs after the destructors of the program and of the libraries that use this one.
[[gnu::destructor]] static void atExit() {
  if (Log *L = Log::Started)
    L->finish();
}

} // namespace devtidy::runtime
