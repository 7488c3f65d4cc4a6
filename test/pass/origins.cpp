// Where a tensor was placed, of those that LibTorch's own code makes or hands over: batches of its data sets, modules, what modules
// and operators return several of, and moves that leave a tensor where it is. Each function differs from its repaired twin by the
// repair alone.
//
// REQUIRES: torch, instrument
// RUN: mkdir -p %t.data && %python -c "import sys; d = sys.argv[1]; n = 10000; big = lambda *N: b''.join(x.to_bytes(4, 'big') for x in N); open(d + '/t10k-images-idx3-ubyte', 'wb').write(big(2051, n, 28, 28) + bytes(n * 784)); open(d + '/t10k-labels-idx1-ubyte', 'wb').write(big(2049, n) + bytes(n))" %t.data
// RUN: %instrument %s -o %t
// DEFINE: %{run} = %device_tidy run --devices 2 -- %t
// RUN: %{run} bad %t.data > %t.out 2> %t.err && grep -v '^    in ' %t.err | sed 's|%S/||' > %t.reports && FileCheck %s < %t.reports
// RUN: %{run} good %t.data 2>&1 | FileCheck %s --check-prefix=GOOD --implicit-check-not=device-tidy --implicit-check-not=raised
// GOOD-COUNT-13: done
// RUN: %not_instrumented %s -o %t.plain && %device_tidy run --devices 2 -- %t.plain bad %t.data | diff %t.out -
#include <cstdio>
#include <cstring>
#include <torch/script.h>
#include <torch/torch.h>

static bool Bad = false;
static std::string Folder;
static const torch::Device Gpu(torch::kCUDA, 0);

static auto images() {
  return torch::data::datasets::MNIST(Folder, torch::data::datasets::MNIST::Mode::kTest);
}

// A data set of LibTorch: the batch is where the loader has put it together.
static void takesBatches() {
  torch::nn::Linear net(784, 10);
  net->to(Gpu);
  auto loader = torch::data::make_data_loader<torch::data::samplers::SequentialSampler>(images().map(torch::data::transforms::Stack<>()), 5000);
  for (auto &batch : *loader) {
    auto inputs = batch.data.view({-1, 784}).to(Gpu);
    auto labels = Bad ? batch.target : batch.target.to(Gpu);
    torch::nn::functional::cross_entropy(net(inputs), labels);
  }
}
// CHECK: origins.cpp:[[#@LINE-3]]:5: warning: operands of 'cross_entropy' are on different devices: the first operand on cuda:0, 'labels' on cpu [device-mixed-operands]
// CHECK-NEXT: origins.cpp:[[#@LINE-9]]:8: note: 'net' moved to cuda:0 here
// CHECK-NEXT: origins.cpp:[[#@LINE-8]]:20: note: 'labels' collated on cpu here by the data loader

// A member of the batch has the name that the source has for it.
static void takesMembers() {
  auto loader = torch::data::make_data_loader<torch::data::samplers::SequentialSampler>(images().map(torch::data::transforms::Stack<>()), 5000);
  auto mask = torch::ones({28}, Bad ? Gpu : torch::kCPU);
  for (auto &batch : *loader)
    batch.data * mask;
}
// CHECK: origins.cpp:[[#@LINE-2]]:16: warning: operands of '*' are on different devices: 'batch.data' on cpu, 'mask' on cuda:0 [device-mixed-operands]
// CHECK-NEXT: origins.cpp:[[#@LINE-4]]:20: note: 'batch.data' collated on cpu here by the data loader
// CHECK-NEXT: origins.cpp:[[#@LINE-6]]:15: note: 'mask' created on cuda:0 here

// The same without a collation: a vector of examples.
static void takesExamples() {
  auto loader = torch::data::make_data_loader<torch::data::samplers::SequentialSampler>(images(), 5000);
  auto mask = torch::ones({28}, Bad ? Gpu : torch::kCPU);
  for (auto &batch : *loader)
    batch[1].data * mask;
}
// CHECK: origins.cpp:[[#@LINE-2]]:19: warning: operands of '*' are on different devices: the first operand on cpu, 'mask' on cuda:0 [device-mixed-operands]
// CHECK-NEXT: origins.cpp:[[#@LINE-4]]:20: note: the first operand collated on cpu here by the data loader
// CHECK-NEXT: origins.cpp:[[#@LINE-6]]:15: note: 'mask' created on cuda:0 here

// A move to where the tensor is already is where it was to be.
static void leaves() {
  auto loader = torch::data::make_data_loader<torch::data::samplers::SequentialSampler>(images().map(torch::data::transforms::Stack<>()), 5000);
  auto mask = torch::ones({28}, Gpu);
  for (auto &batch : *loader) {
    auto data = batch.data.to(Bad ? torch::kCPU : Gpu);
    data * mask;
  }
}
// CHECK: origins.cpp:[[#@LINE-3]]:10: warning: operands of '*' are on different devices: 'data' on cpu, 'mask' on cuda:0 [device-mixed-operands]
// CHECK-NEXT: origins.cpp:[[#@LINE-5]]:28: note: 'data' left on cpu by 'to' here
// CHECK-NEXT: origins.cpp:[[#@LINE-8]]:15: note: 'mask' created on cuda:0 here

// A module that nobody has moved.
static void forgetsToMove() {
  torch::nn::Linear net(4, 4);
  auto x = torch::ones({2, 4}, Gpu);
  if (!Bad)
    net->to(Gpu);
  net(x);
}
// CHECK: origins.cpp:[[#@LINE-2]]:3: warning: operands of 'Linear' are on different devices: 'net' on cpu, 'x' on cuda:0 [device-mixed-operands]
// CHECK-NEXT: origins.cpp:[[#@LINE-7]]:21: note: 'net' created on cpu here, the default device
// CHECK-NEXT: origins.cpp:[[#@LINE-7]]:12: note: 'x' created on cuda:0 here

// The same of a class of the program.
struct Net : torch::nn::Module {
  Net() { layer = register_module("layer", torch::nn::Linear(4, 4)); }
  torch::Tensor forward(torch::Tensor x) { return layer(x); }
  torch::nn::Linear layer{nullptr};
};
static void forgetsToMoveItsOwn() {
  auto net = std::make_shared<Net>();
  auto x = torch::ones({2, 4}, Gpu);
  if (!Bad)
    net->to(Gpu);
  net->forward(x);
}
// CHECK: origins.cpp:[[#@LINE-10]]:51: warning: operands of 'Linear' are on different devices: 'layer' on cpu, 'x' on cuda:0 [device-mixed-operands]
// CHECK-NEXT: origins.cpp:[[#@LINE-12]]:44: note: 'layer' created on cpu here, the default device
// CHECK-NEXT: origins.cpp:[[#@LINE-7]]:12: note: 'x' created on cuda:0 here

// What a container returns is where its last part is, whatever is done with it at once.
static void chains() {
  torch::nn::Sequential net(torch::nn::Linear(4, 4), torch::nn::ReLU());
  net->to(Gpu);
  auto out = net->forward(torch::ones({2, 4}, Gpu)).reshape({8});
  auto target = torch::zeros({8}, Bad ? torch::kCPU : Gpu);
  torch::mse_loss(out, target);
}
// CHECK: origins.cpp:[[#@LINE-2]]:3: warning: operands of 'mse_loss' are on different devices: 'out' on cuda:0, 'target' on cpu [device-mixed-operands]
// CHECK-NEXT: origins.cpp:[[#@LINE-6]]:8: note: 'net' moved to cuda:0 here
// CHECK-NEXT: origins.cpp:[[#@LINE-5]]:17: note: 'target' created on cpu here

// A part without parameters is where its input is.
static void passesThrough() {
  torch::nn::ReLU act;
  auto out = act(torch::ones({2}, Gpu));
  auto target = torch::zeros({2}, Bad ? torch::kCPU : Gpu);
  out + target;
}
// CHECK: origins.cpp:[[#@LINE-2]]:7: warning: operands of '+' are on different devices: 'out' on cuda:0, 'target' on cpu [device-mixed-operands]
// CHECK-NEXT: origins.cpp:[[#@LINE-5]]:18: note: 'out' created on cuda:0 here
// CHECK-NEXT: origins.cpp:[[#@LINE-5]]:17: note: 'target' created on cpu here

// Results in a tuple.
static void splits() {
  auto x = torch::ones({2, 3}, Gpu);
  auto [values, indices] = x.max(1);
  auto count = torch::ones({2}, Bad ? torch::kCPU : Gpu);
  values + count;
}
// CHECK: origins.cpp:[[#@LINE-2]]:10: warning: operands of '+' are on different devices: 'values' on cuda:0, 'count' on cpu [device-mixed-operands]
// CHECK-NEXT: origins.cpp:[[#@LINE-6]]:12: note: 'x' created on cuda:0 here
// CHECK-NEXT: origins.cpp:[[#@LINE-5]]:16: note: 'count' created on cpu here

// The state of a recurrent module.
static void remembers() {
  torch::nn::LSTM lstm(3, 2);
  auto [output, state] = lstm(torch::ones({1, 1, 3}));
  auto count = torch::ones({2}, Bad ? Gpu : torch::kCPU);
  std::get<0>(state) + count;
}
// CHECK: origins.cpp:[[#@LINE-2]]:22: warning: operands of '+' are on different devices: the first operand on cpu, 'count' on cuda:0 [device-mixed-operands]
// CHECK-NEXT: origins.cpp:[[#@LINE-6]]:19: note: 'lstm' created on cpu here, the default device
// CHECK-NEXT: origins.cpp:[[#@LINE-5]]:16: note: 'count' created on cuda:0 here

static void loads() {
  const std::string Path = Folder + "/module.pt";
  {
    torch::jit::Module made("made");
    made.register_parameter("weight", torch::ones({4, 2}), /*is_buffer=*/false);
    made.define("def forward(self, x):\n    return x.matmul(self.weight)\n");
    made.save(Path);
  }
  auto module = torch::jit::load(Path);
  if (!Bad)
    module.to(Gpu);
  auto input = torch::ones({2, 4}, Gpu);
  module.forward({input});
}
// CHECK: origins.cpp:[[#@LINE-2]]:10: warning: operands of 'forward' are on different devices: 'module' on cpu, 'input' on cuda:0 [device-mixed-operands]
// CHECK-NEXT: origins.cpp:[[#@LINE-7]]:17: note: 'module' loaded onto cpu here
// CHECK-NEXT: origins.cpp:[[#@LINE-5]]:16: note: 'input' created on cuda:0 here

// Of what nobody placed in the program's code, the operator that made it is known.
static void computes() {
  auto half = torch::nn::LinearImpl(2, 2).weight * 0.5;
  auto x = torch::ones({2}, Bad ? Gpu : torch::kCPU);
  half + x;
}
// CHECK: origins.cpp:[[#@LINE-2]]:8: warning: operands of '+' are on different devices: 'half' on cpu, 'x' on cuda:0 [device-mixed-operands]
// CHECK-NEXT: origins.cpp:[[#@LINE-5]]:50: note: 'half' computed on cpu here
// CHECK-NEXT: origins.cpp:[[#@LINE-5]]:12: note: 'x' created on cuda:0 here

// What has the data of another tensor is where that was placed, whatever stood at its own address before.
[[gnu::noinline]] static void forgets() { auto gone = torch::ones({2}); }
static void sharesData() {
  auto weight = torch::zeros({2});
  auto x = torch::ones({2}, Bad ? Gpu : torch::kCPU);
  forgets();
  auto raw = weight.data();
  raw + x;
}
// CHECK: origins.cpp:[[#@LINE-2]]:7: warning: operands of '+' are on different devices: 'raw' on cpu, 'x' on cuda:0 [device-mixed-operands]
// CHECK-NEXT: origins.cpp:[[#@LINE-7]]:17: note: 'weight' created on cpu here, the default device
// CHECK-NEXT: origins.cpp:[[#@LINE-7]]:12: note: 'x' created on cuda:0 here

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
  Folder = Arguments[2];
  for (auto F : {takesBatches, takesMembers, takesExamples, leaves, forgetsToMove, forgetsToMoveItsOwn, chains,
                 passesThrough, splits, remembers, loads, computes, sharesData})
    attempt(F);
}
