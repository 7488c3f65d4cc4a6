// What test/bench/instrument.py measures. Compiled three times: with PART, the loops, plain and instrumented, each into
// a library of its own; without, the program that measures them by turns, in processor time of one thread in
// nanoseconds, and prints JSON.
#include <ATen/record_function.h>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <torch/torch.h>
#include <vector>

struct Loops {
  virtual ~Loops() = default;
  virtual void add(int Count) = 0;
  virtual void tiny(int Count) = 0;
  virtual void step(int Count) = 0;
};

#ifdef PART

namespace {
struct Part : Loops {
  explicit Part(torch::Device Device) {
    X = torch::ones({4}, Device), Y = torch::ones({4}, Device);
    Net->to(Device);
    In = torch::randn({32, 16}).to(Device), Target = torch::randn({32, 4}).to(Device);
  }
  void add(int Count) override {
    for (int I = 0; I != Count; ++I)
      auto Z = X + Y;
  }
  void tiny(int Count) override {
    for (int I = 0; I != Count; ++I)
      auto Z = (X * Y + X).relu().view({2, 2}).t().sum();
  }
  void step(int Count) override {
    for (int I = 0; I != Count; ++I) {
      Optimizer.zero_grad();
      torch::mse_loss(Net->forward(In), Target).backward();
      Optimizer.step();
    }
  }
  torch::Tensor X, Y, In, Target;
  torch::nn::Sequential Net{torch::nn::Linear(16, 16), torch::nn::ReLU(), torch::nn::Linear(16, 4)};
  torch::optim::SGD Optimizer{Net->parameters(), 0.01};
};
} // namespace

extern "C" Loops *PART(const char *Device) { return new Part(torch::Device(Device)); }

#else

extern "C" Loops *plainLoops(const char *Device);
extern "C" Loops *instrumentedLoops(const char *Device);

static double now() {
  timespec Time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &Time);
  return double(Time.tv_sec) * 1e9 + double(Time.tv_nsec);
}

static double middle(std::vector<double> Values) {
  std::nth_element(Values.begin(), Values.begin() + Values.size() / 2, Values.end());
  return Values[Values.size() / 2];
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

static Loops *Plain, *Instrumented;

static void measure(const char *Name, int Count, int Rounds, void (Loops::*F)(int)) {
  std::vector<double> Times[3], Ratios[3];
  for (int Round = 0; Round != Rounds; ++Round) {
    double Now[3];
    for (int Turn = 0; Turn != 3; ++Turn) {
      const int Which = (Turn + Round) % 3;
      at::CallbackHandle Callback = 0;
      if (Which == 2)
        Callback = at::addGlobalCallback(
            at::RecordFunctionCallback(&compareDevices).needsInputs(true).scopes({at::RecordScope::FUNCTION}));
      Loops *Measured = Which == 1 ? Instrumented : Plain;
      (Measured->*F)(Count / 10);
      const double Start = now();
      (Measured->*F)(Count);
      Now[Which] = (now() - Start) / Count;
      if (Which == 2)
        at::removeCallback(Callback);
    }
    for (int Which = 0; Which != 3; ++Which) {
      Times[Which].push_back(Now[Which]);
      Ratios[Which].push_back(Now[Which] / Now[0]);
    }
  }
  std::printf("\"%s\": {\"plain\": %.1f, \"instrumented\": %.1f, \"ratio\": %.4f, \"observed\": %.1f, \"observed "
              "ratio\": %.4f},\n",
              Name, middle(Times[0]), middle(Times[1]), middle(Ratios[1]), middle(Times[2]), middle(Ratios[2]));
}

int main(int, char **Arguments) {
  at::set_num_threads(1);
  c10::AutogradState::get_tls_state().set_multithreading_enabled(false);
  const int Rounds = std::atoi(Arguments[2]);
  Plain = plainLoops(Arguments[1]), Instrumented = instrumentedLoops(Arguments[1]);
  std::printf("{");
  {
    torch::NoGradGuard Guard;
    measure("add", 1000, 1000 * Rounds, &Loops::add);
    measure("tiny", 200, 1000 * Rounds, &Loops::tiny);
  }
  measure("step", 20, 500 * Rounds, &Loops::step);
  std::printf("\"end\": %d}\n", Mixed);
}

#endif
