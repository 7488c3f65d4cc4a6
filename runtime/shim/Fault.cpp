//===- Fault.cpp ------------------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/shim/Fault.h"
#include "runtime/shim/Findings.h"
#include <algorithm>
#include <atomic>
#include <csignal>
#include <ucontext.h>

namespace devtidy::shim {

static std::atomic<bool> Watching = false;

/// The process dies when this returns, so what is not safe in a handler is at worst another way to die.
static void onFault(int Signal, siginfo_t *Info, void *Context) {
  signal(Signal, SIG_DFL);
  runtime::Stack S;
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
  checkTouched(reinterpret_cast<uintptr_t>(Info->si_addr), S);
}

void watchFaults() {
  if (Watching.exchange(true))
    return;
  struct sigaction Old = {}, New = {};
  if (sigaction(SIGSEGV, nullptr, &Old) != 0 || Old.sa_handler != SIG_DFL)
    return;
  New.sa_sigaction = onFault;
  New.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  sigaction(SIGSEGV, &New, nullptr);
}

} // namespace devtidy::shim
