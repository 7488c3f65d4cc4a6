// Loads that go to the device of the machine that saved.
// REQUIRES: torch
// RUN: not %device_tidy check --isolated --select device-load-without-map-location %s -- %torch_flags | FileCheck %s --implicit-check-not='{{warning|note}}:'
#include <torch/script.h>
#include <torch/torch.h>

torch::jit::Module script_bad(const std::string &path) {
  return torch::jit::load(path);
  // CHECK: :[[@LINE-1]]:10: warning: 'torch::jit::load' without a device: fails on a machine without a GPU if the file was saved on one [device-load-without-map-location]
  // CHECK: :[[@LINE-2]]:31: note: possible fix: load onto 'torch::kCPU'
}

torch::jit::Module script_ok(const std::string &path) { return torch::jit::load(path, torch::kCPU); }

torch::jit::Module script_moved_bad(const std::string &path, torch::Device device) {
  auto model = torch::jit::load(path);
  // CHECK: :[[@LINE-1]]:16: warning: 'torch::jit::load' without a device: fails on a machine without a GPU if the file was saved on one [device-load-without-map-location]
  // CHECK: :[[@LINE-2]]:37: note: possible fix: load onto 'device'
  model.to(device);
  return model;
}

torch::jit::Module script_moved_ok(const std::string &path, torch::Device device) {
  auto model = torch::jit::load(path, device);
  return model;
}

torch::Tensor tensor_bad(const std::string &path) {
  torch::Tensor x;
  torch::load(x, path);
  // CHECK: :[[@LINE-1]]:3: warning: 'torch::load' without a device: fails on a machine without a GPU if the file was saved on one [device-load-without-map-location]
  // CHECK: :[[@LINE-2]]:22: note: possible fix: load onto 'torch::kCPU'
  return x;
}

torch::Tensor tensor_ok(const std::string &path) {
  torch::Tensor x;
  torch::load(x, path, torch::kCPU);
  return x;
}

void after_move_bad(torch::nn::Linear model, torch::Device device) {
  model->to(device);
  torch::load(model, "model.pt");
  // CHECK: :[[@LINE-1]]:3: warning: 'torch::load' without a device: puts the state back on the device that it was saved from [device-load-without-map-location]
  // CHECK: :[[@LINE-3]]:10: note: 'model' moved to 'device' here
}

void after_move_ok(torch::nn::Linear model, torch::Device device) {
  model->to(device);
  torch::load(model, "model.pt", device);
}

void before_move_ok(torch::nn::Linear model, torch::Device device) {
  torch::load(model, "model.pt", torch::kCPU);
  model->to(device);
}

// What the function has written itself was on devices that are there.
torch::Tensor elsewhere_bad(const torch::Tensor &x, const std::string &folder) {
  torch::save(x, folder + "/x.pt");
  torch::Tensor y;
  torch::load(y, folder + "/y.pt");
  // CHECK: :[[@LINE-1]]:3: warning: 'torch::load' without a device: fails on a machine without a GPU if the file was saved on one [device-load-without-map-location]
  // CHECK: :[[@LINE-2]]:34: note: possible fix: load onto 'torch::kCPU'
  return y;
}

torch::Tensor own_file_ok(const torch::Tensor &x, const std::string &folder) {
  torch::save(x, folder + "/x.pt");
  torch::Tensor y;
  torch::load(y, folder + "/x.pt");
  return y;
}

torch::jit::Module guarded_ok(const std::string &path) {
  if (torch::cuda::is_available())
    return torch::jit::load(path);
  return torch::jit::load(path, torch::kCPU);
}

void archive_bad(torch::nn::Linear model) {
  torch::serialize::InputArchive archive;
  archive.load_from("model.pt");
  // CHECK: :[[@LINE-1]]:11: warning: 'load_from' without a device: fails on a machine without a GPU if the file was saved on one [device-load-without-map-location]
  model->load(archive);
}

void archive_ok(torch::nn::Linear model) {
  torch::serialize::InputArchive archive;
  archive.load_from("model.pt", torch::Device(torch::kCPU));
  model->load(archive);
}
