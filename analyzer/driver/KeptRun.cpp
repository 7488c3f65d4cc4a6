//===- KeptRun.cpp - What a run said, for as long as it is right ----------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/KeptRun.h"
#include "driver/Output.h"
#include "driver/OutputFiles.h"
#include "driver/ProgramIdentity.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/BLAKE3.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/ThreadPool.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>
#include <unistd.h>

using namespace llvm;

namespace devtidy::driver {
namespace {

/// Changes with what is asked, and how answers are written.
constexpr StringLiteral RunVersion = "device-tidy run 1";
constexpr StringLiteral Extension = "run";
/// Of more runs than this those that were not asked for longest are forgotten.
constexpr size_t MaxRuns = 256;
constexpr uint64_t MaxBytes = uint64_t(256) << 20;
/// Variables of the environment with which it is worth to keep a run apart. Which ones matter, a run finds out.
constexpr StringLiteral Variables[] = {"VIRTUAL_ENV", "CONDA_PREFIX", "HOME",
                                       "CUDA_HOME",   "CUDA_PATH",    "DEVICE_TIDY_PYTHON"};

constexpr char IsHash = '#', IsFailure = '!';

std::string hashOf(StringRef Text) {
  BLAKE3 Hasher;
  Hasher.update(Text);
  auto Hash = Hasher.final<16>();
  return IsHash + std::string(reinterpret_cast<const char *>(Hash.data()), Hash.size());
}

/// An answer as it is kept.
std::string shortened(StringRef Answer) {
  constexpr size_t Longest = 40;
  return Answer.size() > Longest || Answer.starts_with(StringRef(&IsHash, 1)) ? hashOf(Answer) : Answer.str();
}

std::string keyOf(const CheckArgs &Args, StringRef ToolRoot) {
  SmallString<256> Folder;
  // Without a working folder there is no run to keep.
  if (sys::fs::current_path(Folder))
    return "";
  CacheKey Key;
  Key.add(RunVersion).add(programIdentity()).add(ToolRoot).add(Folder);
  Key.add(std::to_string(::geteuid())).add(std::to_string(::getegid())).add(outs().has_colors() ? "colors" : "");
  for (StringRef Name : Variables)
    Key.add(disk::ask(disk::Question::Variable, Name));
  for (const std::string &Word : Args.AsGiven)
    Key.add(Word);
  return Key.str();
}

ReadAnswer answerOf(const report::FileStamp &Stamp, StringRef Content) { return {hashOf(Content), Stamp}; }

ReadAnswer ask(const Reading &What) {
  report::FileStamp Stamp;
  Expected<std::unique_ptr<MemoryBuffer>> Content = report::readStamped(What.first, What.second, Stamp);
  return Content ? answerOf(Stamp, (*Content)->getBuffer()) : ReadAnswer{IsFailure + toString(Content.takeError()), {}};
}

class Writer {
public:
  explicit Writer(std::string &Into) : Into(Into) {}
  void number(uint64_t N) {
    for (unsigned Shift = 0; Shift != 64; Shift += 8)
      Into += char(N >> Shift);
  }
  void text(StringRef T) {
    number(T.size());
    Into += T;
  }
  /// What it shares with the one before is not written again.
  void path(StringRef Path) {
    size_t Same = 0;
    while (Same < Path.size() && Same < Last.size() && Path[Same] == Last[Same])
      ++Same;
    number(Same);
    text(Path.drop_front(Same));
    Last = Path.str();
  }

private:
  std::string &Into;
  std::string Last;
};

/// Every answer is "" or 0 when the text has come to its end; then isGood() is false.
class TextReader {
public:
  explicit TextReader(StringRef Text) : Rest(Text) {}
  uint64_t number() {
    uint64_t N = 0;
    for (unsigned I = 0; I != 8; ++I)
      N |= uint64_t(uint8_t(take(1)[0])) << (8 * I);
    return N;
  }
  StringRef text() { return take(number()); }
  std::string path() {
    Last.resize(std::min<uint64_t>(number(), Last.size()));
    Last += text();
    return Last;
  }
  /// A number of parts, each of which takes a byte at least.
  uint64_t count() {
    const uint64_t N = number();
    Good &= N <= Rest.size();
    return Good ? N : 0;
  }
  bool isGood() const { return Good; }
  bool isAtEnd() const { return Rest.empty(); }

private:
  StringRef take(uint64_t Size) {
    static constexpr char Zeros[8] = {};
    Good &= Size <= Rest.size();
    if (!Good)
      return {Zeros, size_t(Size == 1)};
    const StringRef Taken = Rest.take_front(Size);
    Rest = Rest.drop_front(Size);
    return Taken;
  }

  StringRef Rest;
  std::string Last;
  bool Good = true;
};

/// Whether all questions still have the answers that they had. Those that are likely to have changed come first.
bool isRight(const Record &Old) {
  return all_of(Old.Answers, [](const auto &Entry) {
    const auto &[What, Answer] = Entry;
    return shortened(disk::ask(What.first, What.second)) == Answer;
  });
}

/// The same of the files that were read. Files whose stamps tell nothing are read again, and have new ones then;
/// HasChanged if another run may be glad of them.
bool isRight(Record &Old, bool &HasChanged) {
  std::vector<std::pair<const Reading, ReadAnswer> *> Unknown;
  for (auto &Entry : Old.Reads) {
    const std::optional<report::FileStamp> Now = report::stampOf(Entry.first.first);
    if (Now && Entry.second.Stamp.isSame(*Now))
      continue;
    // A file that is there no more, or has another length, needs no reading.
    if (Entry.second.Is.front() == IsHash && (!Now || Now->Size != Entry.second.Stamp.Size))
      return false;
    Unknown.push_back(&Entry);
  }
  std::atomic<bool> IsSame = true, IsNew = false;
  auto Look = [&](std::pair<const Reading, ReadAnswer> &Entry) {
    if (!IsSame)
      return;
    const ReadAnswer Now = ask(Entry.first);
    if (Now.Is != Entry.second.Is)
      IsSame = false;
    if (Now.Stamp.IsSettled)
      IsNew = true;
    Entry.second.Stamp = Now.Stamp;
  };
  constexpr size_t WorthThreads = 32;
  if (Unknown.size() < WorthThreads) {
    for (auto *Entry : Unknown)
      Look(*Entry);
  } else {
    DefaultThreadPool Pool;
    for (auto *Entry : Unknown)
      Pool.async([&Look, Entry] { Look(*Entry); });
    Pool.wait();
  }
  HasChanged = IsNew;
  return IsSame;
}

Error say(const Transcript::Piece &P) {
  switch (P.To) {
  case Transcript::Where::Output:
    outs() << P.Text;
    break;
  case Transcript::Where::Messages:
    outs().flush();
    errs() << P.Text;
    break;
  case Transcript::Where::File: {
    Output Out(P.Path);
    Out.stream() << P.Text;
    return Out.finish();
  }
  }
  return Error::success();
}

} // namespace

bool writesFiles(const CheckArgs &Args) {
  return !Args.OutputFile.empty() || !Args.WriteSites.empty() || !Args.WriteBaseline.empty();
}

Error refuseOverwriting(const CheckArgs &Args, ArrayRef<std::string> Read, const std::string &Baseline) {
  if (Error E = refuseOverwriting({Args.OutputFile, Args.WriteSites, Args.WriteBaseline}, Read))
    return E;
  return refuseOverwriting({Args.OutputFile, Args.WriteSites}, {Baseline});
}

std::string Record::write() const {
  std::string Text;
  Writer W(Text);
  W.number(uint64_t(Status));
  W.number(Said.size());
  for (const Transcript::Piece &P : Said) {
    W.number(uint64_t(P.To));
    W.text(P.Path);
    W.text(P.Text);
  }
  W.number(Guarded.size());
  for (const std::string &Path : Guarded)
    W.path(Path);
  W.text(Baseline);
  W.number(Answers.size());
  for (const auto &[What, Answer] : Answers) {
    W.number(uint64_t(What.first));
    W.path(What.second);
    W.text(Answer);
  }
  W.number(Reads.size());
  for (const auto &[What, Answer] : Reads) {
    W.path(What.first);
    W.number(What.second);
    W.text(Answer.Is);
    const report::FileStamp &S = Answer.Stamp;
    for (uint64_t N : {S.Device, S.Inode, S.Size, uint64_t(S.Modified), uint64_t(S.Changed), uint64_t(S.IsSettled)})
      W.number(N);
  }
  return Text + hashOf(Text);
}

std::optional<Record> Record::read(StringRef Text) {
  const size_t HashSize = hashOf("").size();
  if (Text.size() < HashSize || hashOf(Text.drop_back(HashSize)) != Text.take_back(HashSize))
    return std::nullopt;
  TextReader R(Text.drop_back(HashSize));
  Record Result;
  Result.Status = int(R.number());
  for (uint64_t Left = R.count(); Left; --Left) {
    const auto To = Transcript::Where(R.number());
    std::string Path = R.text().str();
    Result.Said.push_back({To, std::move(Path), R.text().str()});
  }
  for (uint64_t Left = R.count(); Left; --Left)
    Result.Guarded.push_back(R.path());
  Result.Baseline = R.text().str();
  for (uint64_t Left = R.count(); Left; --Left) {
    const auto Q = disk::Question(R.number());
    std::string About = R.path();
    Result.Answers.emplace_hint(Result.Answers.end(), Asked(Q, std::move(About)), R.text().str());
  }
  for (uint64_t Left = R.count(); Left; --Left) {
    std::string Path = R.path();
    const uint64_t Limit = R.number();
    ReadAnswer Answer{R.text().str(), {}};
    report::FileStamp &S = Answer.Stamp;
    S.Device = R.number();
    S.Inode = R.number();
    S.Size = R.number();
    S.Modified = int64_t(R.number());
    S.Changed = int64_t(R.number());
    S.IsSettled = R.number() != 0;
    Result.Reads.emplace_hint(Result.Reads.end(), Reading(std::move(Path), Limit), std::move(Answer));
  }
  if (!R.isGood() || !R.isAtEnd())
    return std::nullopt;
  return Result;
}

bool KeptRun::isPossible(const CheckArgs &Args) {
  return !Args.NoCache && !Args.ShowFiles && !Args.AddNoqa && Args.StdinFilename.empty() &&
         none_of(Args.AsGiven, [](StringRef Word) { return Word.starts_with("@"); }) &&
         !std::getenv("DEVICE_TIDY_TEST_FAULT");
}

KeptRun::KeptRun(const CheckArgs &Args, StringRef ToolRoot, const Cache &Store)
    : Args(Args), Store(Store), Key(Store.enabled() ? keyOf(Args, ToolRoot) : "") {}

KeptRun::~KeptRun() {
  if (!IsListening)
    return;
  report::setReadWitness(nullptr);
  disk::setWitness(nullptr);
}

std::optional<Expected<int>> KeptRun::tellAgain() {
  if (Key.empty())
    return std::nullopt;
  const std::optional<std::string> Text = Store.read(Key, Extension);
  if (!Text)
    return std::nullopt;
  std::optional<Record> Old = Record::read(*Text);
  bool HasChanged = false;
  if (!Old || !isRight(*Old) || !isRight(*Old, HasChanged))
    return std::nullopt;
  if (writesFiles(Args))
    if (Error E = refuseOverwriting(Args, Old->Guarded, Old->Baseline)) {
      consumeError(std::move(E));
      return std::nullopt;
    }
  for (const Transcript::Piece &P : Old->Said)
    if (Error E = say(P))
      return Expected<int>(std::move(E));
  if (HasChanged)
    Store.write(Key, Extension, Old->write());
  else
    Store.noteUse(Key, Extension);
  return Expected<int>(Old->Status);
}

void KeptRun::listen() {
  Begin = std::chrono::steady_clock::now();
  IsListening = true;
  report::setReadWitness(this);
  disk::setWitness(this);
}

/// What takes long is given up (--timeout), and might not be the next time.
static bool mayHaveBeenGivenUp(std::chrono::steady_clock::duration Taken, unsigned Timeout) {
  return Timeout && Taken >= std::chrono::seconds(Timeout);
}

void KeptRun::keep(int Status, const Transcript &Said) {
  if (Key.empty() || IsUnrepeatable || outs().has_error() ||
      mayHaveBeenGivenUp(std::chrono::steady_clock::now() - Begin, Args.Timeout))
    return;
  std::lock_guard Guard(Lock);
  Heard.Status = Status;
  Heard.Said = Said.pieces().vec();
  Heard.Guarded = Said.guarded().vec();
  Heard.Baseline = Said.baseline();
  // Whoever waits for the results has them.
  outs().flush();
  if (Store.write(Key, Extension, Heard.write()))
    Store.pruneKind(Extension, MaxRuns, MaxBytes);
}

void KeptRun::sawContent(StringRef Path, uint64_t Limit, const report::FileStamp &Stamp, StringRef Content) {
  sawRead(Path, Limit, answerOf(Stamp, Content));
}

void KeptRun::sawFailure(StringRef Path, uint64_t Limit, StringRef Why) {
  sawRead(Path, Limit, {IsFailure + Why.str(), {}});
}

/// A file that changes while a run reads it twice has two contents, and the run is about neither.
void KeptRun::sawRead(StringRef Path, uint64_t Limit, ReadAnswer Answer) {
  std::lock_guard Guard(Lock);
  auto [Slot, New] = Heard.Reads.try_emplace(Reading(Path, Limit), Answer);
  if (!New && Slot->second.Is != Answer.Is)
    IsUnrepeatable = true;
}

void KeptRun::saw(disk::Question Q, StringRef About, StringRef Answer) {
  std::string Short = shortened(Answer);
  std::lock_guard Guard(Lock);
  auto [Slot, New] = Heard.Answers.try_emplace(Asked(Q, About), Short);
  if (!New && Slot->second != Short)
    IsUnrepeatable = true;
}

} // namespace devtidy::driver
