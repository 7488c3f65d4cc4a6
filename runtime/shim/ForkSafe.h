//===- ForkSafe.h - A lock that a forked child can use -----------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_RUNTIME_SHIM_FORKSAFE_H
#define DEVTIDY_RUNTIME_SHIM_FORKSAFE_H

#include <new>
#include <pthread.h>
#include <shared_mutex>

namespace devtidy::shim {

/// Gives the one T of the process, which has a std::shared_mutex Lock and is never destroyed: memory is freed while the
/// process ends. Nobody holds the lock while the process forks, and the child has a new one, since glibc lets only the
/// thread that locked a lock for writing unlock it.
template <typename T> T &forkSafe() {
  static T &Only = [&]() -> T & {
    pthread_atfork([] { forkSafe<T>().Lock.lock(); }, [] { forkSafe<T>().Lock.unlock(); },
                   [] { new (&forkSafe<T>().Lock) std::shared_mutex; });
    return *new T;
  }();
  return Only;
}

} // namespace devtidy::shim

#endif // DEVTIDY_RUNTIME_SHIM_FORKSAFE_H
