// What is about to fail is reported before PyTorch raises its error, in the words of the analyzer: the operation's
// position, the operands' names and devices, and where each was placed. The repaired twin of each is silent.
//
// REQUIRES: torch, instrument
// RUN: %instrument %s -o %t
// RUN: %device_tidy run --devices 2 -- %t bad > %t.out 2> %t.err
// RUN: grep -v '^    in ' %t.err | sed 's|%S/||' > %t.reports && FileCheck %s < %t.reports
// RUN: FileCheck %s --check-prefix=RAISED < %t.out
// RUN: %device_tidy run --devices 2 -- %t ok 2>&1 | FileCheck %s --check-prefix=OK --implicit-check-not=device-tidy
// RUN: env DEVICE_TIDY_OPTIONS=max_reports=2 %device_tidy run --devices 2 -- %t bad 2>&1 | FileCheck %s --check-prefix=STORM --implicit-check-not=warning:
// STORM-COUNT-2: warning:
// STORM: device-tidy: summary: 11 distinct, 11 total; 9 beyond max_reports were not written
// OK-COUNT-10: no error
//
// The analyzer says the same where it sees the same: not of a temporary, whose text a run does not know, and where it has
// reported the cause instead (device-unregistered-state).
// RUN: not %device_tidy check -q --output-format full %s -- %torch_flags | sed 's|%S/||' > %t.static
// RUN: %python %S/Inputs/compare.py %t.static %t.reports | FileCheck %s --check-prefix=SAME

// SAME: 11 headlines, 9 of them the analyzer's, 1 in other words, 1 where it finds nothing
#include <cstdio>
#include <cstring>
#include <torch/torch.h>

static void adds_bad() {
  auto w = torch::ones({2, 2}, torch::Device(torch::kCUDA, 0));
  auto b = torch::ones({2, 2});
  auto sum = w + b;
}
// CHECK: reports.cpp:[[#@LINE-2]]:16: warning: operands of '+' are on different devices: 'w' on cuda:0, 'b' on cpu [device-mixed-operands]
// CHECK-NEXT: reports.cpp:[[#@LINE-5]]:12: note: 'w' created on cuda:0 here
// CHECK-NEXT: reports.cpp:[[#@LINE-5]]:12: note: 'b' created on cpu here, the default device
// RAISED: adds: Expected all tensors to be on the same device
static void adds_ok() {
  auto w = torch::ones({2, 2}, torch::Device(torch::kCUDA, 0));
  auto b = torch::ones({2, 2}, torch::Device(torch::kCUDA, 0));
  auto sum = w + b;
}

static void calls_bad() {
  torch::nn::Linear l(4, 4);
  l->to(torch::Device(torch::kCUDA, 0));
  auto x = torch::randn({2, 4});
  l(x);
}
// CHECK-NEXT: reports.cpp:[[#@LINE-2]]:3: warning: operands of 'Linear' are on different devices: 'l' on cuda:0, 'x' on cpu [device-mixed-operands]
// CHECK-NEXT: reports.cpp:[[#@LINE-5]]:6: note: 'l' moved to cuda:0 here
// CHECK-NEXT: reports.cpp:[[#@LINE-5]]:12: note: 'x' created on cpu here, the default device
// RAISED-NEXT: calls: Expected all tensors
static void calls_ok() {
  torch::nn::Linear l(4, 4);
  l->to(torch::Device(torch::kCUDA, 0));
  auto x = torch::randn({2, 4}, torch::Device(torch::kCUDA, 0));
  l(x);
}

// What a module computes is where the module is.
static void loses_bad() {
  torch::nn::Linear l(4, 4);
  l->to(torch::Device(torch::kCUDA, 0));
  auto out = l(torch::randn({2, 4}).to(torch::Device(torch::kCUDA, 0)));
  auto target = torch::zeros({2, 4});
  torch::mse_loss(out, target);
}
// CHECK-NEXT: reports.cpp:[[#@LINE-2]]:3: warning: operands of 'mse_loss' are on different devices: 'out' on cuda:0, 'target' on cpu [device-mixed-operands]
// CHECK-NEXT: reports.cpp:[[#@LINE-6]]:6: note: 'l' moved to cuda:0 here
// CHECK-NEXT: reports.cpp:[[#@LINE-5]]:17: note: 'target' created on cpu here, the default device
// RAISED-NEXT: loses: Expected all tensors
static void loses_ok() {
  torch::nn::Linear l(4, 4);
  l->to(torch::Device(torch::kCUDA, 0));
  auto out = l(torch::randn({2, 4}).to(torch::Device(torch::kCUDA, 0)));
  auto target = torch::zeros({2, 4}, out.device());
  torch::mse_loss(out, target);
}

// The elements of a list are called by the variables that they are.
static void joins_bad() {
  auto left = torch::ones({2}, torch::Device(torch::kCUDA, 0));
  auto right = torch::ones({2}, torch::Device(torch::kCUDA, 1));
  torch::cat({left, right});
}
// CHECK-NEXT: reports.cpp:[[#@LINE-2]]:3: warning: operands of 'cat' are on different devices: 'left' on cuda:0, 'right' on cuda:1 [device-mixed-operands]
// CHECK-NEXT: reports.cpp:[[#@LINE-5]]:15: note: 'left' created on cuda:0 here
// CHECK-NEXT: reports.cpp:[[#@LINE-5]]:16: note: 'right' created on cuda:1 here
// RAISED-NEXT: joins: Expected all tensors
static void joins_ok() {
  auto left = torch::ones({2}, torch::Device(torch::kCUDA, 0));
  auto right = torch::ones({2}, torch::Device(torch::kCUDA, 0));
  torch::cat({left, right});
}

static void indexes_bad() {
  auto table = torch::arange(4);
  auto rows = torch::zeros({1}, torch::kLong).to(torch::Device(torch::kCUDA, 0));
  table.index({rows});
}
// CHECK-NEXT: reports.cpp:[[#@LINE-2]]:9: warning: index is on another device than the tensor that it indexes: 'table' on cpu, 'rows' on cuda:0 [device-index-mismatch]
// CHECK-NEXT: reports.cpp:[[#@LINE-5]]:16: note: 'table' created on cpu here, the default device
// CHECK-NEXT: reports.cpp:[[#@LINE-5]]:47: note: 'rows' moved to cuda:0 here
// RAISED-NEXT: indexes: indices should be either on cpu
static void indexes_ok() {
  auto table = torch::arange(4).to(torch::Device(torch::kCUDA, 0));
  auto rows = torch::zeros({1}, torch::kLong); // a CPU index into a CUDA tensor is legal
  table.index({rows});
}

// Nothing raises here: on a GPU the process ends.
static void reads_bad() {
  auto x = torch::ones({2}, torch::Device(torch::kCUDA, 0));
  std::printf("%g ", x.accessor<float, 1>()[0]);
}
// CHECK-NEXT: reports.cpp:[[#@LINE-2]]:24: warning: 'accessor' reads memory of 'x' on the host, but 'x' is on cuda:0 [device-host-access]
// CHECK-NEXT: reports.cpp:[[#@LINE-4]]:12: note: 'x' created on cuda:0 here
// RAISED-NEXT: reads: no error
static void reads_ok() {
  auto x = torch::ones({2}, torch::Device(torch::kCUDA, 0)).cpu();
  std::printf("%g ", x.accessor<float, 1>()[0]);
}

static void draws_bad() {
  auto x = torch::ones({2}, torch::Device(torch::kCUDA, 0));
  auto generator = at::detail::createCPUGenerator();
  x.normal_(0, 1, generator);
}
// CHECK-NEXT: reports.cpp:[[#@LINE-2]]:5: warning: 'normal_' draws from a generator on another device: 'generator' on cpu, the result on cuda:0 [device-generator-mismatch]
// CHECK-NEXT: reports.cpp:[[#@LINE-5]]:12: note: 'x' created on cuda:0 here
// RAISED-NEXT: draws: Expected a 'cuda' device type for generator but found 'cpu'
static void draws_ok() {
  auto x = torch::ones({2});
  auto generator = at::detail::createCPUGenerator();
  x.normal_(0, 1, generator);
}

// An operator without tensors: the device that it is asked for.
static void makes_bad() {
  auto generator = at::detail::createCPUGenerator();
  torch::randn({2}, generator, torch::Device(torch::kCUDA, 0));
}
// CHECK-NEXT: reports.cpp:[[#@LINE-2]]:3: warning: 'randn' draws from a generator on another device: 'generator' on cpu, the result on cuda:0 [device-generator-mismatch]
// RAISED-NEXT: makes: Expected a 'cuda' device type for generator but found 'cpu'
static void makes_ok() {
  auto generator = at::detail::createCPUGenerator();
  torch::randn({2}, generator);
}

// A tensor that to() does not reach, in the forward function of a module.
struct Net : torch::nn::Module {
  torch::nn::Linear first{nullptr};
  torch::Tensor scale;
  explicit Net(bool Registered) {
    first = register_module("first", torch::nn::Linear(4, 4));
    scale = torch::ones({4});
    if (Registered)
      scale = register_buffer("scale", scale);
  }
  torch::Tensor forward(torch::Tensor x) {
    x = first(x);
    return x * scale;
  }
};
static void forwards_bad() {
  Net net(/*Registered=*/false);
  net.to(torch::Device(torch::kCUDA, 0));
  net.forward(torch::randn({2, 4}, torch::Device(torch::kCUDA, 0)));
}
// CHECK-NEXT: reports.cpp:[[#@LINE-8]]:14: warning: operands of '*' are on different devices: 'x' on cuda:0, 'scale' on cpu [device-mixed-operands]
// CHECK-NEXT: reports.cpp:[[#@LINE-4]]:7: note: 'net' moved to cuda:0 here
// CHECK-NEXT: reports.cpp:[[#@LINE-16]]:13: note: 'scale' created on cpu here, the default device
// RAISED-NEXT: forwards: Expected all tensors
static void forwards_ok() {
  Net net(/*Registered=*/true);
  net.to(torch::Device(torch::kCUDA, 0));
  net.forward(torch::randn({2, 4}, torch::Device(torch::kCUDA, 0)));
}

// The parts of a container are called by code of LibTorch's headers: the place is the container's call.
static void runs_bad() {
  torch::nn::Sequential s(torch::nn::Linear(4, 4), torch::nn::ReLU(), torch::nn::Linear(4, 4));
  s->to(torch::Device(torch::kCUDA, 0));
  auto x = torch::randn({2, 4});
  s->forward(x);
}
// CHECK-NEXT: reports.cpp:[[#@LINE-2]]:6: warning: operands of 'Sequential' are on different devices: 's' on cuda:0, 'x' on cpu [device-mixed-operands]
// CHECK-NEXT: reports.cpp:[[#@LINE-5]]:6: note: 's' moved to cuda:0 here
// CHECK-NEXT: reports.cpp:[[#@LINE-5]]:12: note: 'x' created on cpu here, the default device
// RAISED-NEXT: runs: Expected all tensors
static void runs_ok() {
  torch::nn::Sequential s(torch::nn::Linear(4, 4), torch::nn::ReLU(), torch::nn::Linear(4, 4));
  s->to(torch::Device(torch::kCUDA, 0));
  auto x = torch::randn({2, 4}, torch::Device(torch::kCUDA, 0));
  s->forward(x);
}

// A tensor of the size of a scalar meets any device, where PyTorch lets it.
static void scales_bad() {
  auto x = torch::ones({2}, torch::Device(torch::kCUDA, 0));
  auto total = torch::zeros({});
  total += x.sum();
}
// CHECK-NEXT: reports.cpp:[[#@LINE-2]]:9: warning: operands of '+=' are on different devices: 'total' on cpu, the second operand on cuda:0 [device-mixed-operands]
// CHECK-NEXT: reports.cpp:[[#@LINE-4]]:16: note: 'total' created on cpu here, the default device
// CHECK-NEXT: reports.cpp:[[#@LINE-6]]:12: note: 'x' created on cuda:0 here
// RAISED-NEXT: scales: Expected all tensors
static void scales_ok() {
  auto x = torch::ones({2}, torch::Device(torch::kCUDA, 0));
  auto total = torch::zeros({});
  x += total;
}

// CHECK-NEXT: device-tidy: summary: 11 distinct, 11 total

/// Runs one function, and prints PyTorch's own error.
static void attempt(const char *Name, void (*F)()) {
  try {
    F();
    std::printf("%s: no error\n", Name);
  } catch (const c10::Error &E) {
    std::printf("%s: %s\n", Name, E.what_without_backtrace());
  }
}

#define ATTEMPT(NAME) attempt(#NAME, Bad ? NAME##_bad : NAME##_ok)

int main(int, char **Arguments) {
  bool Bad = std::strcmp(Arguments[1], "bad") == 0;
  ATTEMPT(adds);
  ATTEMPT(calls);
  ATTEMPT(loses);
  ATTEMPT(joins);
  ATTEMPT(indexes);
  ATTEMPT(reads);
  ATTEMPT(draws);
  ATTEMPT(makes);
  ATTEMPT(forwards);
  ATTEMPT(runs);
  ATTEMPT(scales);
}
