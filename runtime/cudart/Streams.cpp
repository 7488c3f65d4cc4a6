//===- Streams.cpp - Streams and events -------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Work is finished when a call returns, so streams and events are names and times.
//
//===----------------------------------------------------------------------===//

#include "runtime/abi/Cuda.h"
#include "runtime/cudart/Entry.h"
#include <chrono>
#include <utility>

using namespace devtidy::cudart;

int devtidy::cudart::deviceOf(const Handle *Stream) {
  return devtidy::abi::isDefaultStream(Stream) ? currentDevice() : Stream->Device;
}

static int make(Handle **Into, Handle::Kind Kind) {
  if (!Into || !deviceCount())
    return done(Into ? NoDevice : InvalidValue);
  *Into = new Handle{Kind, currentDevice()};
  return Success;
}

static double now() {
  using namespace std::chrono;
  return duration<double, std::milli>(steady_clock::now().time_since_epoch()).count();
}

CUDA_ENTRY(cudaStreamCreate)(Handle **Into) { return make(Into, Handle::Kind::Stream); }
CUDA_ENTRY(cudaStreamCreateWithFlags)(Handle **Into, unsigned) { return make(Into, Handle::Kind::Stream); }
CUDA_ENTRY(cudaStreamCreateWithPriority)(Handle **Into, unsigned, int) { return make(Into, Handle::Kind::Stream); }
CUDA_ENTRY(cudaStreamDestroy)(Handle *Stream) {
  if (!Stream || Stream->What != Handle::Kind::Stream)
    return done(InvalidResourceHandle);
  delete Stream;
  return Success;
}
CUDA_ENTRY(cudaStreamSynchronize)(Handle *) { return Success; }
CUDA_PER_THREAD(cudaStreamSynchronize, _ptsz)
CUDA_ENTRY(cudaStreamQuery)(Handle *) { return Success; }
CUDA_PER_THREAD(cudaStreamQuery, _ptsz)
CUDA_ENTRY(cudaStreamWaitEvent)(Handle *, Handle *Event, unsigned) {
  return done(Event ? Success : InvalidResourceHandle);
}
CUDA_PER_THREAD(cudaStreamWaitEvent, _ptsz)
CUDA_ENTRY(cudaStreamAddCallback)(Handle *Stream, void (*Function)(Handle *, int, void *), void *Data, unsigned) {
  Function(Stream, Success, Data);
  return Success;
}
CUDA_PER_THREAD(cudaStreamAddCallback, _ptsz)
CUDA_ENTRY(cudaStreamGetFlags)(Handle *, unsigned *Flags) {
  *Flags = 0;
  return Success;
}
CUDA_PER_THREAD(cudaStreamGetFlags, _ptsz)
CUDA_ENTRY(cudaStreamGetPriority)(Handle *, int *Priority) {
  *Priority = 0;
  return Success;
}
CUDA_PER_THREAD(cudaStreamGetPriority, _ptsz)
CUDA_ENTRY(cudaStreamGetDevice)(Handle *Stream, int *Device) {
  *Device = deviceOf(Stream);
  return Success;
}
CUDA_PER_THREAD(cudaStreamGetDevice, _ptsz)
CUDA_ENTRY(cudaStreamIsCapturing)(Handle *, int *Status) {
  *Status = 0;
  return Success;
}
CUDA_PER_THREAD(cudaStreamIsCapturing, _ptsz)
// Nothing is ever captured. What follows the status is what a capture would have.
CUDA_ENTRY(cudaStreamGetCaptureInfo)(Handle *, int *Status) {
  *Status = 0;
  return Success;
}
CUDA_PER_THREAD(cudaStreamGetCaptureInfo, _ptsz)
CUDA_PER_THREAD(cudaStreamGetCaptureInfo, _v2)
CUDA_PER_THREAD(cudaStreamGetCaptureInfo, _v2_ptsz)
CUDA_PER_THREAD(cudaStreamGetCaptureInfo, _v3)
CUDA_PER_THREAD(cudaStreamGetCaptureInfo, _v3_ptsz)
CUDA_ENTRY(cudaThreadExchangeStreamCaptureMode)(int *Mode) {
  static thread_local int Current = 0;
  return Mode ? (std::swap(Current, *Mode), Success) : done(InvalidValue);
}
CUDA_ENTRY(cudaStreamGetId)(Handle *Stream, unsigned long long *Id) {
  *Id = reinterpret_cast<uintptr_t>(Stream);
  return Success;
}
CUDA_PER_THREAD(cudaStreamGetId, _ptsz)
CUDA_ENTRY(cudaStreamAttachMemAsync)(Handle *, void *, size_t, unsigned) { return Success; }
CUDA_PER_THREAD(cudaStreamAttachMemAsync, _ptsz)

CUDA_ENTRY(cudaEventCreate)(Handle **Into) { return make(Into, Handle::Kind::Event); }
CUDA_ENTRY(cudaEventCreateWithFlags)(Handle **Into, unsigned) { return make(Into, Handle::Kind::Event); }
CUDA_ENTRY(cudaEventDestroy)(Handle *Event) {
  if (!Event || Event->What != Handle::Kind::Event)
    return done(InvalidResourceHandle);
  delete Event;
  return Success;
}
CUDA_ENTRY(cudaEventRecord)(Handle *Event, Handle *Stream) {
  // Fails if the two are of different devices (CUDA C++ Programming Guide, "Stream and Event Behavior").
  if (!Event || Event->Device != deviceOf(Stream))
    return done(InvalidResourceHandle);
  Event->Recorded = now();
  return Success;
}
CUDA_PER_THREAD(cudaEventRecord, _ptsz)
CUDA_ENTRY(cudaEventRecordWithFlags)(Handle *Event, Handle *Stream, unsigned) {
  return standin_cudaEventRecord(Event, Stream);
}
CUDA_PER_THREAD(cudaEventRecordWithFlags, _ptsz)
CUDA_ENTRY(cudaEventSynchronize)(Handle *Event) { return done(Event ? Success : InvalidResourceHandle); }
CUDA_ENTRY(cudaEventQuery)(Handle *Event) { return done(Event ? Success : InvalidResourceHandle); }
CUDA_ENTRY(cudaEventElapsedTime)(float *Milliseconds, Handle *From, Handle *To) {
  if (!Milliseconds || !From || !To || From->Device != To->Device || From->Recorded < 0 || To->Recorded < 0)
    return done(InvalidResourceHandle);
  *Milliseconds = static_cast<float>(To->Recorded - From->Recorded);
  return Success;
}
CUDA_ENTRY(cudaEventElapsedTime_v2)(float *Milliseconds, Handle *From, Handle *To) {
  return standin_cudaEventElapsedTime(Milliseconds, From, To);
}
