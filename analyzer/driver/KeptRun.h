//===- KeptRun.h - What a run said, for as long as it is right --*- C++ -*-===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A run keeps what it said in the cache, with all that it had asked of the disk and the environment (Disk.h), all files
// that it had read (report/ReadFile.h), and what the answers were. The next run of the same program with the same
// words, in the same folder, asks the same questions: if no answer has changed, it says the same again, and else
// computes. What did not exist, and was looked for, is a question as any other.
//
// A file is read again unless its stamp says that it is the one that it was. Nothing is kept of a run that met a fault,
// that asked a compiler, or that heard two answers to one question. docs/decisions/kept-runs.md
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DRIVER_KEPTRUN_H
#define DEVTIDY_DRIVER_KEPTRUN_H

#include "driver/Args.h"
#include "driver/Cache.h"
#include "driver/Console.h"
#include "driver/Disk.h"
#include "report/ReadFile.h"
#include "llvm/Support/Error.h"
#include <atomic>
#include <chrono>
#include <map>
#include <mutex>
#include <optional>
#include <string>

namespace devtidy::driver {

/// A run that names files to write.
bool writesFiles(const CheckArgs &Args);
/// What check writes is none of what it reads (OutputFiles.h); Baseline may be written by a baseline only.
llvm::Error refuseOverwriting(const CheckArgs &Args, llvm::ArrayRef<std::string> Read, const std::string &Baseline);

/// A question, and what it is about.
using Asked = std::pair<disk::Question, std::string>;
/// The path of a file, and how much of it is read at most.
using Reading = std::pair<std::string, uint64_t>;

/// What became of reading a file: the hash of its content, or why there is none. The stamp is that of what was read.
struct ReadAnswer {
  std::string Is;
  report::FileStamp Stamp;
};

/// What a run has heard, and what it said.
struct Record {
  int Status = 0;
  std::vector<Transcript::Piece> Said;
  std::vector<std::string> Guarded;
  std::string Baseline;
  std::map<Asked, std::string> Answers; ///< a long answer is its hash
  std::map<Reading, ReadAnswer> Reads;

  std::string write() const;
  /// Nothing for a text that is not wholly what write gave.
  static std::optional<Record> read(llvm::StringRef Text);
};

class KeptRun : public report::ReadWitness, public disk::Witness {
public:
  /// Standard input is read once, and `@FILE` before anything is known of the run.
  static bool isPossible(const CheckArgs &Args);

  /// ToolRoot is where this installation is.
  KeptRun(const CheckArgs &Args, llvm::StringRef ToolRoot, const Cache &Store);
  ~KeptRun() override;

  /// Says and writes what an earlier run did; its exit status. Nothing if there is none that is right, and then nothing
  /// was said.
  std::optional<llvm::Expected<int>> tellAgain();
  /// Notes from now on what is asked and read.
  void listen();
  /// Keeps what was said, unless it is not certain that another run would say it.
  void keep(int Status, const Transcript &Said);

  /// What is noted. Any number of threads tell it.
  void sawContent(llvm::StringRef Path, uint64_t Limit, const report::FileStamp &Stamp,
                  llvm::StringRef Content) override;
  void sawFailure(llvm::StringRef Path, uint64_t Limit, llvm::StringRef Why) override;
  void sawNote(llvm::StringRef Path) override { IsUnrepeatable = true; }
  void saw(disk::Question Q, llvm::StringRef About, llvm::StringRef Answer) override;
  void sawUnrepeatable() override { IsUnrepeatable = true; }

private:
  void sawRead(llvm::StringRef Path, uint64_t Limit, ReadAnswer Answer);

  const CheckArgs &Args;
  const Cache &Store;
  std::string Key;
  std::chrono::steady_clock::time_point Begin;
  std::atomic<bool> IsUnrepeatable = false, IsListening = false;
  std::mutex Lock;
  Record Heard;
};

} // namespace devtidy::driver

#endif // DEVTIDY_DRIVER_KEPTRUN_H
