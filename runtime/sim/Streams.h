//===- Streams.h - Streams and events of simulated devices -----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Work on a simulated device is finished when the call returns, so streams are names and events are times. Programs see
// what they see on a GPU that is never behind.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_RUNTIME_SIM_STREAMS_H
#define DEVTIDY_RUNTIME_SIM_STREAMS_H

#include <c10/core/Stream.h>

namespace devtidy::sim {

/// Stream 0 of a device.
c10::Stream defaultStream(c10::Device D);
/// The calling thread's.
c10::Stream currentStream(c10::Device D);
/// Makes a stream the calling thread's current one of its device, and returns the one that was.
c10::Stream exchangeStream(c10::Stream To);
/// Never the same twice.
c10::Stream newStream(c10::Device D);

/// Event handles as DeviceGuardImplInterface passes them: null until the event is recorded.
void recordEvent(void *&Event);
void destroyEvent(void *Event) noexcept;
/// Milliseconds from one record to another; both must have been recorded.
double elapsedMilliseconds(const void *From, const void *To);

} // namespace devtidy::sim

#endif // DEVTIDY_RUNTIME_SIM_STREAMS_H
