//===- Fault.cpp ------------------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The thread that faults may hold any lock of the program, that of malloc included, and a report needs memory. So the
// handler does only what a handler may: it looks the address up, keeps its stack, and waits, with a limit, for a thread
// that was made before and words the report.
//
//===----------------------------------------------------------------------===//

#include "runtime/shim/Fault.h"
#include "runtime/abi/ForkSafe.h"
#include "runtime/shim/Findings.h"
#include <algorithm>
#include <atomic>
#include <csignal>
#include <ctime>
#include <mutex>
#include <pthread.h>
#include <semaphore.h>
#include <ucontext.h>
#include <unistd.h>

namespace devtidy::shim {
namespace {

struct Watch {
  std::mutex Lock; ///< of those who begin to watch
  std::atomic<bool> Begun = false;
  std::atomic<bool> HasReporter = false;
  struct sigaction Before = {};
  std::atomic<pid_t> Faulting = 0; ///< the thread whose fault is being reported
  std::atomic<bool> Reported = false;
  sem_t Asked;
  // What Faulting says to the reporter.
  std::optional<Block> Touched;
  runtime::Stack Where;

  Watch() { sem_init(&Asked, /*pshared=*/0, 0); }
  /// The reporter is not in the child.
  void afterFork() {
    Begun = HasReporter = Reported = false;
    Faulting = 0;
    sem_init(&Asked, /*pshared=*/0, 0);
  }
};
Watch &watch() { return abi::forkSafe<Watch>(); }

/// Asks, a few thousand times at intervals of a millisecond at most, until the answer is yes.
template <typename Question> bool waitUntil(Question IsTrue, int Milliseconds) {
  for (int N = 0; N < Milliseconds; ++N) {
    if (IsTrue())
      return true;
    constexpr timespec Millisecond = {0, 1000000};
    nanosleep(&Millisecond, nullptr);
  }
  return IsTrue();
}

void *reportOnce(void *) {
  Watch &W = watch();
  while (sem_wait(&W.Asked) != 0) {
  }
  if (W.Touched)
    reportTouched(*W.Touched, W.Where);
  runtime::finishDying();
  W.Reported = true;
  return nullptr;
}

bool startReporter() {
  // Signals that are sent to the program are for its own threads.
  sigset_t All, Own;
  sigfillset(&All);
  pthread_sigmask(SIG_SETMASK, &All, &Own);
  pthread_t Reporter;
  const bool Started = pthread_create(&Reporter, nullptr, reportOnce, nullptr) == 0;
  pthread_sigmask(SIG_SETMASK, &Own, nullptr);
  if (Started)
    pthread_detach(Reporter);
  return Started;
}

void captureFault(runtime::Stack &S, [[maybe_unused]] void *Context) {
  runtime::captureStack(S, runtime::Options::MaxStackDepth);
#if defined(__x86_64__)
  // The innermost frames are those of the handler and of the kernel's trampoline.
  const auto At = static_cast<uintptr_t>(static_cast<ucontext_t *>(Context)->uc_mcontext.gregs[REG_RIP]);
  const uintptr_t *End = S.Frames + S.Count, *First = std::find(S.Frames, S.Frames + S.Count, At - 1);
  if (First != End) {
    S.Count = static_cast<unsigned>(End - First);
    std::copy(First, End, S.Frames);
  }
  S.Frames[0] = At;
#endif
}

/// A fault at an address of a device has its report; any other one only has written what was to be written at the end.
/// Either way the instruction then faults again, and the program dies as it would have.
void onFault(int Signal, siginfo_t *Info, void *Context) {
  constexpr int LookupLimit = 100, ReportLimit = 10000;
  Watch &W = watch();
  if (Info->si_code <= 0) { // kill or raise: nothing will fault again
    sigaction(Signal, &W.Before, nullptr);
    raise(Signal);
    return;
  }
  pid_t Nobody = 0;
  if (W.Faulting.compare_exchange_strong(Nobody, gettid())) {
    const auto Address = reinterpret_cast<uintptr_t>(Info->si_addr);
    waitUntil([&] { return tryFindBlock(Address, W.Touched); }, LookupLimit);
    if (W.Touched && !W.Touched->isOnDevice())
      W.Touched.reset();
    if (W.Touched)
      captureFault(W.Where, Context);
    if (W.HasReporter && sem_post(&W.Asked) == 0)
      waitUntil([&] { return W.Reported.load(); }, ReportLimit);
  } else if (Nobody != gettid()) {
    waitUntil([&] { return W.Reported.load(); }, ReportLimit);
  }
  sigaction(Signal, &W.Before, nullptr);
}

} // namespace

void watchFaults() {
  Watch &W = watch();
  if (W.Begun)
    return;
  std::lock_guard Hold(W.Lock);
  if (W.Begun.exchange(true))
    return;
  struct sigaction Old = {}, New = {};
  if (sigaction(SIGSEGV, nullptr, &Old) != 0)
    return;
  const bool HasOurs = (Old.sa_flags & SA_SIGINFO) && Old.sa_sigaction == onFault; // in a forked child
  if (!HasOurs && Old.sa_handler != SIG_DFL)
    return;
  W.HasReporter = startReporter();
  if (HasOurs || !W.HasReporter)
    return;
  W.Before = Old;
  New.sa_sigaction = onFault;
  New.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  sigaction(SIGSEGV, &New, nullptr);
}

} // namespace devtidy::shim
