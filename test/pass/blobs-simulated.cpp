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

// Where a tensor's memory is another one since the tensor was made.
static void inside(const torch::Tensor &grown) {
  auto x = torch::from_blob(grown.data_ptr<float>() + 1, {4}, grown.options());
}
static torch::Tensor none() { return torch::empty({0}, torch::kCUDA); }

static void resized_ok() {
  auto a = none(), b = none(), c = torch::ones({4}, torch::kCUDA), d = torch::ones({4096}, torch::kCUDA);
  inside(a.resize_({64}));
  inside(b.resize_as_(d));
  inside(c.resize_({4096}));
  inside(c.resize_({8192}));
  inside(c.resize_({8}));
}
static void out_ok() {
  auto a = torch::ones({64}, torch::kCUDA), sum = none(), both = none(),
       places = torch::empty({0}, a.options().dtype(torch::kLong));
  inside(torch::add_out(sum, a, a));
  inside(torch::cat_out(both, {a, a}));
  torch::nonzero_out(places, a);
  auto x = torch::from_blob(places.data_ptr<int64_t>(), {64}, places.options());
}
static void set_ok() {
  auto a = none(), b = none(), big = torch::ones({4096}, torch::kCUDA), view = big.slice(0, 64, 128);
  a.set_(big);
  big = torch::Tensor();
  inside(a);
  b.set_(view.storage());
  inside(b);
  b.set_(none().resize_({64}));
  a = torch::Tensor();
  inside(view);
  inside(b);
}
static void storage_ok() {
  auto a = none(), b = torch::ones({4096}, torch::kCUDA);
  a.resize_({64});
  auto other = a.storage().set_data_ptr(b.storage().set_data_ptr({}));
  b.storage().set_data_ptr_noswap(std::move(other));
  inside(a);
  inside(b);
}
static void data_ok() {
  auto a = none();
  a.set_data(torch::ones({64}, torch::kCUDA));
  inside(a);
  a.resize_({4096});
  inside(a);
}
// What the device had before is the host's again.
static void resized_bad() {
  auto grown = torch::ones({64}, torch::kCUDA).resize_({4096});
  auto x = torch::from_blob(grown.data_ptr<float>(), {64});
}
// CHECK: blobs-simulated.cpp:[[#@LINE-2]]:12: warning: 'from_blob' makes a tensor on cpu of its data, whose memory is on cuda:0 [device-wrong-blob-device]
static void given_back_ok() {
  for (int I = 0; I != 50; ++I) {
    auto a = torch::ones({1024}, torch::kCUDA);
    a.resize_({1 << 16});
    std::vector<float> Values(1024);
    torch::from_blob(Values.data(), {1024}).sum();
  }
}

int main(int, char **Arguments) {
  if (std::strcmp(Arguments[1], "bad") == 0) {
    host_bad();
    device_bad();
    resized_bad();
  } else if (std::strcmp(Arguments[1], "ok") == 0) {
    host_ok();
    device_ok();
    freed_ok();
    resized_ok();
    out_ok();
    set_ok();
    storage_ok();
    data_ok();
    given_back_ok();
  } else {
    torch::from_blob(Host.data(), {2, 3}).sum();
  }
  std::puts("done");
}
