// Memory becomes a tensor in a program without CUDA's functions: the simulated devices know which is theirs.
//
// REQUIRES: torch, instrument
// RUN: %instrument %s -o %t
// RUN: %device_tidy run --devices 2 -- %t bad 2>&1 | grep -v '^    in ' | FileCheck %s
// RUN: %device_tidy run --devices 2 -- %t ok 2>&1 | FileCheck %s --check-prefix=OK --implicit-check-not=warning:
// RUN: env DEVICE_TIDY_OPTIONS=action=report %t host 2>&1 | FileCheck %s --check-prefix=OK --implicit-check-not=warning:
// OK: done
#include <cstdio>
#include <cstring>
#include <torch/torch.h>

static std::vector<float> Host(6, 1.0f);

static void host_bad() {
  auto x = torch::from_blob(Host.data(), {2, 3}, torch::kCUDA);
}
// CHECK: blobs-simulated.cpp:[[#@LINE-2]]:12: warning: 'from_blob' makes a tensor on cuda:0 of its data, whose memory is on cpu [device-wrong-blob-device]
static void host_ok() {
  auto x = torch::from_blob(Host.data(), {2, 3}).to(torch::kCUDA);
}

static void device_bad() {
  auto made = torch::ones({6}, torch::kCUDA);
  auto x = torch::from_blob(made.data_ptr<float>() + 3, {3});
}
// CHECK: blobs-simulated.cpp:[[#@LINE-2]]:12: warning: 'from_blob' makes a tensor on cpu of its data, whose memory is on cuda:0 [device-wrong-blob-device]
static void device_ok() {
  auto made = torch::ones({6}, torch::kCUDA);
  auto x = torch::from_blob(made.data_ptr<float>() + 3, {3}, made.options());
}

// Memory that a device has given back is the host's again.
static void freed_ok() {
  for (int I = 0; I != 50; ++I) {
    torch::ones({1024}, torch::kCUDA);
    std::vector<float> Values(1024);
    torch::from_blob(Values.data(), {1024}).sum();
  }
}

int main(int, char **Arguments) {
  if (std::strcmp(Arguments[1], "bad") == 0) {
    host_bad();
    device_bad();
  } else if (std::strcmp(Arguments[1], "ok") == 0) {
    host_ok();
    device_ok();
    freed_ok();
  } else {
    torch::from_blob(Host.data(), {2, 3}).sum();
  }
  std::puts("done");
}
