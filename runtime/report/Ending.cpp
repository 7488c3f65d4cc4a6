//===- Ending.cpp -----------------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/report/Ending.h"
#include <atomic>
#include <cstdlib>
#include <dlfcn.h>

namespace devtidy::runtime {
namespace {

using Handler = void (*)();

std::atomic<Handler> OnTerminate = nullptr, Before = nullptr;

[[noreturn]] void terminate() {
  if (Handler Ours = OnTerminate.exchange(nullptr))
    Ours();
  if (Handler Theirs = Before)
    Theirs();
  std::abort();
}

} // namespace

void watchEnding(void (*OnException)(), void (*OnQuickExit)()) {
  static std::atomic<bool> Done = false;
  if (Done.exchange(true))
    return;
  ::at_quick_exit(OnQuickExit);
  // std::set_terminate of the program's C++ library, which is not this one's.
  auto *Set = reinterpret_cast<Handler (*)(Handler)>(dlsym(RTLD_DEFAULT, "_ZSt13set_terminatePFvvE"));
  if (!Set)
    return;
  OnTerminate = OnException;
  Before = Set(terminate);
}

} // namespace devtidy::runtime
