// Members of a class that its constructor puts somewhere, where methods use them.
// REQUIRES: torch
// RUN: not %device_tidy check --isolated --output-format concise --level 1 %s -- %torch_flags | FileCheck %s --implicit-check-not=warning:
#include <deque>
#include <map>
#include <optional>
#include <torch/torch.h>
#include <tuple>

// Which options there are has nothing to do with the device: where the weights are used, they are on the CPU.
struct WeightsBad {
  WeightsBad(const std::map<std::string, int> &options, torch::Device device) : device(device) {
    if (options.count("balanced"))
      weights = torch::linspace(1, 2, 4);
  }
  torch::Tensor loss(torch::Tensor scores, torch::Tensor target) {
    auto there = scores.to(device);
    return weights ? torch::nll_loss(there, target.to(device), *weights) : torch::nll_loss(there, target.to(device));
    // CHECK: :[[@LINE-1]]:22: warning: operands of 'nll_loss' may be on different devices: 'there' on 'device', '*weights' on cpu
  }
  torch::Device device;
  std::optional<torch::Tensor> weights;
};
struct WeightsGood {
  WeightsGood(const std::map<std::string, int> &options, torch::Device device) : device(device) {
    if (options.count("balanced"))
      weights = torch::linspace(1, 2, 4).to(device);
  }
  torch::Tensor loss(torch::Tensor scores, torch::Tensor target) {
    auto there = scores.to(device);
    return weights ? torch::nll_loss(there, target.to(device), *weights) : torch::nll_loss(there, target.to(device));
  }
  torch::Device device;
  std::optional<torch::Tensor> weights;
};
// The question decides the device, too.
struct OnHostOnlyGood {
  explicit OnHostOnlyGood(bool gpu) : device(gpu ? torch::kCUDA : torch::kCPU) {
    if (!gpu)
      table = torch::ones({4});
  }
  torch::Tensor look(torch::Tensor x) { return table.defined() ? x.to(device) * table : x; }
  torch::Device device;
  torch::Tensor table;
};
struct EitherGood {
  EitherGood(bool gpu, torch::Device device) : device(device) {
    if (gpu)
      table = torch::ones({4}, device);
    else
      table = torch::ones({4});
  }
  torch::Tensor look(torch::Tensor x) { return x.to(device) * table; }
  torch::Device device;
  torch::Tensor table;
};

// A method that hardly anybody knows the input of, and one that does.
class DetectorBad {
public:
  explicit DetectorBad(const std::string &where) : device(where) {
    net->to(device);
    grid = torch::ones({1, 2, 4, 4});
  }
  torch::Tensor run(const torch::Tensor &image) { return decode(net->forward(image.to(device))); }

private:
  torch::Tensor decode(const torch::Tensor &raw) const {
    auto parts = raw.split({2, 3}, 1);
    return torch::sigmoid(parts[0]) + grid;
    // CHECK: :[[@LINE-1]]:37: warning: operands of '+' may be on different devices: 'torch::sigmoid(parts[0])' on its caller's device, 'grid' on cpu
  }
  torch::Device device;
  torch::nn::Sequential net{torch::nn::Conv2d(3, 5, 1)};
  torch::Tensor grid;
};
class DetectorGood {
public:
  explicit DetectorGood(const std::string &where) : device(where) {
    net->to(device);
    grid = torch::ones({1, 2, 4, 4}).to(device);
  }
  torch::Tensor run(const torch::Tensor &image) { return decode(net->forward(image.to(device))); }

private:
  torch::Tensor decode(const torch::Tensor &raw) const {
    auto parts = raw.split({2, 3}, 1);
    return torch::sigmoid(parts[0]) + grid;
  }
  torch::Device device;
  torch::nn::Sequential net{torch::nn::Conv2d(3, 5, 1)};
  torch::Tensor grid;
};

// What a method puts into a list, another takes out of it.
using Step = std::tuple<torch::Tensor, torch::Tensor, double>;
struct Episode {
  explicit Episode(torch::Device device) : device(device) {}
  void add(const torch::Tensor &seen) { steps.emplace_back(seen, seen.to(device), 0.0); }
  torch::Tensor advantage(const torch::Tensor &wanted) {
    std::vector<torch::Tensor> values;
    for (const auto &[seen, value, reward] : steps)
      values.push_back(value);
    return wanted - torch::stack(values);
  }
  torch::Tensor seen(const torch::Tensor &wanted) { return wanted - std::get<0>(steps.back()); }
  torch::Device device;
  std::deque<Step> steps;
};
void takeBad() {
  torch::Device device(torch::cuda::is_available() ? torch::kCUDA : torch::kCPU);
  Episode episode(device);
  for (int i = 0; i < 4; ++i)
    episode.add(torch::ones({3}));
  episode.advantage(torch::ones({4, 3}));
  // CHECK: :[[@LINE-1]]:11: warning: operands of '-' may be on different devices: 'wanted' on cpu, 'torch::stack(values)' on cuda
  episode.seen(torch::ones({3}, device));
  // CHECK: :[[@LINE-1]]:11: warning: operands of '-' may be on different devices: 'wanted' on cuda, 'std::get<0>(steps.back())' on cpu
}
void takeGood() {
  torch::Device device(torch::cuda::is_available() ? torch::kCUDA : torch::kCPU);
  Episode episode(device);
  for (int i = 0; i < 4; ++i)
    episode.add(torch::ones({3}));
  episode.advantage(torch::ones({4, 3}, device));
  episode.seen(torch::ones({3}));
}

struct Transition {
  torch::Tensor state;
  torch::Tensor action;
  Transition(torch::Tensor state, torch::Tensor action) : state(state), action(action) {}
};
torch::Tensor emplaceBad(torch::Tensor x) {
  torch::Device device(torch::cuda::is_available() ? torch::kCUDA : torch::kCPU);
  std::vector<Transition> memory;
  memory.emplace_back(torch::ones({3}), torch::ones({3}, device));
  return memory[0].action * memory[0].state;
  // CHECK: :[[@LINE-1]]:27: warning: operands of '*' may be on different devices: 'memory[0].action' on cuda, 'memory[0].state' on cpu
}
torch::Tensor emplaceGood(torch::Tensor x) {
  torch::Device device(torch::cuda::is_available() ? torch::kCUDA : torch::kCPU);
  std::vector<Transition> memory;
  memory.emplace_back(torch::ones({3}, device), torch::ones({3}, device));
  return memory[0].action * memory[0].state;
}

// A branch of the round brings it there first.
void broughtInRoundGood(torch::Tensor x, torch::Device device) {
  auto state = torch::zeros({3});
  for (int i = 0; i < 3; ++i) {
    if (i == 0)
      state = state.to(device);
    state = x.to(device) * state;
  }
}
