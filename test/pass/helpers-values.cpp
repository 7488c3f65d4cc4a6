// What the helpers look through: LibTorch's containers, the standard library's, and values that cannot be copied.
//
// REQUIRES: torch, instrument
// RUN: %not_instrumented -Wall -Werror -I%build_root/include %s -o %t
// RUN: %device_tidy run --devices 2 -- %t | FileCheck %s --implicit-check-not=NO
//
// What can be neither copied nor changed, and a result that is left, are said when the program is compiled.
// DEFINE: %{number} = 1
// DEFINE: %{compile} = %not_instrumented -fsyntax-only -Wno-unused-command-line-argument -I%build_root/include -DMISTAKE=%{number} %s 2>&1
// RUN: not %{compile} | FileCheck %s --check-prefix=CONST
// REDEFINE: %{number} = 2
// RUN: not %{compile} | FileCheck %s --check-prefix=CONST
// CONST: device-tidy: what is const cannot be moved; a view of tensors has to be copied to a vector
// REDEFINE: %{number} = 3
// RUN: %{compile} | FileCheck %s --check-prefix=LEFT
// LEFT-COUNT-2: warning: ignoring return value
// LEFT-NOT: warning:
#include "device_tidy/device_tidy.h"
#include <cstdio>
#include <sstream>

using namespace device_tidy;
using torch::Tensor;

static const DeviceAutoPilot pilot(torch::Device(torch::kCUDA, 1));

#ifdef MISTAKE
void mistake(at::TensorList view, const std::vector<Tensor> &vector, Tensor x, torch::nn::Linear module) {
#if MISTAKE == 1
  auto moved = pilot(view);
#elif MISTAKE == 2
  pilot.transfer(vector);
#else
  pilot(x);
  ensure_device(x, torch::kCPU);
  pilot(module);
  pilot(std::tie(x));
#endif
}
#endif

static void check(const char *What, bool Holds) { std::printf("%s: %s\n", What, Holds ? "yes" : "NO"); }
static bool isThere(const Tensor &T) { return T.device() == pilot.device(); }
static Tensor here() { return torch::ones({2}); }

template <class T> static size_t count(const T &Value) {
  size_t Count = 0;
  for_each_tensor(Value, "value", [&](const std::string &, const Tensor &) { ++Count; });
  return Count;
}

static void ofTorch() {
  // CHECK: lists: yes
  c10::List<Tensor> list({here(), here()}), there = pilot(list);
  check("lists", list.get(0).is_cpu() && isThere(there.get(1)) && pilot(there).is(there) && count(list) == 2);
  // CHECK-NEXT: dictionaries: yes
  c10::Dict<std::string, Tensor> dictionary;
  dictionary.insert("x", here());
  check("dictionaries", isThere(pilot(dictionary).at("x")) && dictionary.at("x").is_cpu() && count(dictionary) == 1);
  // CHECK-NEXT: ordered dictionaries: yes
  torch::OrderedDict<std::string, Tensor> ordered;
  ordered.insert("x", here());
  check("ordered dictionaries", isThere(pilot(ordered)["x"]) && ordered["x"].is_cpu() && count(ordered) == 1);
  // CHECK-NEXT: packed sequences, whose batch sizes stay: yes
  auto packed = torch::nn::utils::rnn::pack_padded_sequence(torch::ones({3, 2}), torch::tensor({2, 3}), false, false);
  auto other = pilot(packed);
  check("packed sequences, whose batch sizes stay",
        isThere(other.data()) && isThere(other.sorted_indices()) && other.batch_sizes().is_cpu() && packed.data().is_cpu());
  // CHECK-NEXT: modules of any class: yes
  torch::nn::AnyModule any{torch::nn::Linear(2, 2)};
  pilot(any);
  check("modules of any class", isThere(any.ptr()->parameters()[0]) && count(any) == 2);
  // CHECK-NEXT: modules of TorchScript: yes
  torch::jit::Module script("M");
  script.register_parameter("w", here(), false);
  script.register_buffer("b", here());
  const size_t both = count(c10::IValue(script._ivalue()));
  pilot(script);
  check("modules of TorchScript", both == 2 && isThere(script.attr("w").toTensor()) && isThere(script.attr("b").toTensor()));
}

static void ofTheLibrary() {
  // CHECK-NEXT: variants: yes
  std::variant<int, Tensor> variant = here();
  check("variants", isThere(std::get<Tensor>(pilot(variant))) && count(variant) == 1);
  // CHECK-NEXT: pointers and references: yes
  auto shared = std::make_shared<Tensor>(here());
  auto own = std::make_unique<std::vector<Tensor>>(2, here());
  Tensor named = here(), x = here(), y = x;
  pilot(shared);
  pilot.transfer(own);
  pilot(std::ref(named));
  pilot(std::tie(x, y));
  check("pointers and references", isThere(*shared) && isThere((*own)[1]) && isThere(named) && x.is_same(y) && isThere(x));
  // CHECK-NEXT: arrays and views: yes
  Tensor array[] = {here(), here()};
  const size_t viewed = count(std::span<const Tensor>(array)) + count(at::TensorList(array)) + count(array);
  pilot.transfer(array);
  check("arrays and views", viewed == 6 && isThere(array[1]));
  // CHECK-NEXT: keys that are no text: yes
  enum class Key { A };
  std::multimap<Key, Tensor> map{{Key::A, here()}, {Key::A, here()}};
  check("keys that are no text", count(map) == 2 && isThere(pilot(map).begin()->second));
  // CHECK-NEXT: numbers: yes
  auto [flags, tensor] = pilot(std::pair(std::vector{true, false}, here()));
  check("numbers", flags[0] && isThere(tensor) && !device_tidy::detail::may_hold<std::vector<std::vector<float>>>());
}

static void guards() {
  // CHECK-NEXT: arguments without tensors go as they are: ok 3
  std::ostringstream stream;
  device_safe("print", [](std::ostream &S, const char *Text, std::unique_ptr<int> N, const Tensor &) { S << Text << *N; })(
      stream, "ok ", std::make_unique<int>(3), here());
  std::printf("arguments without tensors go as they are: %s\n", stream.str().c_str());
  // CHECK-NEXT: a const function: yes
  const auto doubled = device_safe("doubled", [](const Tensor &T) { return T * 2; });
  auto both = [doubled](const Tensor &T) { return doubled(T); };
  check("a const function", both(here())[0].item<double>() == 2);
  // CHECK-NEXT: arguments of 'cat' are on different devices: argument 1[0] on cpu, argument 1[1] on cuda:1
  // CHECK-NEXT: arguments of 'cat' are on different devices: expected on cuda:1, argument 1[0] on cpu
  auto cat = [](at::TensorList All) { return at::cat(All); };
  std::vector parts{here(), pilot(here())};
  for (SafeOptions Options : {SafeOptions(), SafeOptions{.Mismatch = OnMismatch::Move, .Device = pilot.device()}})
    try {
      device_safe("cat", cat, Options)(at::TensorList(parts));
    } catch (const DeviceError &E) {
      std::puts(E.what());
    }
  // CHECK-NEXT: a vector is moved for it: yes
  check("a vector is moved for it", isThere(device_safe("cat", cat, {.Mismatch = OnMismatch::Move, .Device = pilot.device()})(parts)));
  // CHECK-NEXT: arguments of 'run' are on different devices: argument 1.w on cpu, argument 2["x"] on cuda:1
  torch::jit::Module script("M");
  script.register_parameter("w", here(), false);
  c10::Dict<std::string, Tensor> inputs;
  inputs.insert("x", pilot(here()));
  try {
    device_safe("run", [](torch::jit::Module, c10::Dict<std::string, Tensor>) {})(script, inputs);
  } catch (const DeviceError &E) {
    std::puts(E.what());
  }
}

static void scopes() {
  // CHECK-NEXT: device-tidy: an error left 'step'
  // CHECK-NEXT: device-tidy: 'pair' on cpu and cuda:1
  try {
    DeviceDebugger scope("step", torch::kCPU, [](const std::string &Line) { std::puts(Line.c_str()); });
    scope.watch("pair", std::pair(here(), pilot(here())));
    throw std::runtime_error("");
  } catch (const std::runtime_error &) {
  }
}

int main() {
  ofTorch();
  ofTheLibrary();
  guards();
  scopes();
}

// Without a GPU, a clock times what was meant for one.
// RUN: %not_instrumented -I%build_root/include  %S/Inputs/clock.cpp -o %t.clock && %t.clock | FileCheck %s --check-prefix=CLOCK
// CLOCK: device-tidy: 'step' took {{[0-9.]+}} ms on cuda
