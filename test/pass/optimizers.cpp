// The state of an optimizer stays where its parameters were: a step that meets both is reported before it raises.
//
// REQUIRES: torch, instrument
// RUN: %instrument %s -o %t
// RUN: %device_tidy run --devices 2 -- %t bad > %t.out 2> %t.err
// RUN: grep -v '^    in ' %t.err | sed 's|%S/||' | FileCheck %s
// RUN: FileCheck %s --check-prefix=RAISED < %t.out
//
// What is told of a tensor does not hang on what stood at its address before.
// RUN: env GLIBC_TUNABLES=glibc.malloc.tcache_count=1 %device_tidy run --devices 2 -- %t bad 2> %t.heap > %t.out
// RUN: grep -v '^    in ' %t.heap | sed 's|%S/||' | FileCheck %s
//
// RUN: %device_tidy run --devices 2 -- %t ok 2>&1 | FileCheck %s --check-prefix=OK --implicit-check-not=device-tidy
// OK-COUNT-8: no error
#include <cstdio>
#include <cstring>
#include <torch/torch.h>

static const torch::Device Gpu(torch::kCUDA, 0);

template <class Optimizer> static void backward(torch::nn::Linear &model, Optimizer &) {
  model->zero_grad();
  model(torch::ones({2, 4}, model->weight.device())).sum().backward();
}

static void momentum_bad() {
  torch::nn::Linear model(4, 4);
  torch::optim::SGD optimizer(model->parameters(), torch::optim::SGDOptions(0.1).momentum(0.9));
  backward(model, optimizer);
  optimizer.step();
  model->to(Gpu);
  backward(model, optimizer);
  optimizer.step();
}
// CHECK: optimizers.cpp:[[#@LINE-2]]:13: warning: 'step' updates parameters on cuda:0, but state of 'optimizer' is on cpu [device-optimizer-before-move]
// CHECK-NEXT: optimizers.cpp:[[#@LINE-5]]:10: note: 'model' moved to cuda:0 here
// RAISED: Expected all tensors to be on the same device
static void momentum_ok() {
  torch::nn::Linear model(4, 4);
  model->to(Gpu);
  torch::optim::SGD optimizer(model->parameters(), torch::optim::SGDOptions(0.1).momentum(0.9));
  backward(model, optimizer);
  optimizer.step();
  backward(model, optimizer);
  optimizer.step();
}

// Its state is made with it.
static void adagrad_bad() {
  torch::nn::Linear model(4, 4);
  torch::optim::Adagrad optimizer(model->parameters());
  model->to(Gpu);
  backward(model, optimizer);
  optimizer.step();
}
// CHECK-NEXT: optimizers.cpp:[[#@LINE-2]]:13: warning: 'step' updates parameters on cuda:0, but state of 'optimizer' is on cpu [device-optimizer-before-move]
// CHECK-NEXT: optimizers.cpp:[[#@LINE-5]]:10: note: 'model' moved to cuda:0 here
// CHECK-NEXT: optimizers.cpp:[[#@LINE-7]]:25: note: state of 'optimizer' created on cpu here{{$}}
// RAISED: Expected all tensors to be on the same device
static void adagrad_ok() {
  torch::nn::Linear model(4, 4);
  model->to(Gpu);
  torch::optim::Adagrad optimizer(model->parameters());
  backward(model, optimizer);
  optimizer.step();
}

// Through the base class, as a function that trains with any optimizer has it.
static void train(torch::nn::Linear &model, torch::optim::Optimizer &optimizer) {
  backward(model, optimizer);
  optimizer.step();
}
// CHECK-NEXT: optimizers.cpp:[[#@LINE-2]]:13: warning: 'step' updates parameters on cuda:0, but state of 'optimizer' is on cpu [device-optimizer-before-move]
static void base_bad() {
  torch::nn::Linear model(4, 4);
  std::unique_ptr<torch::optim::Optimizer> optimizer =
      std::make_unique<torch::optim::SGD>(model->parameters(), torch::optim::SGDOptions(0.1).momentum(0.9));
  train(model, *optimizer);
  model->to(Gpu);
  train(model, *optimizer);
}
// CHECK-NEXT: optimizers.cpp:[[#@LINE-3]]:10: note: 'model' moved to cuda:0 here
// RAISED: Expected all tensors to be on the same device
static void base_ok() {
  torch::nn::Linear model(4, 4);
  model->to(Gpu);
  std::unique_ptr<torch::optim::Optimizer> optimizer =
      std::make_unique<torch::optim::SGD>(model->parameters(), torch::optim::SGDOptions(0.1).momentum(0.9));
  train(model, *optimizer);
  train(model, *optimizer);
}

// One that asks for its gradients itself.
static void lbfgs(bool Early) {
  torch::nn::Linear model(4, 4);
  if (!Early)
    model->to(Gpu);
  torch::optim::LBFGS optimizer(model->parameters(), torch::optim::LBFGSOptions(0.1).max_iter(2));
  auto closure = [&] {
    optimizer.zero_grad();
    auto loss = model(torch::ones({2, 4}, model->weight.device())).pow(2).sum();
    loss.backward();
    return loss;
  };
  optimizer.step(closure);
  model->to(Gpu);
  optimizer.step(closure);
}
static void lbfgs_bad() { lbfgs(true); }
static void lbfgs_ok() { lbfgs(false); }
// CHECK-NEXT: optimizers.cpp:[[#@LINE-4]]:13: warning: 'step' updates parameters on cuda:0, but state of 'optimizer' is on cpu [device-optimizer-before-move]
// CHECK-NEXT: optimizers.cpp:[[#@LINE-6]]:10: note: 'model' moved to cuda:0 here
// RAISED: Expected all tensors to be on the same device

static void adam_bad() {
  torch::nn::Linear model(4, 4);
  model->to(Gpu);
  auto trained = torch::optim::Adam(model->parameters());
  backward(model, trained);
  trained.step();
  model->to(torch::kCPU);
  backward(model, trained);
  trained.step();
}
// CHECK-NEXT: optimizers.cpp:[[#@LINE-2]]:11: warning: 'step' updates parameters on cpu, but state of 'trained' is on cuda:0 [device-optimizer-before-move]
// CHECK-NEXT: optimizers.cpp:[[#@LINE-5]]:10: note: 'model' moved to cpu here
// RAISED: Expected all tensors to be on the same device
static void adam_ok() {
  torch::nn::Linear model(4, 4);
  auto trained = torch::optim::Adam(model->parameters());
  model->to(Gpu);
  backward(model, trained);
  trained.step();
  trained.step();
}

// Gradients that the program puts there: mutable_grad takes any tensor.
static void gradient(torch::Device device) {
  torch::nn::Linear model(4, 4);
  model->to(Gpu);
  torch::optim::SGD optimizer(model->parameters(), 0.1);
  auto given = torch::ones({4, 4}, device);
  model->weight.mutable_grad() = given;
  optimizer.step();
}
static void gradient_bad() { gradient(torch::kCPU); }
static void gradient_ok() { gradient(Gpu); }
// CHECK-NEXT: optimizers.cpp:[[#@LINE-4]]:13: warning: operands of 'step' are on different devices: a parameter of 'optimizer' on cuda:0, 'given' on cpu [device-mixed-operands]
// CHECK-NEXT: optimizers.cpp:[[#@LINE-9]]:10: note: 'model' moved to cuda:0 here
// CHECK-NEXT: optimizers.cpp:[[#@LINE-8]]:16: note: 'given' created on cpu here
// RAISED: Expected all tensors to be on the same device

// A class of the program's own with a function at the same place of its table.
struct Walker {
  virtual ~Walker() = default;
  virtual torch::Tensor step(std::function<torch::Tensor()> By) { return By(); }
};
[[clang::noinline]] static torch::Tensor walk(Walker &Who) {
  return Who.step([] { return torch::ones({2}); });
}
static void walker_ok() {
  Walker Who;
  walk(Who);
}

// What has no gradient has no step.
static void frozen_ok() {
  torch::nn::Linear model(4, 4);
  torch::optim::Adagrad optimizer(model->parameters());
  model->to(Gpu);
  optimizer.step();
}

static void run(void (*F)()) {
  try {
    F();
    std::puts("no error");
  } catch (const c10::Error &E) {
    std::puts(E.what_without_backtrace());
  }
}

int main(int, char **Arguments) {
  if (std::strcmp(Arguments[1], "bad") == 0)
    for (auto *F : {momentum_bad, adagrad_bad, base_bad, lbfgs_bad, adam_bad, gradient_bad})
      run(F);
  else
    for (auto *F : {momentum_ok, adagrad_ok, adam_ok, base_ok, lbfgs_ok, walker_ok, frozen_ok, gradient_ok})
      run(F);
}
