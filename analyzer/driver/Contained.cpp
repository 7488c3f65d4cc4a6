//===- Contained.cpp - Work that may end by a fault -----------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Contained.h"
#include "driver/Disk.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include <array>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <pthread.h>
#include <vector>

using namespace llvm;

namespace devtidy::driver {

namespace {
constexpr std::array Faults = {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGTRAP};

/// LLVM's handlers run where the fault was. Where the stack is full they need another one.
void enable() {
  CrashRecoveryContext::Enable();
  for (int Signal : Faults) {
    struct sigaction Action;
    if (sigaction(Signal, nullptr, &Action) == 0) {
      Action.sa_flags |= SA_ONSTACK;
      sigaction(Signal, &Action, nullptr);
    }
  }
}

/// The stack on which a thread handles signals.
class SignalStack {
public:
  SignalStack() : Memory(size_t(SIGSTKSZ) + (64U << 10)) {
    stack_t Own = {};
    Own.ss_sp = Memory.data();
    Own.ss_size = Memory.size();
    sigaltstack(&Own, nullptr);
  }
  SignalStack(const SignalStack &) = delete;
  SignalStack &operator=(const SignalStack &) = delete;
  ~SignalStack() {
    stack_t None = {};
    None.ss_flags = SS_DISABLE;
    sigaltstack(&None, nullptr);
  }

private:
  std::vector<char> Memory;
};

/// Until the stack is full.
[[gnu::noinline]] unsigned recurse(volatile unsigned *Above) {
  volatile unsigned Here = *Above + 1;
  return recurse(&Here) + Here;
}
} // namespace

bool runContained(function_ref<void()> Work, std::string &Why) {
  static std::once_flag Enabled;
  std::call_once(Enabled, enable);
  thread_local const SignalStack Stack;
  CrashRecoveryContext Context;
  if (Context.RunSafely(Work))
    return true;
  disk::noteUnrepeatable();
  constexpr int Signalled = 128;
  Why = Context.RetCode > Signalled ? ::strsignal(Context.RetCode - Signalled) : "it gave up";
  return false;
}

void useLargeStacks() {
  constexpr size_t Size = 64U << 20;
  pthread_attr_t Attributes;
  pthread_attr_init(&Attributes);
  if (pthread_attr_setstacksize(&Attributes, Size) == 0)
    pthread_setattr_default_np(&Attributes);
  pthread_attr_destroy(&Attributes);
}

void faultIfTested(StringRef Step, StringRef Path) {
  const char *Asked = std::getenv("DEVICE_TIDY_TEST_FAULT");
  if (!Asked)
    return;
  const auto [At, In] = StringRef(Asked).split(':');
  if (At != Step || In.empty() || !Path.ends_with(In))
    return;
  // Of the faults that there are, each step has another.
  volatile unsigned Start = 0;
  if (Step == "read")
    *reinterpret_cast<volatile unsigned *>(uintptr_t(Start)) = 1;
  if (Step == "solve")
    Start = recurse(&Start);
  std::abort();
}

} // namespace devtidy::driver
