// A simulated device has the memory that it says it has, for LibTorch and for the CUDA runtime.
//
// REQUIRES: torch, instrument
// RUN: %not_instrumented %s -ldl -o %t
// RUN: %device_tidy run --devices 1 --device-memory 64MiB -- %t 2>&1 | FileCheck %s
// CHECK: fits
// CHECK-NEXT: CUDA out of memory. Tried to allocate 65.00 MiB. GPU 0 has a total capacity of 64.00 MiB of which 64.00 MiB is free.
// CHECK-NEXT: cudaMalloc 64: 0, 65: 2, total 64
//
// RUN: %device_tidy run --devices 1 -- %t 2>&1 | FileCheck %s --check-prefix=DEFAULT
// DEFAULT: fits
// DEFAULT-NEXT: cudaMalloc 64: 0, 65: 0, total 16384
//
// DEFINE: %{status} = sh %S/../driver/Inputs/status.sh %device_tidy run
// RUN: %{status} --device-memory 0 -- true 2>&1 | FileCheck %s --check-prefix=RANGE
// RUN: %{status} --device-memory -1GiB -- true 2>&1 | FileCheck %s --check-prefix=RANGE
// RUN: %{status} --device-memory 100KiB -- true 2>&1 | FileCheck %s --check-prefix=RANGE
// RUN: %{status} --device-memory 513GiB -- true 2>&1 | FileCheck %s --check-prefix=RANGE
// RUN: %{status} --device-memory 99999999999999999999 -- true 2>&1 | FileCheck %s --check-prefix=RANGE
// RUN: %{status} --device-memory 16XiB -- true 2>&1 | FileCheck %s --check-prefix=RANGE
// RUN: %{status} --device-memory '' -- true 2>&1 | FileCheck %s --check-prefix=RANGE
// RANGE: device-tidy: error: --device-memory is a size from 1MiB to 512GiB
// RANGE-NEXT: status 2
// RUN: %{status} -- env DEVICE_TIDY_DEVICE_MEMORY=16GiB %t 2>&1 | FileCheck %s --check-prefix=VARIABLE
// VARIABLE: device-tidy: error: DEVICE_TIDY_DEVICE_MEMORY is a number of bytes from 1048576 to 549755813888, not 16GiB
// VARIABLE-NEXT: status 2
// RUN: %{status} --device-memory 2G -- sh -c 'echo $DEVICE_TIDY_DEVICE_MEMORY' 2>&1 | FileCheck %s --check-prefix=SIZE
// SIZE: 2147483648
#include <cstdio>
#include <dlfcn.h>
#include <torch/torch.h>

static int allocate(size_t Bytes) {
  void *Memory = nullptr;
  auto *Malloc = reinterpret_cast<int (*)(void **, size_t)>(dlsym(RTLD_DEFAULT, "cudaMalloc"));
  auto *Free = reinterpret_cast<int (*)(void *)>(dlsym(RTLD_DEFAULT, "cudaFree"));
  const int Status = Malloc(&Memory, Bytes);
  Free(Memory);
  return Status;
}

int main() {
  auto Bytes = torch::TensorOptions(torch::kUInt8).device(torch::kCUDA);
  torch::empty({64 << 20}, Bytes);
  std::puts("fits");
  try {
    torch::empty({65 << 20}, Bytes);
  } catch (const c10::OutOfMemoryError &E) {
    std::puts(E.what_without_backtrace());
  }
  size_t Free, Total;
  reinterpret_cast<int (*)(size_t *, size_t *)>(dlsym(RTLD_DEFAULT, "cudaMemGetInfo"))(&Free, &Total);
  std::printf("cudaMalloc 64: %d, ", allocate(64 << 20));
  std::printf("65: %d, total %zu\n", allocate(65 << 20), Total >> 20);
}
