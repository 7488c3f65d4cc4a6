// PyTorch's caching allocator hands out blocks of segments that it has from cudaMalloc, and tells its profiler of each. A
// block that has been freed is freed memory, whatever its segment is. Here the program does what libc10_cuda.so does.
//
// REQUIRES: torch, instrument
// RUN: %not_instrumented %s -o %t
// RUN: %device_tidy run --devices 1 -- %t bad 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: %device_tidy run --devices 1 -- %t ok 2>&1 | FileCheck %s --check-prefix=OK --implicit-check-not=warning:
// OK: profiler heard 1536 -1536 512
//
// A block that is freed while another stream still writes it, without record_stream: PyTorch does not say which stream a
// block belongs to, and may have waited.
// RUN: %device_tidy run --devices 1 -- %t FN_unrecorded 2>&1 | FileCheck %s --check-prefix=FN --implicit-check-not=warning:
// FN: handed out again
#include <c10/core/Allocator.h>
#include <c10/util/ThreadLocalDebugInfo.h>
#include <cstdio>
#include <cstring>
#include <dlfcn.h>

template <typename F> static F *cuda(const char *Name) { return reinterpret_cast<F *>(dlsym(RTLD_DEFAULT, Name)); }

static int copyTo(void *To) {
  static char Host[512];
  return cuda<int(void *, const void *, size_t, int)>("cudaMemcpy")(To, Host, sizeof Host, /*HostToDevice*/ 1);
}
static int fill(void *To) { return cuda<int(void *, int, size_t)>("cudaMemset")(To, 0, 16); }

static void report(void *Block, int64_t Size) {
  c10::reportMemoryUsageToProfiler(Block, Size, 0, 0, c10::Device(c10::kCUDA, 0));
}
static void allocateBlock(char *Block, int64_t Size) { report(Block, Size); }
static void freeBlock(char *Block, int64_t Size) { report(Block, -Size); }

/// What LibTorch does with the reports goes on.
struct Listener final : c10::MemoryReportingInfoBase {
  std::string Heard;
  void reportMemoryUsage(void *, int64_t Size, size_t, size_t, c10::Device) override {
    Heard += " " + std::to_string(Size);
  }
  bool memoryProfilingEnabled() const override { return true; }
};

static int usesUnrecorded() {
  char *Segment = nullptr;
  void *Stream = nullptr;
  cuda<int(char **, size_t)>("cudaMalloc")(&Segment, 2 << 20);
  cuda<int(void **, unsigned)>("cudaStreamCreateWithFlags")(&Stream, /*cudaStreamNonBlocking*/ 1);
  allocateBlock(Segment, 512);
  cuda<int(void *, int, size_t, void *)>("cudaMemsetAsync")(Segment, 0, 512, Stream);
  freeBlock(Segment, 512);
  allocateBlock(Segment, 512);
  fill(Segment);
  return std::puts("handed out again");
}

int main(int, char **Arguments) {
  if (std::strcmp(Arguments[1], "FN_unrecorded") == 0)
    return usesUnrecorded() < 0;
  const bool IsBad = std::strcmp(Arguments[1], "bad") == 0;
  char *Segment = nullptr;
  cuda<int(char **, size_t)>("cudaMalloc")(&Segment, 2 << 20);
  auto Profiler = std::make_shared<Listener>();
  c10::DebugInfoGuard Guard(c10::DebugInfoKind::PROFILER_STATE, Profiler);
  char *First = Segment + 512;
  allocateBlock(First, 1536);
  copyTo(First + 1024);
  freeBlock(First, 1536);
  if (IsBad) {
    copyTo(First + 16);
    fill(First + 1520);
  }
  // The addresses live again, those of the first 512 bytes.
  allocateBlock(First, 512);
  copyTo(First);
  if (IsBad)
    fill(First + 512);
  // What was never a block is the segment's.
  fill(Segment + (1 << 20));
  std::printf("profiler heard%s\n", Profiler->Heard.c_str());
  // A segment that is freed, and another one at the same address.
  cuda<int(void *)>("cudaFree")(Segment);
  if (IsBad)
    copyTo(First);
  char *Next = nullptr;
  cuda<int(char **, size_t)>("cudaMalloc")(&Next, 2 << 20);
  copyTo(Next + 512);
  fill(Next + 1024);
}
// BAD: cached-blocks.cpp:{{[0-9]+}}: warning: 'cudaMemcpy' is given destination, whose memory on cuda:0 has been freed [device-use-after-free]
// BAD: in main {{.*}}cached-blocks.cpp:{{[0-9]+}}
// BAD: cached-blocks.cpp:{{[0-9]+}}: note: destination allocated on cuda:0 by 'PyTorch' here
// BAD: in main {{.*}}cached-blocks.cpp:{{[0-9]+}}
// BAD: cached-blocks.cpp:{{[0-9]+}}: note: destination freed here
// BAD: in main {{.*}}cached-blocks.cpp:{{[0-9]+}}
// BAD: cached-blocks.cpp:{{[0-9]+}}: warning: 'cudaMemset' is given destination, whose memory on cuda:0 has been freed
// BAD-DAG: profiler heard
// BAD-DAG: device-tidy: summary: 2 distinct, 4 total
