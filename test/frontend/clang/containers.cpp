// RUN: dt-lower %s -- %torch_flags -include-pch %torch_pch | FileCheck %s
// REQUIRES: torch
// Containers, structured bindings, loops over them.
#include <torch/torch.h>
#include <map>
#include <optional>

std::tuple<torch::Tensor, torch::Tensor> two(torch::Tensor x) { return {x, x.cuda()}; }

torch::Tensor lists(torch::Tensor x) {
  std::vector<torch::Tensor> all = {x, x};
  all.push_back(x);
  all.back() = x.cpu();
  for (auto &each : all)
    each = each.cuda();
  for (size_t i = 0; i < all.size(); ++i)
    all[i] = all.at(i) + 1;
  return torch::stack(all);
}

torch::Tensor maps(torch::Tensor x) {
  std::map<std::string, torch::Tensor> named{{"a", x}};
  named["b"] = x;
  for (const auto &[name, tensor] : named)
    x = x + tensor;
  return x;
}

torch::Tensor tuples(torch::Tensor x) {
  auto [a, b] = two(x);
  torch::Tensor c, d;
  std::tie(c, d) = two(b);
  auto pair = std::make_pair(c, 1);
  return std::get<0>(two(pair.first)) + a;
}

torch::Tensor optionals(torch::Tensor x, const std::optional<torch::Tensor> &weight, std::optional<torch::Device> device = std::nullopt) {
  if (weight.has_value())
    x = x * *weight;
  if (weight && !device)
    return weight.value();
  return device == std::nullopt ? x : x.to(device.value());
}

struct Batch {
  torch::Tensor data, target;
  int size = 1;
};

torch::Tensor aggregates(torch::Tensor x) {
  Batch batch{x, x.cuda()};
  auto [data, target, size] = batch;
  batch.data = target;
  return data;
}

void trains(torch::Device device) {
  auto set = torch::data::datasets::MNIST("data").map(torch::data::transforms::Stack<>());
  auto loader = torch::data::make_data_loader(std::move(set), 64);
  for (auto &batch : *loader)
    auto data = batch.data.to(device);
}

// CHECK-LABEL: class @Batch {
// CHECK-NEXT:   data: tensor
// CHECK-NEXT:   target: tensor
// CHECK-NEXT:   size: number
// CHECK-NEXT: }

// CHECK-LABEL: func @two(%x: tensor) -> tuple {
// CHECK-NEXT: ^0:
// CHECK-NEXT:   %0: tensor = invoke "cuda"(%x)
// CHECK-NEXT:   %1: tuple = tuple(%x, %0)
// CHECK-NEXT:   return(%1)
// CHECK-NEXT: }

// CHECK-LABEL: func @lists(%x: tensor) -> tensor {
// CHECK-NEXT: ^0:
// CHECK-NEXT:   %all: list<tensor> = list(%x, %x)
// CHECK-NEXT:   %0: none = invoke "push_back"(%all, %x)
// CHECK-NEXT:   %1: tensor = invoke "cpu"(%x)
// CHECK-NEXT:   %2: number = const -1
// CHECK-NEXT:   set.item(%all, %2, %1)
// CHECK-NEXT:   %3 = iterate(%all)
// CHECK-NEXT:   jump ^1
// CHECK-NEXT: ^1:
// CHECK-NEXT:   %4: bool = has.next(%3)
// CHECK-NEXT:   branch(%4) ^2, ^3
// CHECK-NEXT: ^2:
// CHECK-NEXT:   %each: tensor = next(%3)
// CHECK-NEXT:   %each.1: tensor = invoke "cuda"(%each)
// CHECK-NEXT:   set.item(%all, %3, %each.1)
// CHECK-NEXT:   jump ^1
// CHECK-NEXT: ^3:
// CHECK-NEXT:   %i: number = const 0
// CHECK-NEXT:   jump ^4(%i)
// CHECK-NEXT: ^4(%i.1: number):
// CHECK-NEXT:   %5: number = invoke "size"(%all)
// CHECK-NEXT:   %6: bool = op "<"(%i.1, %5)
// CHECK-NEXT:   branch(%6) ^5, ^6
// CHECK-NEXT: ^5:
// CHECK-NEXT:   %7: tensor = invoke "at"(%all, %i.1)
// CHECK-NEXT:   %8: number = const 1
// CHECK-NEXT:   %9: tensor = op "+"(%7, %8)
// CHECK-NEXT:   set.item(%all, %i.1, %9)
// CHECK-NEXT:   %10: number = const 1
// CHECK-NEXT:   %i.2: number = op "+="(%i.1, %10)
// CHECK-NEXT:   jump ^4(%i.2)
// CHECK-NEXT: ^6:
// CHECK-NEXT:   %11: tensor = call @at::stack(%all)
// CHECK-NEXT:   return(%11)
// CHECK-NEXT: }

// CHECK-LABEL: func @maps(%x: tensor) -> tensor {
// CHECK-NEXT: ^0:
// CHECK-NEXT:   %0: string = const "a"
// CHECK-NEXT:   %named: dict<tensor> = dict(%0, %x)
// CHECK-NEXT:   %1: string = const "b"
// CHECK-NEXT:   set.item(%named, %1, %x)
// CHECK-NEXT:   %2 = iterate(%named)
// CHECK-NEXT:   jump ^1(%x)
// CHECK-NEXT: ^1(%x.1: tensor):
// CHECK-NEXT:   %3: bool = has.next(%2)
// CHECK-NEXT:   branch(%3) ^2, ^3
// CHECK-NEXT: ^2:
// CHECK-NEXT:   %4: tuple = next(%2)
// CHECK-NEXT:   %name: string = unpack 0 of 2(%4)
// CHECK-NEXT:   %tensor: tensor = unpack 1 of 2(%4)
// CHECK-NEXT:   %x.2: tensor = op "+"(%x.1, %tensor)
// CHECK-NEXT:   jump ^1(%x.2)
// CHECK-NEXT: ^3:
// CHECK-NEXT:   return(%x.1)
// CHECK-NEXT: }

// CHECK-LABEL: func @tuples(%x: tensor) -> tensor {
// CHECK-NEXT: ^0:
// CHECK-NEXT:   %0: tuple = call @two(%x)
// CHECK-NEXT:   %a: tensor = unpack 0 of 2(%0)
// CHECK-NEXT:   %b: tensor = unpack 1 of 2(%0)
// CHECK-NEXT:   %c: tensor = call @at::Tensor()
// CHECK-NEXT:   %d: tensor = call @at::Tensor()
// CHECK-NEXT:   %1: tuple = call @two(%b)
// CHECK-NEXT:   %c.1: tensor = unpack 0 of 2(%1)
// CHECK-NEXT:   %d.1: tensor = unpack 1 of 2(%1)
// CHECK-NEXT:   %2: number = const 1
// CHECK-NEXT:   %pair: tuple = tuple(%c.1, %2)
// CHECK-NEXT:   %3: tensor = unpack 0 of 2(%pair)
// CHECK-NEXT:   %4: tuple = call @two(%3)
// CHECK-NEXT:   %5: tensor = unpack 0 of 2(%4)
// CHECK-NEXT:   %6: tensor = op "+"(%5, %a)
// CHECK-NEXT:   return(%6)
// CHECK-NEXT: }

// CHECK-LABEL: func @optionals(%x: tensor, %weight: tensor?, %device: device? = None) -> tensor {
// CHECK-NEXT: ^0:
// CHECK-NEXT:   %0: none = const None
// CHECK-NEXT:   %1: bool = op "is not"(%weight, %0)
// CHECK-NEXT:   branch(%1) ^1, ^2(%x)
// CHECK-NEXT: ^1:
// CHECK-NEXT:   %x.1: tensor = op "*"(%x, %weight)
// CHECK-NEXT:   jump ^2(%x.1)
// CHECK-NEXT: ^2(%x.2: tensor):
// CHECK-NEXT:   %2: none = const None
// CHECK-NEXT:   %3: bool = op "is not"(%weight, %2)
// CHECK-NEXT:   branch(%3) ^3, ^4
// CHECK-NEXT: ^3:
// CHECK-NEXT:   %4: none = const None
// CHECK-NEXT:   %5: bool = op "is not"(%device, %4)
// CHECK-NEXT:   branch(%5) ^4, ^5
// CHECK-NEXT: ^4:
// CHECK-NEXT:   %6: none = const None
// CHECK-NEXT:   %7: bool = op "is"(%device, %6)
// CHECK-NEXT:   branch(%7) ^6, ^7
// CHECK-NEXT: ^5:
// CHECK-NEXT:   return(%weight)
// CHECK-NEXT: ^6:
// CHECK-NEXT:   jump ^8(%x.2)
// CHECK-NEXT: ^7:
// CHECK-NEXT:   %8: tensor = invoke "to"(%x.2, %device)
// CHECK-NEXT:   jump ^8(%8)
// CHECK-NEXT: ^8(%9: tensor):
// CHECK-NEXT:   return(%9)
// CHECK-NEXT: }

// CHECK-LABEL: func @aggregates(%x: tensor) -> tensor {
// CHECK-NEXT: ^0:
// CHECK-NEXT:   %batch: object<Batch> = call @Batch()
// CHECK-NEXT:   set.field "data"(%batch, %x)
// CHECK-NEXT:   %0: tensor = invoke "cuda"(%x)
// CHECK-NEXT:   set.field "target"(%batch, %0)
// CHECK-NEXT:   %1: number = const 1
// CHECK-NEXT:   set.field "size"(%batch, %1)
// CHECK-NEXT:   %data: tensor = get.field "data"(%batch)
// CHECK-NEXT:   %target: tensor = get.field "target"(%batch)
// CHECK-NEXT:   %size: number = get.field "size"(%batch)
// CHECK-NEXT:   set.field "data"(%batch, %target)
// CHECK-NEXT:   return(%data)
// CHECK-NEXT: }

// CHECK-LABEL: func @trains(%device: device) -> none {
// CHECK-NEXT: ^0:
// CHECK-NEXT:   %0: string = const "data"
// CHECK-NEXT:   %1: object<torch::data::datasets::MNIST> = call @torch::data::datasets::MNIST(%0)
// CHECK-NEXT:   %2: object<torch::data::transforms::Stack> = call @torch::data::transforms::Stack()
// CHECK-NEXT:   %set: object<torch::data::datasets::MapDataset> = invoke "map"(%1, %2)
// CHECK-NEXT:   %3: number = const 64
// CHECK-NEXT:   %loader: object<torch::data::StatelessDataLoader> = call @torch::data::make_data_loader(%set, %3)
// CHECK-NEXT:   %4 = iterate(%loader)
// CHECK-NEXT:   jump ^1
// CHECK-NEXT: ^1:
// CHECK-NEXT:   %5: bool = has.next(%4)
// CHECK-NEXT:   branch(%5) ^2, ^3
// CHECK-NEXT: ^2:
// CHECK-NEXT:   %batch: object<torch::data::Example> = next(%4)
// CHECK-NEXT:   %6: tensor = get.field "data"(%batch)
// CHECK-NEXT:   %data: tensor = invoke "to"(%6, %device)
// CHECK-NEXT:   jump ^1
// CHECK-NEXT: ^3:
// CHECK-NEXT:   return
// CHECK-NEXT: }
