//===- Subprocess.cpp - Run a program, with a time limit ----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Subprocess.h"
#include "llvm/ADT/ScopeExit.h"
#include <cerrno>
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

extern char **environ;

using namespace llvm;

namespace devtidy::driver {
namespace {

constexpr size_t MaxMessageBytes = 1 << 16;

struct Pipe {
  int Read = -1, Write = -1;

  Pipe() {
    int Ends[2];
    // Not inherited by the programs that other threads start: they would keep the pipe open.
    if (::pipe2(Ends, O_CLOEXEC) == 0) {
      Read = Ends[0];
      Write = Ends[1];
    }
  }
  ~Pipe() {
    closeRead();
    closeWrite();
  }
  Pipe(const Pipe &) = delete;
  Pipe &operator=(const Pipe &) = delete;
  void closeRead() { closeEnd(Read); }
  void closeWrite() { closeEnd(Write); }

private:
  static void closeEnd(int &End) {
    if (End >= 0)
      ::close(End);
    End = -1;
  }
};

using Clock = std::chrono::steady_clock;

/// Reads both pipes until they are closed. False if Deadline came first.
bool collect(Pipe &Out, Pipe &Err, ProcessResult &Result, Clock::time_point Deadline) {
  while (Out.Read >= 0 || Err.Read >= 0) {
    auto Left = std::chrono::duration_cast<std::chrono::milliseconds>(Deadline - Clock::now()).count();
    if (Left <= 0)
      return false;
    pollfd Polled[2] = {{Out.Read, POLLIN, 0}, {Err.Read, POLLIN, 0}};
    int Ready = ::poll(Polled, 2, int(Left));
    if (Ready < 0 && errno != EINTR)
      return true;
    if (Ready <= 0)
      continue;
    char Buffer[1 << 16];
    for (int I : {0, 1}) {
      if (!Polled[I].revents)
        continue;
      ssize_t Count = ::read(Polled[I].fd, Buffer, sizeof Buffer);
      if (Count < 0 && errno == EINTR)
        continue;
      if (Count <= 0)
        (I == 0 ? Out : Err).closeRead();
      else if (I == 0)
        Result.Output.append(Buffer, size_t(Count));
      else if (Result.Messages.size() < MaxMessageBytes)
        Result.Messages.append(Buffer, size_t(Count));
    }
  }
  return true;
}

void waitFor(pid_t Child, ProcessResult &Result) {
  int Status = 0;
  while (::waitpid(Child, &Status, 0) < 0 && errno == EINTR)
    ;
  if (Result.How == ProcessResult::Outcome::TimedOut)
    return;
  bool Exited = WIFEXITED(Status);
  Result.How = Exited ? ProcessResult::Outcome::Exited : ProcessResult::Outcome::Crashed;
  Result.Code = Exited ? WEXITSTATUS(Status) : WTERMSIG(Status);
}

} // namespace

ProcessResult runProcess(StringRef Program, ArrayRef<std::string> Args, StringRef Folder, unsigned Seconds) {
  ProcessResult Result;
  Pipe Out, Err;
  if (Out.Read < 0 || Err.Read < 0) {
    Result.Code = EMFILE;
    return Result;
  }
  std::string Path = Program.str(), Where = Folder.str();
  std::vector<char *> Argv = {Path.data()};
  for (const std::string &A : Args)
    Argv.push_back(const_cast<char *>(A.c_str()));
  Argv.push_back(nullptr);

  posix_spawn_file_actions_t Actions;
  posix_spawn_file_actions_init(&Actions);
  scope_exit Destroy([&] { posix_spawn_file_actions_destroy(&Actions); });
  posix_spawn_file_actions_addopen(&Actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&Actions, Out.Write, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&Actions, Err.Write, STDERR_FILENO);
  if (!Where.empty())
    posix_spawn_file_actions_addchdir_np(&Actions, Where.c_str());

  pid_t Child = 0;
  if (int Error = ::posix_spawn(&Child, Path.c_str(), &Actions, nullptr, Argv.data(), environ)) {
    Result.Code = Error;
    return Result;
  }
  Out.closeWrite();
  Err.closeWrite();
  if (!collect(Out, Err, Result, Clock::now() + std::chrono::seconds(Seconds))) {
    ::kill(Child, SIGKILL);
    Result.How = ProcessResult::Outcome::TimedOut;
  }
  waitFor(Child, Result);
  return Result;
}

} // namespace devtidy::driver
