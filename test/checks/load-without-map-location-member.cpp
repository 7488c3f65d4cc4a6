// A module that a member holds, loaded where nothing says the device: onto the CPU is a repair only if it was there.
// REQUIRES: torch
// RUN: not %device_tidy check --isolated --select device-load-without-map-location %s -- %torch_flags | FileCheck %s
// --implicit-check-not='{{warning|fix}}:'
#include <torch/torch.h>

struct Agent : torch::nn::Module {
  torch::nn::Linear lin{nullptr};
  Agent() { lin = register_module("lin", torch::nn::Linear(4, 4)); }
};

struct Moved {
  std::shared_ptr<Agent> agent;

  explicit Moved(const std::string &path) {
    torch::Device device = torch::cuda::is_available() ? torch::kCUDA : torch::kCPU;
    agent = std::make_shared<Agent>();
    agent->to(device);
    load_bad(path);
  }

  void load_bad(const std::string &path);
};

void Moved::load_bad(const std::string &path) { torch::load(agent, path); }
// CHECK: :[[@LINE-1]]:49: warning: 'torch::load' without a device: fails
// CHECK: possible fix: load onto 'torch::kCPU'

void own_bad(const std::string &path) {
  auto agent = std::make_shared<Agent>();
  torch::load(agent, path);
  // CHECK: :[[@LINE-1]]:3: warning: 'torch::load' without a device: fails
  // CHECK: {{ }}fix: load onto 'torch::kCPU'
}

void own_ok(const std::string &path) {
  auto agent = std::make_shared<Agent>();
  torch::load(agent, path, torch::kCPU);
}
