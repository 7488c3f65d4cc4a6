// Calls that a program makes of parts of LibTorch which call operators themselves: containers, losses with weights,
// transformers, methods of TorchScript, functionals through several headers, backward passes with given gradients. Each
// bug is at the program's own call; each function differs from its repaired twin by the repair alone.
//
// REQUIRES: torch, instrument
// RUN: %instrument %s -o %t
// DEFINE: %{run} = %device_tidy run --devices 2 -- %t
// RUN: %{run} bad > %t.out 2> %t.err && grep -v '^    in ' %t.err | sed 's|%S/||' > %t.reports && FileCheck %s < %t.reports
// RUN: %{run} good 2>&1 | FileCheck %s --check-prefix=GOOD --implicit-check-not=device-tidy --implicit-check-not=raised
// GOOD-COUNT-15: done
// RUN: %not_instrumented %s -o %t.plain && %device_tidy run --devices 2 -- %t.plain bad | diff %t.out -
//
// The analyzer says the same of what it finds, but for a temporary, whose text a run does not know.
// RUN: not %device_tidy check -q --select device-mixed-operands --output-format full %s -- %torch_flags | sed 's|%S/||' > %t.static
// RUN: %python %S/Inputs/compare.py %t.static %t.reports | FileCheck %s --check-prefix=SAME
// SAME: 13 headlines, 6 of them the analyzer's, 1 in other words, 6 where it finds nothing
#include <cstdio>
#include <cstring>
#include <torch/script.h>
#include <torch/torch.h>

static bool Bad = false;
static const torch::Device Gpu(torch::kCUDA, 0);

// The name of a part stands in front of the part.
static void named() {
  torch::nn::Sequential net({{"first", torch::nn::Linear(4, 4)}, {"second", torch::nn::ReLU()}});
  if (!Bad)
    net->to(Gpu);
  auto x = torch::ones({2, 4}, Gpu);
  net->forward(x);
}
// CHECK: calls.cpp:[[#@LINE-2]]:8: warning: operands of 'Sequential' are on different devices: 'net' on cpu, 'x' on cuda:0 [device-mixed-operands]
// CHECK-NEXT: calls.cpp:[[#@LINE-7]]:40: note: 'net' created on cpu here, the default device
// CHECK-NEXT: calls.cpp:[[#@LINE-5]]:12: note: 'x' created on cuda:0 here

// After an exception in another container, too.
static void any() {
  torch::nn::AnyModule any(torch::nn::Linear(4, 4));
  any.ptr()->to(Gpu);
  auto x = torch::ones({2, 4});
  if (!Bad)
    x = x.to(Gpu);
  any.forward(x);
}
// CHECK-NEXT: calls.cpp:[[#@LINE-2]]:7: warning: operands of 'Linear' are on different devices: 'any' on cuda:0, 'x' on cpu [device-mixed-operands]
// CHECK-NEXT: calls.cpp:[[#@LINE-7]]:14: note: 'any' moved to cuda:0 here
// CHECK-NEXT: calls.cpp:[[#@LINE-7]]:12: note: 'x' created on cpu here, the default device

// A loss has no parameters; its weights are a buffer.
static void weighs() {
  torch::nn::CrossEntropyLoss loss(torch::nn::CrossEntropyLossOptions().weight(torch::ones({3})));
  if (!Bad)
    loss->to(Gpu);
  auto out = torch::ones({2, 3}, Gpu);
  loss(out, torch::zeros({2}, torch::TensorOptions(Gpu).dtype(torch::kLong)));
}
// CHECK-NEXT: calls.cpp:[[#@LINE-2]]:3: warning: operands of 'CrossEntropyLoss' are on different devices: 'loss' on cpu, 'out' on cuda:0 [device-mixed-operands]
// CHECK-NEXT: calls.cpp:[[#@LINE-7]]:80: note: 'loss' created on cpu here, the default device
// CHECK-NEXT: calls.cpp:[[#@LINE-5]]:14: note: 'out' created on cuda:0 here

// Modules that consist of others compare all that they are given.
static void masks() {
  torch::nn::Transformer model(
      torch::nn::TransformerOptions(4, 2).num_encoder_layers(1).num_decoder_layers(1).dim_feedforward(4));
  model->to(Gpu);
  auto source = torch::ones({3, 1, 4}, Gpu), target = torch::ones({2, 1, 4}, Gpu);
  auto mask = torch::zeros({2, 2});
  if (!Bad)
    mask = mask.to(Gpu);
  model->forward(source, target, /*src_mask=*/{}, mask);
}
// CHECK-NEXT: calls.cpp:[[#@LINE-2]]:10: warning: operands of 'Transformer' are on different devices: 'model' on cuda:0, 'mask' on cpu [device-mixed-operands]
// CHECK-NEXT: calls.cpp:[[#@LINE-8]]:10: note: 'model' moved to cuda:0 here
// CHECK-NEXT: calls.cpp:[[#@LINE-7]]:15: note: 'mask' created on cpu here, the default device

// Parts on two devices, between which the program's own part moves the values.
struct Mover : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return x.to(Gpu); }
};
static void splits_ok() {
  torch::nn::Sequential net(torch::nn::Linear(4, 4), Mover(), torch::nn::Linear(4, 4));
  net[2]->to(Gpu);
  net->forward(torch::ones({2, 4}));
  torch::nn::Sequential moves(Mover(), torch::nn::Linear(4, 4));
  moves->to(Gpu);
  moves->forward(torch::ones({2, 4}));
}

static torch::jit::Module scripted() {
  torch::jit::Module made("made");
  made.register_parameter("weight", torch::ones({4, 2}), /*is_buffer=*/false);
  made.define("def embed(self, x):\n    return x.matmul(self.weight)\n");
  made.define("def place(self, x):\n    return x.to(self.weight.device).matmul(self.weight)\n");
  made.to(Gpu);
  return made;
}
static void calls() {
  auto module = scripted();
  auto x = torch::ones({2, 4});
  if (!Bad)
    x = x.to(Gpu);
  module.get_method("embed")({x});
}
// CHECK-NEXT: calls.cpp:[[#@LINE-2]]:3: warning: operands of 'embed' are on different devices: 'module' on cuda:0, 'x' on cpu [device-mixed-operands]
// CHECK-NEXT: calls.cpp:[[#@LINE-11]]:8: note: 'made' moved to cuda:0 here
// CHECK-NEXT: calls.cpp:[[#@LINE-7]]:12: note: 'x' created on cpu here, the default device
static void runs() {
  auto module = scripted();
  auto x = torch::ones({2, 4}, Bad ? torch::kCPU : Gpu);
  module.run_method("embed", x);
}
// CHECK-NEXT: calls.cpp:[[#@LINE-2]]:10: warning: operands of 'embed' are on different devices: 'module' on cuda:0, 'x' on cpu [device-mixed-operands]
// CHECK-NEXT: calls.cpp:[[#@LINE-19]]:8: note: 'made' moved to cuda:0 here
// CHECK-NEXT: calls.cpp:[[#@LINE-5]]:12: note: 'x' created on cpu here
static void places_ok() { scripted().get_method("place")({torch::ones({2, 4})}); }

// What a module of TorchScript is asked for is where it is.
static void asks() {
  auto module = scripted();
  if (Bad)
    module.to(torch::Device(torch::kCPU));
  auto weight = module.attr("weight").toTensor();
  auto x = torch::ones({1, 4}, Gpu);
  x.mm(weight);
}
// CHECK-NEXT: calls.cpp:[[#@LINE-2]]:5: warning: operands of 'mm' are on different devices: 'x' on cuda:0, 'weight' on cpu [device-mixed-operands]
// CHECK-NEXT: calls.cpp:[[#@LINE-4]]:12: note: 'x' created on cuda:0 here
// CHECK-NEXT: calls.cpp:[[#@LINE-7]]:12: note: 'module' moved to cpu here

// The functional chooses the operator by the kind of its padding.
static void convolves() {
  auto x = torch::ones({1, 1, 4, 4}, Gpu), kernel = torch::ones({1, 1, 2, 2}, Bad ? torch::kCPU : Gpu);
  torch::nn::functional::conv2d(x, kernel, torch::nn::functional::Conv2dFuncOptions().stride(2));
}
// CHECK-NEXT: calls.cpp:[[#@LINE-2]]:3: warning: operands of 'conv2d' are on different devices: 'x' on cuda:0, 'kernel' on cpu [device-mixed-operands]
// CHECK-NEXT: calls.cpp:[[#@LINE-4]]:12: note: 'x' created on cuda:0 here
// CHECK-NEXT: calls.cpp:[[#@LINE-5]]:53: note: 'kernel' created on cpu here

// Gradients belong where the results are.
static void passes() {
  auto x = torch::ones({3}, torch::TensorOptions(Gpu).requires_grad(true));
  auto y = x * 2;
  auto gradient = torch::ones({3});
  if (!Bad)
    gradient = gradient.to(Gpu);
  y.backward(gradient);
  y.sum().backward(torch::tensor(1.0F)); // a number goes with every device
}
// CHECK-NEXT: calls.cpp:[[#@LINE-3]]:5: warning: operands of 'backward' are on different devices: 'y' on cuda:0, 'gradient' on cpu [device-mixed-operands]
// CHECK-NEXT: calls.cpp:[[#@LINE-9]]:12: note: 'x' created on cuda:0 here
// CHECK-NEXT: calls.cpp:[[#@LINE-8]]:19: note: 'gradient' created on cpu here, the default device
static void differentiates() {
  auto x = torch::ones({3}, torch::TensorOptions(Gpu).requires_grad(true));
  auto y = x * 2, z = x * 3, fits = torch::ones({3}, Gpu), gradient = torch::ones({3}, Bad ? torch::kCPU : Gpu);
  torch::autograd::grad({y, z}, {x}, {fits, gradient}, /*retain_graph=*/true);
  torch::autograd::backward({z}, {gradient});
}
// CHECK-NEXT: calls.cpp:[[#@LINE-3]]:3: warning: operands of 'grad' are on different devices: an element of the first operand on cuda:0, 'gradient' on cpu [device-mixed-operands]
// CHECK-NEXT: calls.cpp:[[#@LINE-6]]:12: note: 'x' created on cuda:0 here
// CHECK-NEXT: calls.cpp:[[#@LINE-6]]:71: note: 'gradient' created on cpu here
static void goesBack() {
  auto x = torch::ones({3}, torch::TensorOptions(Gpu).requires_grad(true));
  auto z = x * 3, gradient = torch::ones({3}, Bad ? torch::kCPU : Gpu);
  torch::autograd::backward({z}, {gradient});
}
// CHECK-NEXT: calls.cpp:[[#@LINE-2]]:3: warning: operands of 'backward' are on different devices: an element of the first operand on cuda:0, 'gradient' on cpu [device-mixed-operands]
// CHECK-NEXT: calls.cpp:[[#@LINE-5]]:12: note: 'x' created on cuda:0 here
// CHECK-NEXT: calls.cpp:[[#@LINE-5]]:30: note: 'gradient' created on cpu here

// A value that is one of two has the name of neither.
static void chooses() {
  auto x = torch::ones({3}, Gpu), y = torch::ones({3}, Gpu);
  (Bad ? x.cpu() : x) - y;
}
// CHECK-NEXT: calls.cpp:[[#@LINE-2]]:23: warning: operands of '-' are on different devices: the first operand on cpu, 'y' on cuda:0 [device-mixed-operands]
// CHECK-NEXT: calls.cpp:[[#@LINE-3]]:12: note: the first operand moved to cpu here
// CHECK-NEXT: calls.cpp:[[#@LINE-5]]:39: note: 'y' created on cuda:0 here

// What a function only hands on is where it was placed before.
struct Pair : torch::nn::Module {
  torch::nn::Linear layer = register_module("layer", torch::nn::Linear(4, 4));
  std::pair<torch::Tensor, torch::Tensor> forward(torch::Tensor x) { return {layer(x), x}; }
};
TORCH_MODULE_IMPL(PairHolder, Pair);
static void handsOn() {
  PairHolder pair;
  pair->to(Gpu);
  torch::Tensor out, same, target = torch::ones({2, 4}, Bad ? torch::kCPU : Gpu);
  std::tie(out, same) = pair(torch::ones({2, 4}, Gpu));
  out - target;
}
// CHECK-NEXT: calls.cpp:[[#@LINE-2]]:7: warning: operands of '-' are on different devices: 'out' on cuda:0, 'target' on cpu [device-mixed-operands]
// CHECK-NEXT: calls.cpp:[[#@LINE-6]]:9: note: 'pair' moved to cuda:0 here
// CHECK-NEXT: calls.cpp:[[#@LINE-6]]:37: note: 'target' created on cpu here

static void attempt(void (*F)()) {
  try {
    F();
    std::puts("done");
  } catch (const std::exception &) {
    std::puts("raised");
  }
}

int main(int, char **Arguments) {
  Bad = std::strcmp(Arguments[1], "bad") == 0;
  for (auto F : {named, any, weighs, masks, splits_ok, calls, runs, places_ok, asks, convolves, passes, differentiates,
                 goesBack, chooses, handsOn})
    attempt(F);
}
// CHECK-NEXT: device-tidy: summary: 13 distinct, 13 total
