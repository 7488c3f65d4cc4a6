//===- Waits.cpp - Interposed: what waits for work ------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/shim/Next.h"
#include "runtime/shim/Order.h"

using namespace devtidy::shim;

/// Calls after which, if they succeed, Note holds.
#define WAITS(Name, Parameters, Given, Note)                                                                           \
  SHIM(Name) Parameters {                                                                                              \
    const int Status = NEXT(Name) Given;                                                                               \
    if (Status == 0 && isOrderKept())                                                                                  \
      Note;                                                                                                            \
    return Status;                                                                                                     \
  }

WAITS(cudaDeviceSynchronize, (), (), noteDeviceDone())
WAITS(cudaStreamSynchronize, (void *Stream), (Stream), noteStreamDone(Stream))
WAITS(cudaStreamSynchronize_ptsz, (void *Stream), (Stream), noteStreamDone(Stream))
WAITS(cudaStreamQuery, (void *Stream), (Stream), noteStreamDone(Stream))
WAITS(cudaStreamQuery_ptsz, (void *Stream), (Stream), noteStreamDone(Stream))
WAITS(cudaEventSynchronize, (void *Event), (Event), noteEventDone(Event))
WAITS(cudaEventQuery, (void *Event), (Event), noteEventDone(Event))
WAITS(cudaStreamWaitEvent, (void *Stream, void *Event, unsigned Flags), (Stream, Event, Flags),
      noteWaits(Stream, Event))
WAITS(cudaStreamWaitEvent_ptsz, (void *Stream, void *Event, unsigned Flags), (Stream, Event, Flags),
      noteWaits(Stream, Event))
// The program may wait for its function; that it does is as good as that it has.
WAITS(cudaLaunchHostFunc, (void *Stream, void (*Function)(void *), void *Data), (Stream, Function, Data),
      noteStreamDone(Stream))
WAITS(cudaLaunchHostFunc_ptsz, (void *Stream, void (*Function)(void *), void *Data), (Stream, Function, Data),
      noteStreamDone(Stream))
WAITS(cudaStreamAddCallback, (void *Stream, void (*Function)(void *, int, void *), void *Data, unsigned Flags),
      (Stream, Function, Data, Flags), noteStreamDone(Stream))
