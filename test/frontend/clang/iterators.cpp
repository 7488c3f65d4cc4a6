// RUN: dt-lower %s -- %torch_flags -include-pch %torch_pch | FileCheck %s
// REQUIRES: torch
// An iterator is its container; what is read through it is any element.
#include <map>
#include <torch/torch.h>

torch::Tensor finds(std::map<std::string, torch::Tensor> named) {
  auto it = named.find("weight");
  if (it == named.end())
    return {};
  it->second = it->second.cuda();
  return it->second;
}

torch::Tensor walks(std::vector<torch::Tensor> all, torch::Tensor x) {
  for (auto it = all.begin(); it != all.end(); ++it)
    x = x + *it;
  *all.begin() = x;
  return x;
}

void entries(std::map<std::string, torch::Tensor> named, torch::Device device) {
  for (auto &entry : named)
    entry.second = entry.second.to(device);
  for (auto &[name, tensor] : named)
    tensor = tensor.to(device);
}

std::vector<torch::Tensor> copies(const std::vector<torch::Tensor> &from) {
  std::vector<torch::Tensor> all(from.begin(), from.end());
  all.insert(all.end(), from.begin(), from.end());
  return all;
}

std::vector<float> memory(float *from, int n) {
  std::vector<float> all(from, from + n);
  all.insert(all.end(), from, from + n);
  return all;
}

torch::Tensor halves(std::pair<torch::Tensor, torch::Tensor> both) {
  both.first = both.first.cuda();
  return both.second;
}

// CHECK-LABEL: func @finds(%named: dict<tensor>) -> tensor {
// CHECK-NEXT: ^0:
// CHECK-NEXT:   %0: bool = opaque(%named, %named)
// CHECK-NEXT:   branch(%0) ^1, ^2
// CHECK-NEXT: ^1:
// CHECK-NEXT:   %1: tensor = call @at::Tensor()
// CHECK-NEXT:   return(%1)
// CHECK-NEXT: ^2:
// CHECK-NEXT:   %2 = opaque()
// CHECK-NEXT:   %3: tensor = get.item(%named, %2)
// CHECK-NEXT:   %4: tensor = invoke "cuda"(%3)
// CHECK-NEXT:   %5 = opaque()
// CHECK-NEXT:   set.item(%named, %5, %4)
// CHECK-NEXT:   %6 = opaque()
// CHECK-NEXT:   %7: tensor = get.item(%named, %6)
// CHECK-NEXT:   return(%7)
// CHECK-NEXT: }

// CHECK-LABEL: func @walks(%all: list<tensor>, %x: tensor) -> tensor {
// CHECK-NEXT: ^0:
// CHECK-NEXT:   jump ^1(%x)
// CHECK-NEXT: ^1(%x.1: tensor):
// CHECK-NEXT:   %0: bool = opaque(%all, %all)
// CHECK-NEXT:   branch(%0) ^2, ^3
// CHECK-NEXT: ^2:
// CHECK-NEXT:   %1 = opaque()
// CHECK-NEXT:   %2: tensor = get.item(%all, %1)
// CHECK-NEXT:   %x.2: tensor = op "+"(%x.1, %2)
// CHECK-NEXT:   jump ^1(%x.2)
// CHECK-NEXT: ^3:
// CHECK-NEXT:   %3 = opaque()
// CHECK-NEXT:   set.item(%all, %3, %x.1)
// CHECK-NEXT:   return(%x.1)
// CHECK-NEXT: }

// CHECK-LABEL: func @entries(%named: dict<tensor>, %device: device) -> none {
// CHECK-NEXT: ^0:
// CHECK-NEXT:   %0 = iterate(%named)
// CHECK-NEXT:   jump ^1
// CHECK-NEXT: ^1:
// CHECK-NEXT:   %1: bool = has.next(%0)
// CHECK-NEXT:   branch(%1) ^2, ^3
// CHECK-NEXT: ^2:
// CHECK-NEXT:   %entry: tuple = next(%0)
// CHECK-NEXT:   %2: tensor = unpack 1 of 2(%entry)
// CHECK-NEXT:   %3: tensor = invoke "to"(%2, %device)
// CHECK-NEXT:   %4 = unpack 0 of 2(%entry)
// CHECK-NEXT:   %entry.1: tuple = tuple(%4, %3)
// CHECK-NEXT:   %5 = unpack 1 of 2(%entry.1)
// CHECK-NEXT:   set.item(%named, %0, %5)
// CHECK-NEXT:   jump ^1
// CHECK-NEXT: ^3:
// CHECK-NEXT:   %6 = iterate(%named)
// CHECK-NEXT:   jump ^4
// CHECK-NEXT: ^4:
// CHECK-NEXT:   %7: bool = has.next(%6)
// CHECK-NEXT:   branch(%7) ^5, ^6
// CHECK-NEXT: ^5:
// CHECK-NEXT:   %8: tuple = next(%6)
// CHECK-NEXT:   %name: string = unpack 0 of 2(%8)
// CHECK-NEXT:   %tensor: tensor = unpack 1 of 2(%8)
// CHECK-NEXT:   %tensor.1: tensor = invoke "to"(%tensor, %device)
// CHECK-NEXT:   set.item(%named, %6, %tensor.1)
// CHECK-NEXT:   jump ^4
// CHECK-NEXT: ^6:
// CHECK-NEXT:   return
// CHECK-NEXT: }

// CHECK-LABEL: func @copies(%from: list<tensor>) -> list<tensor> {
// CHECK-NEXT: ^0:
// CHECK-NEXT:   %all: list<tensor> = list(*%from)
// CHECK-NEXT:   %0 = opaque()
// CHECK-NEXT:   %1 = get.item(%from, %0)
// CHECK-NEXT:   %2 = opaque()
// CHECK-NEXT:   %3 = get.item(%from, %2)
// CHECK-NEXT:   %4 = invoke "insert"(%all, %1, %3)
// CHECK-NEXT:   return(%all)
// CHECK-NEXT: }

// CHECK-LABEL: func @halves(%both: tuple) -> tensor {
// CHECK-NEXT: ^0:
// CHECK-NEXT:   %0: tensor = unpack 0 of 2(%both)
// CHECK-NEXT:   %1: tensor = invoke "cuda"(%0)
// CHECK-NEXT:   %2 = unpack 1 of 2(%both)
// CHECK-NEXT:   %both.1: tuple = tuple(%1, %2)
// CHECK-NEXT:   %3: tensor = unpack 1 of 2(%both.1)
// CHECK-NEXT:   return(%3)
// CHECK-NEXT: }
