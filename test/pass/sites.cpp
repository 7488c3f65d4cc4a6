// Each operation of the user's code is a site at the position that clang gives the expression, at every level of
// optimisation, with line tables and with debug information. Debug information adds the names of variables.
//
// DEFINE: %{compile} = %clangxx -std=c++20 -I%S/Inputs/include -fpass-plugin=%build_root/lib/DeviceTidyPass.so -S -emit-llvm %s
// DEFINE: %{sites} = %python %S/Inputs/sites.py
// RUN: %{compile} -O0 -g -o %t.0.ll && %{sites} %t.0.ll > %t.0 && FileCheck %s --match-full-lines < %t.0
// RUN: %{compile} -O2 -g -o %t.2.ll && %{sites} %t.2.ll | diff %t.0 -
// RUN: %{sites} --no-names %t.0.ll > %t.plain
// RUN: %{compile} -O0 -gline-tables-only -o %t.l0.ll && %{sites} --no-names %t.l0.ll | diff %t.plain -
// RUN: %{compile} -O2 -g1 -o %t.l2.ll && %{sites} --no-names %t.l2.ll | diff %t.plain -
#include <torch/mini.h>
using torch::Tensor;

void consume(const Tensor &);
void launch(float *);

void adds(const Tensor &x) {
  auto w = torch::ones(2);
  consume(x + w);
}
// CHECK:      [[#@LINE-3]]:12 operator ones 'ones' gives 'w' in adds
// CHECK-NEXT: [[#@LINE-3]]:13 operator add_Tensor '+' of tensor 'x', tensor 'w' in adds

// A chain of calls: each has a position of its own.
void chains(Tensor x, Tensor y, c10::Device device) {
  consume(x.to(device)     .matmul(y));
}
// CHECK-NEXT: [[#@LINE-2]]:13 operator to_device 'to' of tensor 'x' in chains
// CHECK-NEXT: [[#@LINE-3]]:29 operator matmul 'matmul' of tensor '', tensor 'y' in chains

// Members and captured variables have their names.
struct Net : torch::nn::Module {
  int padding;
  Tensor scale;
  torch::nn::Linear first;
  Tensor forward(Tensor x) { return first(x) + scale; }
};
// CHECK-NEXT: [[#@LINE-2]]:37 module torch::nn::LinearImpl::forward 'forward' of module 'first', tensor 'x' in Net::forward
// CHECK-NEXT: [[#@LINE-3]]:46 operator add_Tensor '+' of tensor '', tensor 'scale' in Net::forward
Tensor calls(Net &net, Tensor input) { return net.forward(input); }

void captures(Tensor left, Tensor right) {
  auto add = [&] { consume(left + right); };
  add();
}
// CHECK-NEXT: [[#@LINE-3]]:33 operator add_Tensor '+' of tensor 'left', tensor 'right' in captures(at::Tensor, at::Tensor)::$_0::operator()

// Lists, in registers and in memory, and vectors that are returned. An operator with one operand has nothing to compare;
// its result has an origin.
void lists(c10::ArrayRef<Tensor> parts, const std::optional<Tensor> &bias) {
  consume(at::cat(parts));
  auto rows = at::unbind(at::relu(*bias));
  consume(at::_ops::stacked::call(1, {nullptr, 0}, 2, parts, bias));
}
// CHECK-NEXT: [[#@LINE-4]]:11 operator cat 'cat' of list '' in lists
// CHECK-NEXT: [[#@LINE-4]]:15 operator unbind_int 'unbind' of tensor '' gives 'rows' in lists
// CHECK-NEXT: [[#@LINE-5]]:26 operator relu 'relu' of tensor 'bias' in lists
// CHECK-NEXT: [[#@LINE-5]]:11 operator stacked 'stacked' of list-object '', optional-tensor 'bias' in lists

// A module is moved through its table of virtual functions, or directly.
void moves(Net &net, c10::Device device) {
  net.to(device);
}
// CHECK-NEXT: [[#@LINE-2]]:7 move torch::nn::Module::to 'to' of module 'net' in moves
void movesDirectly(c10::Device device) {
  Net net;
  net.to(device);
}
// CHECK-NEXT: [[#@LINE-2]]:7 move torch::nn::Module::to 'to' of module 'net' in movesDirectly

// The host reads through an accessor, and through a pointer that it dereferences. A pointer that is handed on may be for
// a kernel, and one that is dereferenced behind a test of the device may be dereferenced on the CPU only.
float reads(Tensor x) { return x.accessor<float>()[0]; }
// CHECK-NEXT: [[#@LINE-1]]:34 read at::TensorBase::data_ptr 'accessor' of tensor 'x' in reads
float readsDirectly(Tensor x) { float *data = x.data_ptr<float>(); return data[1]; }
// CHECK-NEXT: [[#@LINE-1]]:49 read at::TensorBase::data_ptr 'data_ptr' of tensor 'x' in readsDirectly
float tests(Tensor x) {
  float *data = x.data_ptr<float>();
  return x.is_cuda() ? 0 : data[1];
}
// CHECK-NEXT: [[#@LINE-3]]:19 pointer at::TensorBase::data_ptr 'data_ptr' of tensor 'x' in tests
float testsBefore(Tensor x) {
  const bool there = x.is_cuda();
  float *data = x.data_ptr<float>(), sum = 0;
  for (int i = 0; i < 4; ++i)
    if (!there)
      sum += data[i];
  return sum;
}
// CHECK-NEXT: [[#@LINE-6]]:19 pointer at::TensorBase::data_ptr 'data_ptr' of tensor 'x' in testsBefore
// The question has to decide whether it is read.
float asksForAnother(Tensor x, Tensor y) {
  float *data = x.data_ptr<float>(), sum = 0;
  for (int i = 0; i < 4; ++i)
    sum += data[i];
  return y.is_cuda() ? 0 : sum;
}
// CHECK-NEXT: [[#@LINE-5]]:19 read at::TensorBase::data_ptr 'data_ptr' of tensor 'x' in asksForAnother
void handsOn(Tensor x) { launch(x.data_ptr<float>()); }
// CHECK-NEXT: [[#@LINE-1]]:35 pointer at::TensorBase::data_ptr 'data_ptr' of tensor 'x' in handsOn

Tensor indexes(Tensor x, Tensor rows) { return x.index({rows}); }
// CHECK-NEXT: [[#@LINE-1]]:50 operator index_Tensor 'index' of tensor 'x', indices '' in indexes
// CHECK-NOT: {{.}}
