// The places in the table of virtual functions by which the pass knows torch::nn::Module::to are those of this LibTorch,
// and only a module is taken for one.
//
// REQUIRES: torch, instrument
// RUN: %instrument %s -o %t && %device_tidy run --devices 2 -- %t 2>&1 | FileCheck %s
#include <cstdio>
#include <torch/torch.h>

/// Ends its object in the function that is where Module::to is.
struct Other {
  virtual ~Other() = default;
  virtual void third() {}
  virtual void fourth() {}
  virtual void fifth() {}
  virtual void sixth() {}
  virtual void seventh() {}
  virtual void eighth(short, bool) { delete this; }
};

static void moveTo(torch::nn::Module &module) { module.to(torch::Device(torch::kCUDA, 1)); }
static void moveAs(torch::nn::Module &module) { module.to(torch::Device(torch::kCUDA, 0), torch::kFloat64); }
static void end(Other &other) { other.eighth(1, true); }

static void use(torch::nn::Linear &linear, torch::Tensor x) {
  try {
    linear(x);
  } catch (const c10::Error &) {
  }
}

int main() {
  torch::nn::Linear linear(2, 2);
  end(*new Other);
  moveTo(*linear);
  use(linear, torch::ones({2}));
  // CHECK: note: 'module' moved to cuda:1 here
  moveAs(*linear);
  linear(torch::ones({2}, torch::TensorOptions().device("cuda:0").dtype(torch::kFloat64)));
  torch::nn::Linear second(2, 2);
  moveAs(*second);
  auto x = torch::ones({2});
  try {
    second(x);
  } catch (const c10::Error &) {
  }
  // CHECK: note: 'module' moved to cuda:0 here
  std::puts("done");
  // CHECK: done
}
