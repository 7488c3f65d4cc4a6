// Loops over as many accelerators as there are run on machines that have one.
// REQUIRES: torch
// RUN: not %device_tidy check --isolated --select device-unguarded-accelerator %s -- %torch_flags | FileCheck %s --implicit-check-not='{{warning|note}}:'
#include <ATen/Context.h>
#include <c10/util/irange.h>
#include <numeric>
#include <ranges>
#include <torch/torch.h>

torch::Tensor on(int index) { return torch::ones({4}).to(torch::Device(torch::kCUDA, 0)); }
// CHECK: :[[@LINE-1]]:55: warning: 'to' needs an accelerator and fails on a machine without one [device-unguarded-accelerator]
// CHECK: :[[@LINE-2]]:58: note: cuda:0 named here

void up_to_ok() {
  for (size_t i = 0; i < torch::cuda::device_count(); ++i)
    torch::ones({4}, torch::Device(torch::kCUDA, i));
}
void up_to_bad(size_t count) {
  for (size_t i = 0; i < count; ++i)
    torch::ones({4}, torch::Device(torch::kCUDA, i));
  // CHECK: :[[@LINE-1]]:5: warning: 'ones' needs an accelerator
  // CHECK: :[[@LINE-2]]:22: note: cuda named here
}

void up_to_variable_ok() {
  const int count = static_cast<int>(torch::cuda::device_count());
  for (int i = 0; i != count; i++)
    torch::ones({4}, torch::Device(torch::kCUDA, i));
}

void from_one_ok() {
  for (int i = 1; i <= (int)torch::cuda::device_count(); i += 1)
    torch::ones({4}, torch::Device(torch::kCUDA, i - 1));
}
void from_minus_one_bad() {
  for (int i = -1; i < (int)torch::cuda::device_count(); ++i)
    torch::ones({4}, torch::Device(torch::kCUDA, i + 1));
  // CHECK: :[[@LINE-1]]:5: warning: 'ones' needs an accelerator
  // CHECK: :[[@LINE-2]]:22: note: cuda named here
}

void while_ok() {
  int count = torch::cuda::device_count();
  int i = 0;
  while (i < count) {
    torch::ones({4}, torch::Device(torch::kCUDA, i));
    ++i;
  }
}
void while_counted_down_from_a_number_bad() {
  int count = torch::cuda::device_count();
  int i = 0;
  while (i < count) {
    torch::ones({4}, torch::Device(torch::kCUDA, 0));
    // CHECK: :[[@LINE-1]]:5: warning: 'ones' needs an accelerator
    // CHECK: :[[@LINE-2]]:22: note: cuda:0 named here
    --i;
  }
}

void down_ok() {
  for (int i = static_cast<int>(torch::cuda::device_count()) - 1; i >= 0; --i)
    torch::ones({4}, torch::Device(torch::kCUDA, i));
}
void down_past_the_first_bad() {
  for (int i = static_cast<int>(torch::cuda::device_count()) - 1; i >= -1; --i)
    torch::ones({4}, torch::Device(torch::kCUDA, 0));
  // CHECK: :[[@LINE-1]]:5: warning: 'ones' needs an accelerator
  // CHECK: :[[@LINE-2]]:22: note: cuda:0 named here
}

void down_to_nothing_ok() {
  int left = torch::cuda::device_count();
  while (left--)
    torch::ones({4}, torch::Device(torch::kCUDA, left));
}

void as_many_as_ok() {
  if (torch::cuda::device_count() == 2)
    torch::ones({4}, torch::kCUDA);
}
void not_as_many_as_bad() {
  if (torch::cuda::device_count() != 2)
    torch::ones({4}, torch::kCUDA);
  // CHECK: :[[@LINE-1]]:5: warning: 'ones' needs an accelerator
}

void do_while_bad() {
  size_t i = 0;
  do {
    torch::ones({4}, torch::Device(torch::kCUDA, i));
    // CHECK: :[[@LINE-1]]:5: warning: 'ones' needs an accelerator
    // CHECK: :[[@LINE-2]]:22: note: cuda named here
  } while (++i < torch::cuda::device_count());
}

void early_exit_ok() {
  int count = torch::cuda::device_count();
  for (int i = 0;; ++i) {
    if (i >= count)
      break;
    torch::ones({4}, torch::Device(torch::kCUDA, i));
  }
}

void at_most_ok(int n) {
  for (int i = 0; i < std::min(n, (int)torch::cuda::device_count()); ++i)
    torch::ones({4}, torch::Device(torch::kCUDA, i));
}
void at_least_one_bad() {
  for (int i = 0; i < std::max(1, (int)torch::cuda::device_count()); ++i)
    torch::ones({4}, torch::Device(torch::kCUDA, i));
  // CHECK: :[[@LINE-1]]:5: warning: 'ones' needs an accelerator
  // CHECK: :[[@LINE-2]]:22: note: cuda named here
}

// What gives the numbers one by one.
void ranges_ok() {
  for (const auto i : c10::irange(torch::cuda::device_count()))
    torch::ones({4}, torch::Device(torch::kCUDA, i));
  for (const auto i : c10::irange(1, (int)torch::cuda::device_count()))
    torch::ones({4}, torch::Device(torch::kCUDA, i));
  for (int i : std::views::iota(0, (int)torch::cuda::device_count()))
    torch::ones({4}, torch::Device(torch::kCUDA, i));
}
void range_bad(size_t count) {
  for (const auto i : c10::irange(count))
    torch::ones({4}, torch::Device(torch::kCUDA, i));
  // CHECK: :[[@LINE-1]]:5: warning: 'ones' needs an accelerator
  // CHECK: :[[@LINE-2]]:22: note: cuda named here
}
void range_from_minus_one_bad() {
  for (const auto i : c10::irange(-1, (int)torch::cuda::device_count()))
    torch::ones({4}, torch::Device(torch::kCUDA, i + 1));
  // CHECK: :[[@LINE-1]]:5: warning: 'ones' needs an accelerator
  // CHECK: :[[@LINE-2]]:22: note: cuda named here
}
void iota_from_the_count_bad() {
  for (int i : std::views::iota((int)torch::cuda::device_count()))
    torch::ones({4}, torch::Device(torch::kCUDA, i));
  // CHECK: :[[@LINE-1]]:5: warning: 'ones' needs an accelerator
  // CHECK: :[[@LINE-2]]:22: note: cuda named here
}

// So many elements as there are accelerators.
void numbers_ok() {
  std::vector<int> ids(torch::cuda::device_count());
  std::iota(ids.begin(), ids.end(), 0);
  for (int id : ids)
    torch::ones({4}, torch::Device(torch::kCUDA, id));
}
void numbers_bad(size_t count) {
  std::vector<int> ids(count);
  std::iota(ids.begin(), ids.end(), 0);
  for (int id : ids)
    torch::ones({4}, torch::Device(torch::kCUDA, id));
  // CHECK: :[[@LINE-1]]:5: warning: 'ones' needs an accelerator
  // CHECK: :[[@LINE-2]]:22: note: cuda named here
}

void listed_ok(torch::Tensor x) {
  std::vector<torch::Device> devices;
  for (size_t i = 0; i < torch::cuda::device_count(); ++i)
    devices.push_back(torch::Device(torch::kCUDA, i));
  for (auto device : devices)
    x = x.to(device);
  if (!devices.empty())
    x = x.to(devices[0]);
  if (devices.size() > 0)
    x = x.to(devices[0]);
  for (size_t i = 0; i < devices.size(); ++i)
    x = x.to(devices[i]);
}
void listed_bad(torch::Tensor x, size_t count) {
  std::vector<torch::Device> devices;
  for (size_t i = 0; i < count; ++i)
    devices.push_back(torch::Device(torch::kCUDA, i));
  if (!devices.empty())
    x = x.to(devices[0]);
  // CHECK: :[[@LINE-1]]:11: warning: 'to' needs an accelerator
  // CHECK: :[[@LINE-4]]:23: note: cuda:0 named here
}

// The context knows whether there is one.
void context_ok() {
  if (at::globalContext().hasCUDA())
    torch::ones({4}, torch::Device(torch::kCUDA, 0));
}
void context_bad() {
  if (at::globalContext().hasMKL())
    torch::ones({4}, torch::Device(torch::kCUDA, 0));
  // CHECK: :[[@LINE-1]]:5: warning: 'ones' needs an accelerator
  // CHECK: :[[@LINE-2]]:22: note: cuda:0 named here
}

// A member that the constructor counts.
struct Pool {
  int count = torch::cuda::device_count();
  int other = 2;
  void ok() {
    for (int i = 0; i < count; ++i)
      torch::ones({4}, torch::Device(torch::kCUDA, i));
  }
  void bad() {
    for (int i = 0; i < other; ++i)
      torch::ones({4}, torch::Device(torch::kCUDA, i));
    // CHECK: :[[@LINE-1]]:7: warning: 'ones' needs an accelerator
    // CHECK: :[[@LINE-2]]:24: note: cuda named here
  }
};
void pool() {
  Pool p;
  p.ok();
  p.bad();
}

// Both ways of a question for several accelerators are there with none.
void behind_the_question_bad(torch::Tensor x) {
  if (torch::cuda::device_count() > 1)
    x = x + 1;
  x = x.cuda();
  // CHECK: :[[@LINE-1]]:9: warning: 'cuda' needs an accelerator
}
void inside_the_question_ok(torch::Tensor x) {
  if (torch::cuda::device_count() > 1)
    x = x.cuda();
}
