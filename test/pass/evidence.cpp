// What the analyzer cannot decide, a run settles: check --write-sites lists it, the pass instruments that only, the run
// writes what it saw, and check --evidence says how it went.
//
// REQUIRES: torch, instrument
// DEFINE: %{options} =
// DEFINE: %{check} = %device_tidy check --select device-mixed-operands %{options} %s -- %torch_flags
//
// REDEFINE: %{options} = --write-sites %t.json
// RUN: not %{check} > %t.before 2> %t.err
// RUN: FileCheck %s --check-prefix=WRITTEN < %t.err
// RUN: %python -c "import json, sys; [print(s['line'], s['column'], s['check'], s['operation'], s['function']) for s in json.load(open(sys.argv[1]))['sites'] if s['path'].endswith('evidence.cpp')]" %t.json > %t.sites
// RUN: FileCheck %s --check-prefix=SITES --match-full-lines < %t.sites
// WRITTEN: 15 undecided operations written to {{.*}}.json
//
// RUN: env DEVICE_TIDY_SITES=%t.json %instrument %s -o %t && rm -f %t.seen
// RUN: env DEVICE_TIDY_OPTIONS=evidence=%t.seen:log_path=%t.log %device_tidy run --devices 2 -- %t
// REDEFINE: %{options} = -q --evidence %t.seen
// RUN: not %{check} > %t.after
// RUN: FileCheck %s < %t.after
// REDEFINE: %{options} = -q --evidence %t.seen --output-format json
// RUN: not %{check} | FileCheck %s --check-prefix=JSON
// REDEFINE: %{options} = -q --evidence %t.seen --output-format sarif
// RUN: not %{check} | FileCheck %s --check-prefix=JSON
// JSON-DAG: "run": "confirmed"
// JSON-DAG: "run": "refuted"
// JSON-DAG: "run": "not-reached"
//
// Bad input.
// DEFINE: %{status} = sh %S/../driver/Inputs/status.sh %device_tidy check %{options} %s -- %torch_flags
// REDEFINE: %{options} = --evidence %t.none
// RUN: %{status} 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: device-tidy: error: cannot read the evidence {{.*}}.none: No such file or directory
// NONE-NEXT: status 2
// REDEFINE: %{options} = --evidence %t.json
// RUN: %{status} 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: device-tidy: error: {{.*}}.json:1: not a line that a run has written
// OTHER-NEXT: status 2
// REDEFINE: %{options} = --write-sites %t.no/such/folder
// RUN: %{status} 2>&1 | FileCheck %s --check-prefix=FOLDER
// FOLDER: device-tidy: error: cannot write {{.*}}folder: No such file or directory
// FOLDER-NEXT: status 2
// RUN: not env DEVICE_TIDY_SITES=%t.none %build_root/bin/device-tidy-clang++ -I%S/Inputs/include -std=c++20 -c %S/no-lines.cpp -o %t.o 2>&1 | FileCheck %s --check-prefix=SITELIST
// SITELIST: error: device-tidy: cannot read the sites {{.*}}.none: No such file or directory
// RUN: not env DEVICE_TIDY_SITES=%s %build_root/bin/device-tidy-clang++ -I%S/Inputs/include -std=c++20 -c %S/no-lines.cpp -o %t.o 2>&1 | FileCheck %s --check-prefix=NOLIST
// NOLIST: error: device-tidy: {{.*}}evidence.cpp is no list of device-tidy check --write-sites
//
// A file that cannot be written does not stop the program.
// RUN: env DEVICE_TIDY_OPTIONS=evidence=%t.no/such/folder:log_path=%t.log %device_tidy run --devices 2 -- %t 2>&1 | FileCheck %s --check-prefix=UNWRITTEN
// UNWRITTEN: device-tidy: error: cannot write the evidence {{.*}}folder: No such file or directory
// UNWRITTEN-NOT: device-tidy
#include <random>
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Linear first{nullptr};
  Net() { first = register_module("first", torch::nn::Linear(4, 4)); }

  torch::Tensor forward(torch::Tensor x) {
    auto mask = torch::ones({4});
    return first(x) * mask;
  }
  // SITES:      [[#@LINE-2]] 12 device-mixed-operands Linear Net::forward
  // SITES-NEXT: [[#@LINE-3]] 21 device-mixed-operands * Net::forward
  // CHECK: evidence.cpp:[[#@LINE-4]]:21: warning: operands of '*' may be on different devices
  // CHECK: evidence.cpp:[[#@LINE-5]]:21: note: a run failed here with the first operand on cuda:0, 'mask' on cpu

  torch::Tensor mean(torch::Tensor x) {
    auto weights = torch::ones({4});
    return first(x) * weights;
  }
  // CHECK: evidence.cpp:[[#@LINE-2]]:21: warning: operands of '*' may be on different devices
  // CHECK: evidence.cpp:[[#@LINE-3]]:21: note: no run failed here; one had the first operand on cpu, 'weights' on cpu

  torch::Tensor score(torch::Tensor x) {
    auto bias = torch::ones({4});
    return first(x) + bias;
  }
  // CHECK: evidence.cpp:[[#@LINE-2]]:21: warning: operands of '+' may be on different devices
  // CHECK: evidence.cpp:[[#@LINE-3]]:21: note: no run came here

  // What failed there need not be what the finding says: another operand, another element of a list, another operation
  // of a macro.
  torch::Tensor blends(torch::Tensor x, torch::Tensor share) {
    auto other = torch::ones({4});
    return torch::lerp(first(x), other, share);
  }
  // CHECK: evidence.cpp:[[#@LINE-2]]:12: warning: operands of 'lerp' may be on different devices: 'first(x)' on the module's device, 'other' on cpu
  // CHECK: evidence.cpp:[[#@LINE-3]]:12: note: these operands fitted; a run failed here with the first operand on cpu, 'share' on cuda:0, 'other' on cpu

  torch::Tensor extends(torch::Tensor x, torch::Tensor row) {
    auto rows = torch::ones({2, 4});
    return torch::cat({first(x), rows, row});
  }
  // CHECK: evidence.cpp:[[#@LINE-2]]:12: warning: operands of 'cat' may be on different devices: 'first(x)' on the module's device, 'rows' on cpu
  // CHECK: evidence.cpp:[[#@LINE-3]]:12: note: these operands fitted; a run failed here with an element of the first operand on cpu, 'row' on cuda:0, 'rows' on cpu

#define SUM_OF_PRODUCTS(A, B, C) (torch::mul(A, B) + torch::mul(A, C))
  torch::Tensor sums(torch::Tensor x, torch::Tensor weight) {
    auto scale = torch::ones({4});
    auto inner = first(x);
    return SUM_OF_PRODUCTS(inner, scale, weight);
  }
  // CHECK: evidence.cpp:[[#@LINE-2]]:12: warning: operands of 'mul' may be on different devices: 'inner' on the module's device, 'scale' on cpu
  // CHECK: evidence.cpp:[[#@LINE-3]]:12: note: these operands fitted; a run failed here with 'inner' on cpu, 'weight' on cuda:0

  // Decided: not among the sites.
  torch::Tensor twice() {
    auto one = torch::ones({4});
    return one + one;
  }
};

torch::Tensor joins(torch::Tensor x, torch::Tensor y) { return torch::cat({x, y}); }
// SITES: [[#@LINE-1]] 64 device-mixed-operands cat joins

float reads(torch::Tensor x) { return x.accessor<float, 1>()[0]; }
// SITES-NEXT: [[#@LINE-1]] 41 device-host-access accessor reads

// A pointer that is handed on may be for a kernel, so no run looks.
float begins(torch::Tensor x) { return *x.data_ptr<float>(); }
// SITES-NEXT: [[#@LINE-1]] 43 device-host-access data_ptr begins
void launches(const float *values);
void hands(torch::Tensor x) { launches(x.data_ptr<float>()); }
void names(torch::Tensor x) {
  const float *values = x.data_ptr<float>();
  launches(values);
}
void launches(const float *) {}
// SITES-NOT: {{.}}

// A random distribution gives a number, whose place is no question.
torch::Tensor draws(torch::Tensor x, std::mt19937 &engine) { return x[std::uniform_int_distribution<int>(0, 3)(engine)]; }

int main() {
  Net net;
  torch::Device device(torch::cuda::is_available() ? torch::kCUDA : torch::kCPU);
  net.mean(torch::ones({2, 4}));
  net.twice();
  auto row = torch::ones({2, 4}, device);
  for (auto Method : {&Net::blends, &Net::extends, &Net::sums})
    try {
      (net.*Method)(torch::ones({2, 4}), row);
    } catch (const c10::Error &) {
    }
  net.to(device);
  try {
    net.forward(torch::ones({2, 4}, device));
  } catch (const c10::Error &) {
  }
}
