// The helpers for programs: what the header's documentation shows, on simulated devices. Nothing is copied that is in place.
//
// REQUIRES: torch, instrument
// RUN: %not_instrumented -I%build_root/include %s -o %t
// RUN: %device_tidy run --devices 2 -- %t %t.file 2>&1 | FileCheck %s
// RUN: %t %t.file cpu 2>&1 | FileCheck %s --check-prefix=CPU
#include "device_tidy/device_tidy.h"
#include <cstdio>

using namespace device_tidy;
using torch::Tensor;

struct Batch {
  Tensor inputs, labels;
  std::map<std::string, std::vector<Tensor>> extra;
};
template <class F> void visit_members(F &&f, Batch &b) {
  f("inputs", b.inputs);
  f("labels", b.labels);
  f("extra", b.extra);
}

static void check(const char *What, bool Holds) { std::printf("%s: %s\n", What, Holds ? "yes" : "NO"); }

static void transfers(torch::Device device) {
  const DeviceAutoPilot pilot(device);
  // CHECK: moved: yes
  auto shared = torch::ones({2});
  auto [list, map, pair] = pilot(std::make_tuple(std::vector{shared, shared}, std::map<std::string, Tensor>{{"x", torch::ones({1})}},
                                                 std::pair(std::optional(torch::ones({1})), 3)));
  check("moved", list[0].device() == device && map["x"].device() == device && pair.first->device() == device && pair.second == 3);
  // CHECK-NEXT: shared tensors stay shared: yes
  check("shared tensors stay shared", list[0].is_same(list[1]));
  // CHECK-NEXT: nothing is copied: yes
  const Tensor *elements = list.data();
  auto again = pilot(std::move(list));
  check("nothing is copied", again.data() == elements && again[0].is_same(pilot(again[0])));
  // CHECK-NEXT: aggregates: yes
  Batch batch{torch::ones({2}), torch::ones({2}), {{"masks", {torch::ones({2})}}}};
  pilot.transfer(batch);
  check("aggregates", batch.labels.device() == device && batch.extra["masks"][0].device() == device);
  // CHECK-NEXT: modules: yes
  torch::nn::Linear linear(2, 2);
  pilot(linear);
  check("modules", linear->weight.device() == device);
  // CHECK-NEXT: values: yes
  auto value = pilot(c10::IValue(c10::ivalue::Tuple::create({torch::ones({2}), 7})));
  check("values", value.toTupleRef().elements()[0].toTensor().device() == device);
  // CHECK-NEXT: one tensor: yes
  check("one tensor", ensure_device(torch::ones({2}), device).device() == device && ensure_device(3, device) == 3);
}

static void valuesOfScripts(torch::Device device) {
  const DeviceAutoPilot pilot(device);
  // CHECK-NEXT: dictionaries: yes
  c10::Dict<std::string, Tensor> dictionary;
  dictionary.insert("x", torch::ones({2}));
  dictionary.insert("y", torch::ones({2}));
  c10::IValue here(dictionary), there = pilot(here);
  auto moved = c10::impl::toTypedDict<std::string, Tensor>(there.toGenericDict());
  check("dictionaries", moved.at("x").device() == device && moved.at("y").device() == device && dictionary.at("x").is_cpu());
  // CHECK-NEXT: lists: yes
  c10::impl::GenericList list(c10::AnyType::get());
  list.push_back(3);
  list.push_back(there);
  list.push_back(torch::ones({2}));
  const auto all = pilot(c10::IValue(list));
  auto lists = all.toListRef();
  check("lists", lists[0].toInt() == 3 && lists[1].is(there) && lists[2].toTensor().device() == device && list.get(2).toTensor().is_cpu());
  check("lists of tensors", pilot(c10::IValue(std::vector{torch::ones({2})})).toTensorVector()[0].device() == device);
  // CHECK-NEXT: lists of tensors: yes
  // CHECK-NEXT: named tuples keep their names: yes
  auto type = c10::TupleType::createNamed(c10::QualifiedName("__torch__.Pair"), std::vector<std::string>{"x", "n"},
                                          std::vector<c10::TypePtr>{c10::TensorType::get(), c10::IntType::get()});
  auto named = pilot(c10::IValue(c10::ivalue::Tuple::createNamed({torch::ones({2}), 7}, type)));
  check("named tuples keep their names", named.toTupleRef().elements()[0].toTensor().device() == device &&
                                             named.toTupleRef().type()->name()->name() == "Pair");
  // CHECK-NEXT: values that are there stay the same: yes
  check("values that are there stay the same", pilot(there).is(there) && pilot(named).is(named));
  // CHECK-NEXT: value[0] cuda:1 value[1][0] cuda:1
  for_each_tensor(c10::IValue(c10::ivalue::Tuple::create({torch::ones({2}, device), c10::IValue(std::vector{torch::ones({2}, device)})})), "value",
                  [](const std::string &name, const Tensor &t) { std::printf("%s %s ", name.c_str(), t.device().str().c_str()); });
  std::puts("");
}

static void guards(torch::Device device) {
  auto add = [](const Tensor &x, const std::vector<Tensor> &y) { return x + y[0]; };
  auto here = torch::ones({2}, device), there = torch::ones({2});
  // CHECK-NEXT: same device: 2
  std::printf("same device: %g\n", device_safe("add", add)(here, std::vector{here})[0].item<double>());
  // CHECK-NEXT: arguments of 'add' are on different devices: argument 1 on cuda:1, argument 2[1] on cpu
  try {
    device_safe("add", add)(here, std::vector{here, there});
  } catch (const DeviceError &E) {
    std::puts(E.what());
  }
  // CHECK-NEXT: arguments of 'use' are on different devices: argument 1.weight on cpu, argument 2.inputs on cuda:1
  try {
    device_safe("use", [](torch::nn::Linear, Batch) {})(torch::nn::Linear(2, 2), Batch{here, here, {}});
  } catch (const DeviceError &E) {
    std::puts(E.what());
  }
  // CHECK-NEXT: moved: 2 cuda:1
  auto moving = device_safe("add", add, {.Mismatch = OnMismatch::Move});
  auto sum = moving(here, std::vector{there});
  std::printf("moved: %g %s\n", sum[0].item<double>(), sum.device().str().c_str());
  // CHECK-NEXT: the caller's tensor stays: yes
  check("the caller's tensor stays", there.is_cpu());
  // CHECK-NEXT: a scalar may be anywhere: yes
  device_safe("add", [](Tensor x, Tensor y) { return x + y; })(here, torch::ones({}));
  check("a scalar may be anywhere", true);
  // CHECK-NEXT: device-tidy: warning: arguments of 'look' are on different devices: expected on cuda:0, argument 1 on cpu
  std::fflush(stdout);
  device_safe("look", [](Tensor) {}, {.Mismatch = OnMismatch::Warn, .Device = torch::Device(torch::kCUDA, 0)})(there);
}

// A scalar on the CPU says nothing of where the others belong, wherever it stands; a device without an index is the
// current one.
static void scalars(torch::Device device) {
  auto scaled = [](Tensor x, Tensor y, Tensor z) { return x * y * z; };
  auto scalar = torch::ones({}), here = torch::ones({2}, device), there = torch::ones({2});
  // CHECK-NEXT: scalars first: 1
  std::printf("scalars first: %g\n", device_safe("scaled", scaled)(scalar, here, here)[0].item<double>());
  // CHECK-NEXT: arguments of 'scaled' are on different devices: argument 2 on cuda:1, argument 3 on cpu
  // CHECK-NEXT: arguments of 'scaled' are on different devices: expected on cuda, argument 1 on cuda:1
  for (std::optional<torch::Device> wanted : {std::optional<torch::Device>(), std::optional<torch::Device>(torch::kCUDA)})
    try {
      if (wanted)
        device_safe("scaled", scaled, {.Device = wanted})(here, here, here);
      else
        device_safe("scaled", scaled)(scalar, here, there);
    } catch (const DeviceError &E) {
      std::puts(E.what());
    }
  // CHECK-NEXT: the current device: yes
  auto current = torch::ones({2}, torch::Device(torch::kCUDA, 0));
  auto safe = device_safe("scaled", scaled, {.Device = torch::Device(torch::kCUDA)});
  check("the current device", safe(current, current, scalar).device() == current.device());
  // CHECK-NEXT: moved to the current device: yes
  const DeviceAutoPilot pilot(torch::kCUDA);
  check("moved to the current device", pilot(here).device() == current.device() && pilot(current).is_same(current));
  // CHECK-NEXT: cpu:0 is cpu: yes
  check("cpu:0 is cpu", ensure_device(there, torch::Device(torch::kCPU, 0)).is_same(there));
}

static void times(torch::Device device) {
  auto print = [](const std::string &Line) { std::puts(Line.c_str()); };
  // CHECK-NEXT: device-tidy: 'step' took {{[0-9.]+}} ms on cuda:1
  // CPU: device-tidy: 'step' took {{[0-9.]+}} ms on cpu
  {
    DeviceDebugger scope("step", device, print);
    torch::ones({2}, device).sum();
  }
  // CHECK-NEXT: device-tidy: an error left 'failing'
  // CHECK-NEXT: device-tidy: 'x' on cpu
  // CHECK-NEXT: device-tidy: 'both' on cpu and cuda:1
  auto x = torch::ones({2}), y = torch::ones({3}, device);
  std::pair both(x, y);
  try {
    DeviceDebugger scope("failing", device, print);
    scope.watch("x", x).watch("both", both);
    auto z = x + y;
  } catch (const c10::Error &) {
  }
}

static void loads(torch::Device device, const std::string &path) {
  torch::nn::Linear saved(2, 2), loaded(2, 2);
  saved->to(device);
  torch::save(saved, path);
  safe_load(loaded, path, torch::kCPU);
  // CHECK-NEXT: loaded onto cpu: yes
  check("loaded onto cpu", loaded->weight.is_cpu() && torch::equal(loaded->weight, saved->weight.cpu()));
  safe_load(loaded, path);
  // CHECK-NEXT: loaded onto the best device: cuda:0
  // CPU: loaded onto the best device: cpu
  std::printf("loaded onto the best device: %s\n", loaded->weight.device().str().c_str());
  Tensor tensor;
  torch::save(torch::ones({2}, device), path);
  safe_load(tensor, path, torch::kCPU);
  // CHECK-NEXT: a tensor: yes
  check("a tensor", tensor.is_cpu());
}

int main(int Count, char **Arguments) {
  torch::Device device = Count > 2 ? torch::Device(torch::kCPU) : torch::Device(torch::kCUDA, 1);
  if (!device.is_cpu()) {
    transfers(device);
    valuesOfScripts(device);
    guards(device);
    scalars(device);
  }
  times(device);
  loads(device, Arguments[1]);
}
