// Programs as people write them, instrumented, on simulated devices: training on a data file, a recurrent network,
// a pair of networks that compete, TorchScript. Each planted bug is reported with its line and where the operand came from, each repaired twin is silent,
// and values are those of the program without instrumentation, bit by bit.
//
// REQUIRES: torch, instrument
// RUN: %python -c "import random; random.seed(1); [print(*(f'{random.gauss(0, 1):.3f}' for _ in range(4)), random.randrange(3)) for _ in range(64)]" > %t.txt
// RUN: %instrument %s -o %t
// RUN: %not_instrumented %s -o %t.plain
// DEFINE: %{run} = %device_tidy run --devices 2 --
// RUN: %{run} %t good %t.txt > %t.out 2> %t.err && not grep -E 'device-tidy|Warning' %t.err
// RUN: %{run} %t.plain good %t.txt | diff %t.out -
// RUN: %{run} %t bad %t.txt > %t.out 2> %t.log && grep -v '^    in ' %t.log | FileCheck %s
// RUN: %{run} %t.plain bad %t.txt | diff %t.out -
//
// What the analyzer cannot decide of them, the two runs do.
// RUN: not %device_tidy check -q --write-sites %t.json %s -- %torch_flags > %t.static
// RUN: rm -f %t.seen
// DEFINE: %{noted} = env DEVICE_TIDY_OPTIONS=evidence=%t.seen:log_path=%t.reports %{run} %t
// RUN: %{noted} good %t.txt > %t.out && %{noted} bad %t.txt > %t.out
// RUN: %python %S/Inputs/settled.py %t.json %t.seen | FileCheck %s --check-prefix=SETTLED
// SETTLED-NOT: not settled
// SETTLED: {{([5-9]|[0-9][0-9]) of }}
#include <cstdio>
#include <cstring>
#include <fstream>
#include <torch/script.h>
#include <torch/torch.h>

static bool Bad = false;
static const char *DataFile = nullptr;

/// The lines of a file: four numbers and a class.
class Lines : public torch::data::Dataset<Lines> {
public:
  explicit Lines(const char *Path) {
    std::ifstream In(Path);
    std::vector<float> Numbers(4);
    int64_t Class = 0;
    while (In >> Numbers[0] >> Numbers[1] >> Numbers[2] >> Numbers[3] >> Class) {
      Inputs.push_back(torch::tensor(Numbers));
      Classes.push_back(torch::tensor(Class));
    }
  }
  torch::data::Example<> get(size_t I) override { return {Inputs[I], Classes[I]}; }
  std::optional<size_t> size() const override { return Inputs.size(); }

private:
  std::vector<torch::Tensor> Inputs, Classes;
};

struct Classifier : torch::nn::Module {
  torch::nn::Linear first{nullptr}, second{nullptr};
  Classifier() {
    first = register_module("first", torch::nn::Linear(4, 8));
    second = register_module("second", torch::nn::Linear(8, 3));
  }
  torch::Tensor forward(torch::Tensor x) { return second(torch::relu(first(x))); }
};

static void trainsOnFile() {
  torch::Device device(torch::kCUDA, 0);
  Classifier model;
  model.to(device);
  torch::optim::Adam optimizer(model.parameters(), 0.01);
  auto loader = torch::data::make_data_loader(Lines(DataFile).map(torch::data::transforms::Stack<>()),
                                              torch::data::DataLoaderOptions().batch_size(16).workers(2).enforce_ordering(true));
  double sum = 0;
  for (int epoch = 0; epoch != 3; ++epoch)
    for (auto &batch : *loader) {
      auto inputs = batch.data.to(device);
      auto labels = Bad ? batch.target : batch.target.to(device);
      optimizer.zero_grad();
      auto loss = torch::nn::functional::cross_entropy(model.forward(inputs), labels);
      loss.backward();
      optimizer.step();
      sum += loss.item<double>();
    }
  std::printf("%a\n", sum);
}
// CHECK: programs.cpp:[[#@LINE-7]]:19: warning: operands of 'cross_entropy' are on different devices: the first operand on cuda:0, 'labels' on cpu [device-mixed-operands]
// CHECK-NEXT: programs.cpp:[[#@LINE-18]]:9: note: 'model' moved to cuda:0 here
// CHECK-NEXT: programs.cpp:[[#@LINE-41]]:25: note: 'labels' created on cpu here

static void remembers() {
  torch::Device device(torch::kCUDA, 1);
  torch::nn::LSTM lstm(torch::nn::LSTMOptions(4, 8).batch_first(true));
  lstm->to(device);
  auto input = torch::ones({2, 5, 4}).to(device);
  auto hidden = torch::zeros({1, 2, 8}, Bad ? torch::kCPU : device);
  auto cell = torch::zeros({1, 2, 8}, device);
  auto [output, state] = lstm->forward(input, std::make_tuple(hidden, cell));
  std::printf("%a\n", output.sum().item<double>());
}
// CHECK: programs.cpp:[[#@LINE-3]]:32: warning: operands of 'LSTM' are on different devices: 'lstm' on cuda:1, 'hidden' on cpu [device-mixed-operands]
// CHECK-NEXT: programs.cpp:[[#@LINE-8]]:9: note: 'lstm' moved to cuda:1 here
// CHECK-NEXT: programs.cpp:[[#@LINE-7]]:17: note: 'hidden' created on cpu here

static void competes() {
  torch::Device device(torch::kCUDA, 0);
  torch::nn::Sequential generator(torch::nn::Linear(2, 8), torch::nn::ReLU(), torch::nn::Linear(8, 4));
  torch::nn::Sequential critic(torch::nn::Linear(4, 8), torch::nn::LeakyReLU(), torch::nn::Linear(8, 1));
  generator->to(device);
  critic->to(device);
  torch::optim::Adam generatorSteps(generator->parameters(), 0.01), criticSteps(critic->parameters(), 0.01);
  double sum = 0;
  for (int step = 0; step != 3; ++step) {
    auto real = torch::rand({4, 4});
    if (!Bad)
      real = real.to(device);
    auto fake = generator->forward(torch::randn({4, 2}).to(device));
    auto ones = torch::ones({4, 1}, device);
    criticSteps.zero_grad();
    auto loss = torch::binary_cross_entropy_with_logits(critic->forward(real), ones) +
                torch::binary_cross_entropy_with_logits(critic->forward(fake.detach()), torch::zeros_like(ones));
    loss.backward();
    criticSteps.step();
    generatorSteps.zero_grad();
    torch::binary_cross_entropy_with_logits(critic->forward(fake), ones).backward();
    generatorSteps.step();
    sum += loss.item<double>();
  }
  std::printf("%a\n", sum);
}
// CHECK: programs.cpp:[[#@LINE-11]]:65: warning: operands of 'Sequential' are on different devices: 'critic' on cuda:0, 'real' on cpu [device-mixed-operands]
// CHECK-NEXT: programs.cpp:[[#@LINE-22]]:11: note: 'critic' moved to cuda:0 here
// CHECK-NEXT: programs.cpp:[[#@LINE-19]]:17: note: 'real' created on cpu here, the default device

static void loses() {
  torch::Device device(torch::kCUDA, 0);
  torch::nn::MSELoss criterion;
  auto guess = torch::ones({3}, device);
  auto truth = torch::zeros({3}, Bad ? torch::kCPU : device);
  std::printf("%a\n", criterion(guess, truth).item<double>());
}
// CHECK: programs.cpp:[[#@LINE-2]]:23: warning: operands of 'MSELoss' are on different devices: 'guess' on cuda:0, 'truth' on cpu [device-mixed-operands]
// CHECK-NEXT: programs.cpp:[[#@LINE-5]]:16: note: 'guess' created on cuda:0 here
// CHECK-NEXT: programs.cpp:[[#@LINE-5]]:16: note: 'truth' created on cpu here

// The functional is a header's, and broadcasts them first.
static void losesByFunction() {
  torch::Device device(torch::kCUDA, 0);
  auto guess = torch::ones({3}, device);
  auto truth = torch::zeros({3}, Bad ? torch::kCPU : device);
  auto loss = torch::nn::functional::mse_loss(guess, truth);
  std::printf("%a\n", loss.item<double>());
}
// CHECK: programs.cpp:[[#@LINE-3]]:15: warning: operands of 'mse_loss' are on different devices: 'guess' on cuda:0, 'truth' on cpu [device-mixed-operands]
// CHECK-NEXT: programs.cpp:[[#@LINE-6]]:16: note: 'guess' created on cuda:0 here
// CHECK-NEXT: programs.cpp:[[#@LINE-6]]:16: note: 'truth' created on cpu here

static void infers() {
  std::string path = std::string(DataFile) + ".pt";
  torch::Device device(torch::kCUDA, 0);
  {
    torch::jit::Module made("made");
    made.register_parameter("weight", torch::ones({4, 2}), /*is_buffer=*/false);
    made.define("def forward(self, x):\n    return x.matmul(self.weight)\n");
    made.save(path);
  }
  auto module = torch::jit::load(path);
  module.to(device);
  auto input = torch::ones({2, 4});
  if (!Bad)
    input = input.to(device);
  std::printf("%a\n", module.forward({input}).toTensor().sum().item<double>());
}
// CHECK: programs.cpp:[[#@LINE-2]]:30: warning: operands of 'forward' are on different devices: 'module' on cuda:0, 'input' on cpu [device-mixed-operands]
// CHECK-NEXT: programs.cpp:[[#@LINE-7]]:10: note: 'module' moved to cuda:0 here
// CHECK-NEXT: programs.cpp:[[#@LINE-7]]:16: note: 'input' created on cpu here, the default device

// The code of a frozen module has its parameters.
static void infersFrozen() {
  torch::Device device(torch::kCUDA, 0);
  auto loaded = torch::jit::load(std::string(DataFile) + ".pt", device);
  loaded.eval();
  auto module = torch::jit::freeze(loaded);
  auto input = torch::ones({2, 4});
  if (!Bad)
    input = input.to(device);
  std::printf("%a\n", module.forward({input}).toTensor().sum().item<double>());
}
// CHECK: programs.cpp:[[#@LINE-2]]:30: warning: operands of 'forward' are on different devices: 'module' on cuda:0, 'input' on cpu [device-mixed-operands]
// CHECK: programs.cpp:[[#@LINE-6]]:16: note: 'input' created on cpu here, the default device

// One place of the program, to which the module comes from two devices.
static void movesBetweenCalls() {
  torch::jit::Module made("made");
  made.register_parameter("weight", torch::ones({4, 2}), /*is_buffer=*/false);
  made.define("def forward(self, x):\n    return x.matmul(self.weight)\n");
  auto input = torch::ones({2, 4});
  for (auto device : {torch::Device(torch::kCPU), torch::Device(torch::kCUDA, 1)}) {
    made.to(device);
    if (!Bad)
      input = input.to(device);
    std::printf("%a\n", made.forward({input}).toTensor().sum().item<double>());
  }
}
// CHECK: programs.cpp:[[#@LINE-3]]:30: warning: operands of 'forward' are on different devices: 'made' on cuda:1, 'input' on cpu [device-mixed-operands]
// CHECK-NEXT: programs.cpp:[[#@LINE-7]]:10: note: 'made' moved to cuda:1 here
// CHECK-NEXT: programs.cpp:[[#@LINE-10]]:16: note: 'input' created on cpu here, the default device

// A module of TorchScript that moves its input itself is not wrong.
static void movesInside() {
  torch::jit::Module made("made");
  made.register_parameter("weight", torch::ones({4, 2}), /*is_buffer=*/false);
  made.define("def forward(self, x):\n    return x.to(self.weight.device).matmul(self.weight)\n");
  made.to(torch::Device(torch::kCUDA, 0));
  std::printf("%a\n", made.forward({torch::ones({2, 4})}).toTensor().sum().item<double>());
}
// CHECK: device-tidy: summary: 8 distinct, 8 total

// Numbers, indices and masks may be on the CPU beside a module on a device.
static void takesFromCpu() {
  torch::jit::Module made("made");
  made.register_parameter("weight", torch::ones({4, 2}), /*is_buffer=*/false);
  made.define("def forward(self, scale, rows):\n    return self.weight[rows] * scale\n");
  made.to(torch::Device(torch::kCUDA, 0));
  auto rows = torch::tensor({1, 3}), mask = torch::ones({4}, torch::kBool);
  std::printf("%a\n", made.forward({torch::tensor(2.0), rows}).toTensor().sum().item<double>());
  std::printf("%a\n", made.forward({torch::tensor(2.0), mask}).toTensor().sum().item<double>());
}

// What the module does with the index is not looked at: an embedding takes none from the CPU.
static void FN_embeds() {
  torch::jit::Module made("made");
  made.register_parameter("weight", torch::ones({4, 2}), /*is_buffer=*/false);
  made.define("def forward(self, rows):\n    return torch.embedding(self.weight, rows)\n");
  torch::Device device(torch::kCUDA, 0);
  made.to(device);
  auto rows = torch::tensor({1, 3});
  if (!Bad)
    rows = rows.to(device);
  std::printf("%a\n", made.forward({rows}).toTensor().sum().item<double>());
}

static void attempt(void (*F)()) {
  torch::manual_seed(7);
  try {
    F();
  } catch (const std::exception &) {
    std::puts("raised");
  }
}

int main(int, char **Arguments) {
  Bad = std::strcmp(Arguments[1], "bad") == 0;
  DataFile = Arguments[2];
  attempt(trainsOnFile);
  attempt(remembers);
  attempt(competes);
  attempt(loses);
  attempt(losesByFunction);
  attempt(infers);
  attempt(infersFrozen);
  attempt(movesBetweenCalls);
  attempt(movesInside);
  attempt(takesFromCpu);
  attempt(FN_embeds);
}
