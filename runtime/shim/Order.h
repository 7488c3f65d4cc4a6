//===- Order.h - Which work is finished before which --------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory of a stream-ordered allocator (cudaMallocAsync) is freed in the order of one stream, whatever other streams
// still do with it. What a stream waits for is what the program makes it wait for: events, and the host, which waits
// for streams, events and devices. The legacy default stream waits for the blocking streams of its device, and they for
// it. Kept from the first such allocation on, and for such memory alone. Thread-safe.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_RUNTIME_SHIM_ORDER_H
#define DEVTIDY_RUNTIME_SHIM_ORDER_H

#include "runtime/shim/StackDepot.h"
#include <optional>
#include <string>

namespace devtidy::shim {

/// Memory is handed out in the order of a stream.
void beginOrder();
bool isOrderKept();

/// A stream's work uses the memory that begins at Base; What is a kernel or a call.
void noteUse(uintptr_t Base, const void *Stream, const std::string &What);
/// A use that may not be finished when the stream comes to what it is given now.
struct UnfinishedUse {
  std::string What;
  StackId Where;
};
std::optional<UnfinishedUse> findUnfinished(uintptr_t Base, const void *Stream);
/// The memory is gone.
void forgetUses(uintptr_t Base);

void noteStream(const void *Stream, bool IsBlocking);
void forgetStream(const void *Stream);
void noteRecorded(const void *Event, const void *Stream);
/// Another event may get the handle, for which nobody waits until it is recorded.
void forgetEvent(const void *Event);
void noteWaits(const void *Stream, const void *Event);
/// The host has waited.
void noteStreamDone(const void *Stream);
void noteEventDone(const void *Event);
void noteDeviceDone();

} // namespace devtidy::shim

#endif // DEVTIDY_RUNTIME_SHIM_ORDER_H
