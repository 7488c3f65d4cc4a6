// What test/bench/instrument.py measures: processor time of one thread in nanoseconds, as JSON.
#include <ATen/record_function.h>
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <torch/torch.h>

static double now() {
  timespec Time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &Time);
  return double(Time.tv_sec) * 1e9 + double(Time.tv_nsec);
}

template <class Function> static void measure(const char *Name, int Count, Function F) {
  double Best = 1e30;
  for (int Round = 0; Round != 20; ++Round) {
    double Start = now();
    for (int I = 0; I != Count; ++I)
      F();
    Best = std::min(Best, (now() - Start) / Count);
  }
  std::printf("\"%s\": %.1f, ", Name, Best);
}

/// What LibTorch offers for the same: a callback that is given the inputs of each operator.
static int Mixed = 0;
static std::unique_ptr<at::ObserverContext> compareDevices(const at::RecordFunction &Operator) {
  const at::Tensor *First = nullptr;
  for (const c10::IValue &Input : Operator.inputs()) {
    if (!Input.isTensor() || !Input.toTensor().defined())
      continue;
    if (!First)
      First = &Input.toTensor();
    else if (Input.toTensor().device() != First->device())
      ++Mixed;
  }
  return nullptr;
}

int main(int Count, char **Arguments) {
  at::set_num_threads(1);
  if (Count > 2)
    at::addGlobalCallback(
        at::RecordFunctionCallback(&compareDevices).needsInputs(true).scopes({at::RecordScope::FUNCTION}));
  torch::Device Device(Arguments[1]);
  std::printf("{");
  {
    torch::NoGradGuard Guard;
    auto X = torch::ones({4}, Device), Y = torch::ones({4}, Device);
    measure("add", 10000, [&] { auto Z = X + Y; });
    measure("tiny", 2000, [&] { auto Z = (X * Y + X).relu().view({2, 2}).t().sum(); });
  }
  c10::AutogradState::get_tls_state().set_multithreading_enabled(false);
  torch::nn::Sequential Net(torch::nn::Linear(16, 16), torch::nn::ReLU(), torch::nn::Linear(16, 4));
  Net->to(Device);
  torch::optim::SGD Optimizer(Net->parameters(), 0.01);
  auto In = torch::randn({32, 16}).to(Device), Target = torch::randn({32, 4}).to(Device);
  measure("step", 200, [&] {
    Optimizer.zero_grad();
    torch::mse_loss(Net->forward(In), Target).backward();
    Optimizer.step();
  });
  std::printf("\"end\": %d}\n", Mixed);
}
