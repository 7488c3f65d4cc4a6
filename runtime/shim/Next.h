//===- Next.h - The functions behind the ones that the shim interposes ------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The shim is found before libcudart.so, by LD_PRELOAD. What it calls is the next definition: that of the CUDA runtime
// that the program uses, or of the stand-in.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_RUNTIME_SHIM_NEXT_H
#define DEVTIDY_RUNTIME_SHIM_NEXT_H

#include <atomic>
#include <cstddef>
#include <cstdint>

/// Defines an interposed function of the CUDA runtime.
#define SHIM(Name) extern "C" [[gnu::visibility("default")]] int Name
/// The function behind the interposed one of that name; never null.
#define NEXT(Name)                                                                                                     \
  ([] {                                                                                                                \
    static std::atomic<void *> Known;                                                                                  \
    return reinterpret_cast<decltype(&Name)>(::devtidy::shim::nextFunction(#Name, Known));                             \
  }())

namespace devtidy::shim {

/// Looks the function up, once. If no library has it, gives one that returns cudaErrorSymbolNotFound, and says so.
void *nextFunction(const char *Name, std::atomic<void *> &Known);

/// True for calls that the CUDA runtime itself, or one of its libraries, makes while it serves one of the program.
class Entered {
public:
  Entered() { ++Depth; }
  ~Entered() { --Depth; }
  Entered(const Entered &) = delete;
  Entered &operator=(const Entered &) = delete;
  bool isInner() const { return Depth > 1; }

private:
  static thread_local int Depth;
};

/// The calling thread's current device, as the runtime says; 0 if it does not.
int currentDevice();
/// cudaDeviceEnablePeerAccess was called on Device for Peer.
bool hasPeerAccess(int Device, int Peer);

/// A stream or an event, or nothing about it.
struct Owner {
  int Device = -1;      ///< -1: unknown
  uint32_t Created = 0; ///< a StackId
};
/// The null stream and its like are of the current device.
Owner ownerOf(const void *StreamOrEvent);
void noteOwner(const void *StreamOrEvent);
void forgetOwner(const void *StreamOrEvent);

} // namespace devtidy::shim

#endif // DEVTIDY_RUNTIME_SHIM_NEXT_H
