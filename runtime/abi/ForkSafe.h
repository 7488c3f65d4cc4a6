//===- ForkSafe.h - What a forked child can use, whenever it was forked ------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For all libraries of the runtime. Includes nothing of ours.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_RUNTIME_ABI_FORKSAFE_H
#define DEVTIDY_RUNTIME_ABI_FORKSAFE_H

#include <atomic>
#include <memory>
#include <new>
#include <pthread.h>

namespace devtidy::abi {

/// Gives the one T of the process, which has a mutex Lock of any type and is never destroyed: memory is freed, and
/// findings come, while the process ends. Nobody holds the lock while the process forks, and the child has a new one,
/// since glibc lets only the thread that locked a lock for writing unlock it; then T::afterFork() is called, if there
/// is one. A T whose lock is held while that of another one is taken asks for the other one in its constructor: locks
/// are taken in the opposite order of their making. It is made when the library is loaded, so its constructor is short:
/// a child would wait for ever for a static that another thread of its parent was making.
template <typename T> T &forkSafe();

template <typename T> struct MadeAtLoad {
  static inline const bool Done = (forkSafe<T>(), true);
};

template <typename T> T &forkSafe() {
  [[maybe_unused]] static constexpr const bool *AtLoad = &MadeAtLoad<T>::Done;
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

/// What Make, a lambda without captures, returned first; never destroyed. For what is asked for late and costs little:
/// threads that come at the same time each make one, and one stays, so that nobody waits for a thread that a forked
/// child does not have.
template <typename Make> const auto &madeOnce(Make) {
  using Value = decltype(Make()());
  static std::atomic<const Value *> Only = nullptr;
  if (const Value *Known = Only.load(std::memory_order_acquire))
    return *Known;
  auto Mine = std::make_unique<const Value>(Make()());
  const Value *Known = nullptr;
  return Only.compare_exchange_strong(Known, Mine.get(), std::memory_order_acq_rel) ? *Mine.release() : *Known;
}

} // namespace devtidy::abi

#endif // DEVTIDY_RUNTIME_ABI_FORKSAFE_H
