// What the ways of saving keep of the device. torch::save writes the state of a module, never its class.
// REQUIRES: torch
// RUN: not %device_tidy check --isolated --select device-whole-module-saved,device-load-without-map-location %s -- %torch_flags | FileCheck %s --implicit-check-not='{{warning|note}}:'
#include <torch/script.h>
#include <torch/torch.h>

void saved_ok(torch::nn::Sequential model, torch::optim::Adam &optimizer) {
  torch::save(model, "model.pt");
  torch::save(optimizer, "optimizer.pt");
}

void scripted_ok(torch::jit::Module &model) { model.save("scripted.pt"); }

void restored_bad() {
  torch::nn::Sequential model(torch::nn::Linear(4, 8), torch::nn::ReLU(), torch::nn::Linear(8, 2));
  torch::load(model, "model.pt");
  // CHECK: :[[@LINE-1]]:3: warning: 'torch::load' without a device: fails on a machine without a GPU if the file was saved on one [device-load-without-map-location]
  model->eval();
}

void restored_ok() {
  torch::nn::Sequential model(torch::nn::Linear(4, 8), torch::nn::ReLU(), torch::nn::Linear(8, 2));
  torch::load(model, "model.pt", torch::kCPU);
  model->eval();
}

struct Session {
  explicit Session(torch::Device device) : device(device), model(4, 2), optimizer(model->parameters(), 0.01) {
    model->to(device);
  }
  void resume_bad(const std::string &folder) {
    torch::load(model, folder + "/model.pt");
    // CHECK: :[[@LINE-1]]:5: warning: 'torch::load' without a device: fails on a machine without a GPU if the file was saved on one [device-load-without-map-location]
    // CHECK: :[[@LINE-2]]:44: note: possible fix: load onto 'torch::kCPU'
  }
  void resume_ok(const std::string &folder) { torch::load(model, folder + "/model.pt", device); }

  torch::Device device;
  torch::nn::Linear model;
  torch::optim::Adam optimizer;
};

torch::jit::Module served_bad(int argc, char **argv) {
  auto device = torch::cuda::is_available() ? torch::Device(torch::kCUDA, 0) : torch::Device(torch::kCPU);
  torch::jit::Module model = torch::jit::load(argc > 1 ? argv[1] : "model.pt");
  // CHECK: :[[@LINE-1]]:30: warning: 'torch::jit::load' without a device: fails on a machine without a GPU if the file was saved on one [device-load-without-map-location]
  // CHECK: :[[@LINE-2]]:78: note: possible fix: load onto 'device'
  model.to(device);
  return model;
}

torch::jit::Module served_ok(int argc, char **argv) {
  auto device = torch::cuda::is_available() ? torch::Device(torch::kCUDA, 0) : torch::Device(torch::kCPU);
  torch::jit::Module model = torch::jit::load(argc > 1 ? argv[1] : "model.pt", device);
  return model;
}
