//===- ForkSafe.h - A lock that a forked child can use -----------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For all libraries of the runtime. Includes nothing of ours.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_RUNTIME_ABI_FORKSAFE_H
#define DEVTIDY_RUNTIME_ABI_FORKSAFE_H

#include <new>
#include <pthread.h>

namespace devtidy::abi {

/// Gives the one T of the process, which has a mutex Lock of any type and is never destroyed: memory is freed, and
/// findings come, while the process ends. Nobody holds the lock while the process forks, and the child has a new one,
/// since glibc lets only the thread that locked a lock for writing unlock it; then T::afterFork() is called, if there
/// is one. A T whose lock is held while that of another one is taken asks for the other one in its constructor: locks
/// are taken in the opposite order of their making.
template <typename T> T &forkSafe() {
  static T &Only = []() -> T & {
    T &Made = *new T;
    pthread_atfork([] { forkSafe<T>().Lock.lock(); }, [] { forkSafe<T>().Lock.unlock(); },
                   [] {
                     T &Forked = forkSafe<T>();
                     new (&Forked.Lock) decltype(Forked.Lock);
                     if constexpr (requires { Forked.afterFork(); })
                       Forked.afterFork();
                   });
    return Made;
  }();
  return Only;
}

} // namespace devtidy::abi

#endif // DEVTIDY_RUNTIME_ABI_FORKSAFE_H
