//===- Streams.cpp - Interposed: devices, streams and events ----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/abi/Cuda.h"
#include "runtime/abi/Environment.h"
#include "runtime/abi/ForkSafe.h"
#include "runtime/shim/Findings.h"
#include "runtime/shim/Order.h"
#include <shared_mutex>
#include <unordered_map>

using namespace devtidy::shim;

BEHIND(cudaGetDevice)(int *);

namespace {
constexpr int MaxDevices = devtidy::abi::MaxDevices;
std::atomic<bool> Peers[MaxDevices][MaxDevices];

struct Owners {
  std::shared_mutex Lock;
  std::unordered_map<const void *, Owner> All;
};
Owners &owners() { return devtidy::abi::forkSafe<Owners>(); }
bool isDevice(int Index) { return Index >= 0 && Index < MaxDevices; }
} // namespace

// Before there are threads: ThreadSanitizer does not see who made a static of a library that it did not compile.
[[gnu::constructor]] static void makeEarly() { owners(); }

int devtidy::shim::currentDevice() {
  int Index = 0;
  return NEXT(cudaGetDevice)(&Index) == 0 ? Index : 0;
}

bool devtidy::shim::hasPeerAccess(int Device, int Peer) {
  return isDevice(Device) && isDevice(Peer) && Peers[Device][Peer];
}

Owner devtidy::shim::ownerOf(const void *StreamOrEvent) {
  if (devtidy::abi::isDefaultStream(StreamOrEvent))
    return {currentDevice()};
  std::shared_lock Hold(owners().Lock);
  auto Known = owners().All.find(StreamOrEvent);
  return Known == owners().All.end() ? Owner() : Known->second;
}

void devtidy::shim::noteOwner(const void *StreamOrEvent) {
  const Owner O{currentDevice(), keepStack()};
  std::lock_guard Hold(owners().Lock);
  owners().All[StreamOrEvent] = O;
}

void devtidy::shim::forgetOwner(const void *StreamOrEvent) {
  std::lock_guard Hold(owners().Lock);
  owners().All.erase(StreamOrEvent);
}

#define CREATES(Name, Parameters, Given)                                                                               \
  SHIM(Name) Parameters {                                                                                              \
    Entered Here;                                                                                                      \
    const int Status = NEXT(Name) Given;                                                                               \
    if (Status == 0 && !Here.isInner())                                                                                \
      noteOwner(*Into);                                                                                                \
    return Status;                                                                                                     \
  }

#define CREATES_STREAM(Name, Parameters, Given)                                                                        \
  SHIM(Name) Parameters {                                                                                              \
    constexpr unsigned NonBlocking = 1;                                                                                \
    Entered Here;                                                                                                      \
    const int Status = NEXT(Name) Given;                                                                               \
    if (Status == 0 && !Here.isInner()) {                                                                              \
      noteOwner(*Into);                                                                                                \
      noteStream(*Into, !(Flags & NonBlocking));                                                                       \
    }                                                                                                                  \
    return Status;                                                                                                     \
  }

CREATES(cudaStreamCreate, (void **Into), (Into))
CREATES_STREAM(cudaStreamCreateWithFlags, (void **Into, unsigned Flags), (Into, Flags))
CREATES_STREAM(cudaStreamCreateWithPriority, (void **Into, unsigned Flags, int Priority), (Into, Flags, Priority))
CREATES(cudaEventCreate, (void **Into), (Into))
CREATES(cudaEventCreateWithFlags, (void **Into, unsigned Flags), (Into, Flags))

SHIM(cudaStreamDestroy)(void *Stream) {
  forgetStream(Stream);
  forgetOwner(Stream);
  return NEXT(cudaStreamDestroy)(Stream);
}
SHIM(cudaEventDestroy)(void *Event) {
  if (isOrderKept())
    forgetEvent(Event);
  forgetOwner(Event);
  return NEXT(cudaEventDestroy)(Event);
}

#define RECORDS(Name, Parameters, Given)                                                                               \
  SHIM(Name) Parameters {                                                                                              \
    Entered Here;                                                                                                      \
    if (!Here.isInner())                                                                                               \
      checkRecord(Event, Stream);                                                                                      \
    if (isOrderKept())                                                                                                 \
      noteRecorded(Event, Stream);                                                                                     \
    return NEXT(Name) Given;                                                                                           \
  }

RECORDS(cudaEventRecord, (void *Event, void *Stream), (Event, Stream))
RECORDS(cudaEventRecord_ptsz, (void *Event, void *Stream), (Event, Stream))
RECORDS(cudaEventRecordWithFlags, (void *Event, void *Stream, unsigned Flags), (Event, Stream, Flags))
RECORDS(cudaEventRecordWithFlags_ptsz, (void *Event, void *Stream, unsigned Flags), (Event, Stream, Flags))

SHIM(cudaDeviceEnablePeerAccess)(int Peer, unsigned Flags) {
  constexpr int AlreadyEnabled = 704; // cudaErrorPeerAccessAlreadyEnabled
  const int Status = NEXT(cudaDeviceEnablePeerAccess)(Peer, Flags);
  if ((Status == 0 || Status == AlreadyEnabled) && isDevice(Peer))
    if (const int Current = currentDevice(); isDevice(Current))
      Peers[Current][Peer] = true;
  return Status;
}
SHIM(cudaDeviceDisablePeerAccess)(int Peer) {
  const int Status = NEXT(cudaDeviceDisablePeerAccess)(Peer);
  if (Status == 0 && isDevice(Peer))
    if (const int Current = currentDevice(); isDevice(Current))
      Peers[Current][Peer] = false;
  return Status;
}
