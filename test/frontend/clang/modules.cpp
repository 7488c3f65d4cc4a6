// RUN: dt-lower %s -- %torch_flags -include-pch %torch_pch | FileCheck %s
// REQUIRES: torch
// How modules, holders and smart pointers are built and called.
#include <torch/torch.h>

struct NetImpl : torch::nn::Module {
  NetImpl(int64_t n, torch::Device device) : fc1(register_module("fc1", torch::nn::Linear(n, 10))), device(device) {
    fc2 = register_module("fc2", torch::nn::Linear(torch::nn::LinearOptions(10, 5).bias(false)));
    scale = register_buffer("scale", torch::ones({1}));
    mask = torch::ones({5});
  }
  torch::Tensor forward(torch::Tensor x) { return fc2(torch::relu(fc1->forward(x))) * mask; }

  torch::nn::Linear fc1{nullptr}, fc2 = nullptr;
  torch::Tensor mask, scale;
  torch::Device device;
  std::vector<torch::Tensor> states;
  int count = 3;
};
TORCH_MODULE(Net);

struct Copyable : torch::nn::Cloneable<Copyable> {
  void reset() override {}
};

torch::Tensor holder(torch::Tensor x, torch::Device device) {
  Net net(784, device);
  net->to(device);
  auto same = net;
  return same->forward(x);
}

torch::Tensor shared(torch::Tensor x) {
  auto net = std::make_shared<NetImpl>(3, torch::kCUDA);
  std::unique_ptr<NetImpl> other(new NetImpl(4, torch::kCPU));
  net->to(torch::kCPU);
  NetImpl &reference = *other.get();
  return net->forward(x) + reference.forward(x);
}

torch::Tensor called(torch::Tensor x) {
  Net net = nullptr;
  if (!net)
    net = Net(1, torch::kCPU);
  torch::nn::Sequential layers(torch::nn::Linear(3, 4), torch::nn::ReLU());
  layers->push_back(net);
  return layers->forward(x);
}

// CHECK-LABEL: class @NetImpl : @torch::nn::Module {
// CHECK-NEXT:   fc1: object<torch::nn::LinearImpl>
// CHECK-NEXT:   fc2: object<torch::nn::LinearImpl>
// CHECK-NEXT:   mask: tensor
// CHECK-NEXT:   scale: tensor
// CHECK-NEXT:   device: device
// CHECK-NEXT:   states: list<tensor>
// CHECK-NEXT:   count: number
// CHECK-NEXT: }

// CHECK-LABEL: class @Copyable : @torch::nn::Cloneable, @torch::nn::Module

// CHECK-LABEL: func constructor @NetImpl::NetImpl(%self: object<NetImpl>, %n: number, %device: device) of @NetImpl {
// CHECK-NEXT: ^0:
// CHECK-NEXT:   %0: string = const "fc1"
// CHECK-NEXT:   %1: number = const 10
// CHECK-NEXT:   %2: object<torch::nn::LinearImpl> = call @torch::nn::LinearImpl(%n, %1)
// CHECK-NEXT:   %3: object<torch::nn::LinearImpl> = invoke "register_module"(%self, %0, %2)
// CHECK-NEXT:   set.field "fc1"(%self, %3)
// CHECK-NEXT:   %4: none = const None
// CHECK-NEXT:   set.field "fc2"(%self, %4)
// CHECK-NEXT:   set.field "device"(%self, %device)
// CHECK-NEXT:   %5: list<tensor> = list()
// CHECK-NEXT:   set.field "states"(%self, %5)
// CHECK-NEXT:   %6: number = const 3
// CHECK-NEXT:   set.field "count"(%self, %6)
// CHECK-NEXT:   %7: string = const "fc2"
// CHECK-NEXT:   %8: number = const 10
// CHECK-NEXT:   %9: number = const 5
// CHECK-NEXT:   %10: object<torch::nn::LinearOptions> = call @torch::nn::LinearOptions(%8, %9)
// CHECK-NEXT:   %11: bool = const False
// CHECK-NEXT:   %12: object<torch::nn::LinearOptions> = invoke "bias"(%10, %11)
// CHECK-NEXT:   %13: object<torch::nn::LinearImpl> = call @torch::nn::LinearImpl(%12)
// CHECK-NEXT:   %14: object<torch::nn::LinearImpl> = invoke "register_module"(%self, %7, %13)
// CHECK-NEXT:   set.field "fc2"(%self, %14)
// CHECK-NEXT:   %15: string = const "scale"
// CHECK-NEXT:   %16: number = const 1
// CHECK-NEXT:   %17: list<number> = list(%16)
// CHECK-NEXT:   %18: tensor = call @torch::ones(%17)
// CHECK-NEXT:   %19: tensor = invoke "register_buffer"(%self, %15, %18)
// CHECK-NEXT:   set.field "scale"(%self, %19)
// CHECK-NEXT:   %20: number = const 5
// CHECK-NEXT:   %21: list<number> = list(%20)
// CHECK-NEXT:   %22: tensor = call @torch::ones(%21)
// CHECK-NEXT:   set.field "mask"(%self, %22)
// CHECK-NEXT:   return
// CHECK-NEXT: }

// CHECK-LABEL: func method @NetImpl::forward(%self: object<NetImpl>, %x: tensor) -> tensor of @NetImpl {
// CHECK-NEXT: ^0:
// CHECK-NEXT:   %0: object<torch::nn::LinearImpl> = get.field "fc2"(%self)
// CHECK-NEXT:   %1: object<torch::nn::LinearImpl> = get.field "fc1"(%self)
// CHECK-NEXT:   %2: tensor = invoke "forward"(%1, %x)
// CHECK-NEXT:   %3: tensor = call @at::relu(%2)
// CHECK-NEXT:   %4: tensor = apply(%0, %3)
// CHECK-NEXT:   %5: tensor = get.field "mask"(%self)
// CHECK-NEXT:   %6: tensor = op "*"(%4, %5)
// CHECK-NEXT:   return(%6)
// CHECK-NEXT: }

// CHECK-LABEL: func method @Copyable::reset(%self: object<Copyable>) -> none of @Copyable {
// CHECK-NEXT: ^0:
// CHECK-NEXT:   return
// CHECK-NEXT: }

// CHECK-LABEL: func @holder(%x: tensor, %device: device) -> tensor {
// CHECK-NEXT: ^0:
// CHECK-NEXT:   %0: number = const 784
// CHECK-NEXT:   %net: object<NetImpl> = call @NetImpl(%0, %device)
// CHECK-NEXT:   %1: none = invoke "to"(%net, %device)
// CHECK-NEXT:   %2: tensor = invoke "forward"(%net, %x)
// CHECK-NEXT:   return(%2)
// CHECK-NEXT: }

// CHECK-LABEL: func @shared(%x: tensor) -> tensor {
// CHECK-NEXT: ^0:
// CHECK-NEXT:   %0: number = const 3
// CHECK-NEXT:   %1: string = const "cuda"
// CHECK-NEXT:   %net: object<NetImpl> = call @NetImpl(%0, %1)
// CHECK-NEXT:   %2: number = const 4
// CHECK-NEXT:   %3: string = const "cpu"
// CHECK-NEXT:   %other: object<NetImpl> = call @NetImpl(%2, %3)
// CHECK-NEXT:   %4: string = const "cpu"
// CHECK-NEXT:   %5: none = invoke "to"(%net, %4)
// CHECK-NEXT:   %6: tensor = invoke "forward"(%net, %x)
// CHECK-NEXT:   %7: tensor = invoke "forward"(%other, %x)
// CHECK-NEXT:   %8: tensor = op "+"(%6, %7)
// CHECK-NEXT:   return(%8)
// CHECK-NEXT: }

// CHECK-LABEL: func @called(%x: tensor) -> tensor {
// CHECK-NEXT: ^0:
// CHECK-NEXT:   %net: none = const None
// CHECK-NEXT:   %0: none = const None
// CHECK-NEXT:   %1: bool = op "is not"(%net, %0)
// CHECK-NEXT:   branch(%1) ^1(%net), ^2
// CHECK-NEXT: ^1(%net.1: object<NetImpl>):
// CHECK-NEXT:   %2: number = const 3
// CHECK-NEXT:   %3: number = const 4
// CHECK-NEXT:   %4: object<torch::nn::LinearImpl> = call @torch::nn::LinearImpl(%2, %3)
// CHECK-NEXT:   %5: object<torch::nn::ReLUImpl> = call @torch::nn::ReLUImpl()
// CHECK-NEXT:   %layers: object<torch::nn::SequentialImpl> = call @torch::nn::SequentialImpl(%4, %5)
// CHECK-NEXT:   %6: none = invoke "push_back"(%layers, %net.1)
// CHECK-NEXT:   %7: tensor = invoke "forward"(%layers, %x)
// CHECK-NEXT:   return(%7)
// CHECK-NEXT: ^2:
// CHECK-NEXT:   %8: number = const 1
// CHECK-NEXT:   %9: string = const "cpu"
// CHECK-NEXT:   %net.2: object<NetImpl> = call @NetImpl(%8, %9)
// CHECK-NEXT:   jump ^1(%net.2)
// CHECK-NEXT: }
