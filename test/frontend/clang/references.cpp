// RUN: dt-lower %s -- %torch_flags -include-pch %torch_pch | FileCheck %s
// REQUIRES: torch
// Variables that other code can write are cells; the others are values.
#include <torch/torch.h>

void fill(torch::Tensor &out, torch::Device device) { out = torch::zeros({2}, device); }
void fill_address(torch::Tensor *out) { *out = torch::zeros({2}); }
void moves_module(torch::nn::Linear &layer, std::vector<torch::Tensor> &all) {
  layer->to(torch::kCUDA);
  all[0] = all[1];
}

struct State {
  torch::Tensor weight;
};

torch::Tensor shares(State &state, torch::nn::Linear layer, std::vector<torch::Tensor> all) {
  torch::Tensor x;
  fill(x, torch::kCUDA);
  fill_address(&x);
  fill(state.weight, torch::kCPU);
  moves_module(layer, all);
  return x;
}

torch::Tensor aliases(torch::Tensor x, State state) {
  torch::Tensor &same = x;
  same = same + 1;
  auto &weight = state.weight;
  weight = weight.cuda();
  const auto &read = x;
  return read;
}

torch::Tensor captures(torch::Tensor x, torch::Device device) {
  auto total = torch::zeros({1});
  auto add = [&](torch::Tensor y) { total += y.to(device); };
  auto scaled = [x](int n) { return x * n; };
  add(x);
  return total + scaled(2);
}

torch::Tensor called_at_once(torch::Tensor x) {
  torch::Tensor y = [&] {
    if (x.is_cuda())
      return x.cpu();
    return x;
  }();
  return y;
}

torch::Tensor loads(const std::string &path) {
  torch::Tensor x;
  torch::load(x, path, torch::kCPU);
  return x;
}

// CHECK-LABEL: class @State {
// CHECK-NEXT:   weight: tensor
// CHECK-NEXT: }

// CHECK-LABEL: func @fill(cell %out: tensor, %device: device) -> none {
// CHECK-NEXT: ^0:
// CHECK-NEXT:   %0: number = const 2
// CHECK-NEXT:   %1: list<number> = list(%0)
// CHECK-NEXT:   %2: tensor = call @torch::zeros(%1, device=%device)
// CHECK-NEXT:   set.cell(%out, %2)
// CHECK-NEXT:   return
// CHECK-NEXT: }

// CHECK-LABEL: func @fill_address(%out: tensor?) -> none {
// CHECK-NEXT: ^0:
// CHECK-NEXT:   %0: number = const 2
// CHECK-NEXT:   %1: list<number> = list(%0)
// CHECK-NEXT:   %2: tensor = call @torch::zeros(%1)
// CHECK-NEXT:   set.cell(%out, %2)
// CHECK-NEXT:   return
// CHECK-NEXT: }

// CHECK-LABEL: func @moves_module(%layer: object<torch::nn::LinearImpl>, %all: list<tensor>) -> none {
// CHECK-NEXT: ^0:
// CHECK-NEXT:   %0: string = const "cuda"
// CHECK-NEXT:   %1: none = invoke "to"(%layer, %0)
// CHECK-NEXT:   %2: number = const 1
// CHECK-NEXT:   %3: tensor = get.item(%all, %2)
// CHECK-NEXT:   %4: number = const 0
// CHECK-NEXT:   set.item(%all, %4, %3)
// CHECK-NEXT:   return
// CHECK-NEXT: }

// CHECK-LABEL: func @shares(%state: object<State>, %layer: object<torch::nn::LinearImpl>, %all: list<tensor>) -> tensor {
// CHECK-NEXT: ^0:
// CHECK-NEXT:   %0: tensor = call @at::Tensor()
// CHECK-NEXT:   %x: tensor = cell(%0)
// CHECK-NEXT:   %1: string = const "cuda"
// CHECK-NEXT:   %2: none = call @fill(%x, %1)
// CHECK-NEXT:   %3: none = call @fill_address(%x)
// CHECK-NEXT:   %4: tensor = get.field "weight"(%state)
// CHECK-NEXT:   %5: tensor = cell(%4)
// CHECK-NEXT:   %6: string = const "cpu"
// CHECK-NEXT:   %7: none = call @fill(%5, %6)
// CHECK-NEXT:   %8: tensor = get.cell(%5)
// CHECK-NEXT:   set.field "weight"(%state, %8)
// CHECK-NEXT:   %9: none = call @moves_module(%layer, %all)
// CHECK-NEXT:   %10: tensor = get.cell(%x)
// CHECK-NEXT:   return(%10)
// CHECK-NEXT: }

// CHECK-LABEL: func @aliases(%x: tensor, %state: object<State>) -> tensor {
// CHECK-NEXT: ^0:
// CHECK-NEXT:   %0: number = const 1
// CHECK-NEXT:   %x.1: tensor = op "+"(%x, %0)
// CHECK-NEXT:   %weight: tensor = get.field "weight"(%state)
// CHECK-NEXT:   %weight.1: tensor = invoke "cuda"(%weight)
// CHECK-NEXT:   set.field "weight"(%state, %weight.1)
// CHECK-NEXT:   return(%x.1)
// CHECK-NEXT: }

// CHECK-LABEL: func @captures(%x: tensor, %device: device) -> tensor {
// CHECK-NEXT: ^0:
// CHECK-NEXT:   %0: number = const 1
// CHECK-NEXT:   %1: list<number> = list(%0)
// CHECK-NEXT:   %2: tensor = call @torch::zeros(%1)
// CHECK-NEXT:   %total: tensor = cell(%2)
// CHECK-NEXT:   %add: function = closure @captures::lambda#1(%total, %device)
// CHECK-NEXT:   %scaled: function = closure @captures::lambda#2(%x)
// CHECK-NEXT:   %3: none = apply(%add, %x)
// CHECK-NEXT:   %4: tensor = get.cell(%total)
// CHECK-NEXT:   %5: number = const 2
// CHECK-NEXT:   %6: tensor = apply(%scaled, %5)
// CHECK-NEXT:   %7: tensor = op "+"(%4, %6)
// CHECK-NEXT:   return(%7)
// CHECK-NEXT: }

// CHECK-LABEL: func @called_at_once(%x: tensor) -> tensor {
// CHECK-NEXT: ^0:
// CHECK-NEXT:   %0: bool = invoke "is_cuda"(%x)
// CHECK-NEXT:   branch(%0) ^2, ^3
// CHECK-NEXT: ^1(%y: tensor):
// CHECK-NEXT:   return(%y)
// CHECK-NEXT: ^2:
// CHECK-NEXT:   %1: tensor = invoke "cpu"(%x)
// CHECK-NEXT:   jump ^1(%1)
// CHECK-NEXT: ^3:
// CHECK-NEXT:   jump ^1(%x)
// CHECK-NEXT: }

// CHECK-LABEL: func @loads(%path: string) -> tensor {
// CHECK-NEXT: ^0:
// CHECK-NEXT:   %0: tensor = call @at::Tensor()
// CHECK-NEXT:   %x: tensor = cell(%0)
// CHECK-NEXT:   %1: tensor = get.cell(%x)
// CHECK-NEXT:   %2: string = const "cpu"
// CHECK-NEXT:   %3: none = call @torch::load(%1, %path, %2)
// CHECK-NEXT:   %4: tensor = get.cell(%x)
// CHECK-NEXT:   return(%4)
// CHECK-NEXT: }

// CHECK-LABEL: func lambda @captures::lambda#1(cell %total: tensor, %device: device, %y: tensor) -> none captures 2 {
// CHECK-NEXT: ^0:
// CHECK-NEXT:   %0: tensor = get.cell(%total)
// CHECK-NEXT:   %1: tensor = invoke "to"(%y, %device)
// CHECK-NEXT:   %2: tensor = op "+="(%0, %1)
// CHECK-NEXT:   set.cell(%total, %2)
// CHECK-NEXT:   return
// CHECK-NEXT: }

// CHECK-LABEL: func lambda @captures::lambda#2(%x: tensor, %n: number) -> tensor captures 1 {
// CHECK-NEXT: ^0:
// CHECK-NEXT:   %0: tensor = op "*"(%x, %n)
// CHECK-NEXT:   return(%0)
// CHECK-NEXT: }
