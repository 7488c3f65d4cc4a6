// DEVICE_TIDY_OPTIONS, and what a program must not notice: its values, its exceptions, its threads, its children.
//
// REQUIRES: torch, instrument
// RUN: %instrument %s -o %t
// DEFINE: %{options} =
// DEFINE: %{run} = env DEVICE_TIDY_OPTIONS=%{options} %device_tidy run --devices 2 -- %t
//
// One report for each place, and a count at exit.
// RUN: %{run} loop 2>&1 | FileCheck %s --check-prefix=LOOP
// LOOP-COUNT-1: warning: operands of '+'
// LOOP-NOT: warning:
// LOOP: device-tidy: summary: 1 distinct, 1000 total
//
// REDEFINE: %{options} = action=count
// RUN: %{run} loop 2>&1 > %t.out | FileCheck %s --check-prefix=COUNT
// RUN: grep 'caught 1000' %t.out
//
// REDEFINE: %{options} = action=abort
// RUN: not --crash %{run} loop 2>&1 | FileCheck %s --check-prefix=ABORT --implicit-check-not=caught
// ABORT: warning: operands of '+'
//
// REDEFINE: %{options} = format=json:log_path=%t.log
// RUN: rm -f %t.log.* && %{run} loop && %python -c "import json, sys; [f] = json.load(open(sys.argv[1]))['findings']; print(f['check'], f['line'], f['column'], f['count'], [n['message'] for n in f['notes']])" %t.log.* | FileCheck %s --check-prefix=JSON
//
// A program that ends by an exception that nobody catches, or by quick_exit, has written all that was asked for, too.
// RUN: not --crash %{run} throws 2>&1 | FileCheck %s --check-prefix=UNCAUGHT
// RUN: rm -f %t.log.* && not %{run} quick && %python -m json.tool %t.log.* | FileCheck %s --check-prefix=QUICK
// QUICK: "count": 3,
// REDEFINE: %{options} = format=json
// RUN: not --crash %{run} throws 2>&1 | FileCheck %s --check-prefixes=DOCUMENT,UNCAUGHT
// RUN: not env DEVICE_TIDY_OPTIONS= %device_tidy run --devices 2 --output-format json -- %t quick 2>&1 | FileCheck %s --check-prefix=QUICK
// REDEFINE: %{options} = action=count
// RUN: not --crash %{run} throws 2>&1 | FileCheck %s --check-prefixes=COUNTED,UNCAUGHT
// RUN: not %{run} quick 2>&1 | FileCheck %s --check-prefix=THRICE
// DOCUMENT: "count": 1,
// COUNTED: once {{.*}}options.cpp:
// THRICE: 3 times {{.*}}options.cpp:
// UNCAUGHT: terminate called after throwing an instance of 'c10::Error'
//
// Silenced by check, by function and by file.
// RUN: echo 'device-mixed-operands:function=adds*' > %t.supp
// REDEFINE: %{options} = suppressions=%t.supp
// RUN: %{run} loop 2>&1 | FileCheck %s --check-prefix=NONE --implicit-check-not=device-tidy
// NONE: caught 1000
#include <cstdio>
#include <cstring>
#include <sys/wait.h>
#include <thread>
#include <torch/torch.h>
#include <unistd.h>

static torch::Tensor adds(torch::Tensor x, torch::Tensor y) {
  return x + y;
}
// COUNT: 1000 times {{.*}}options.cpp:[[#@LINE-2]]:12: warning: operands of '+'
// JSON: device-mixed-operands [[#@LINE-3]] 12 1000 ["'left' created on cuda:0 here", "'right' created on cuda:1 here"]

static int count(int Rounds) {
  auto left = torch::ones({2}, torch::Device(torch::kCUDA, 0));
  auto right = torch::ones({2}, torch::Device(torch::kCUDA, 1));
  int Caught = 0;
  for (int I = 0; I != Rounds; ++I)
    try {
      adds(left, right);
    } catch (const c10::Error &) {
      ++Caught;
    }
  return Caught;
}

static float readsElement(const at::Tensor &x) { return x.accessor<float, 1>()[0] + *x.data_ptr<float>(); }

int main(int, char **Arguments) {
  if (std::strcmp(Arguments[1], "reads") == 0)
    std::printf("read %g\n", readsElement(torch::ones({2}, torch::Device(torch::kCUDA, 0))));
  if (std::strcmp(Arguments[1], "throws") == 0)
    adds(torch::ones({2}, torch::Device(torch::kCUDA, 0)), torch::ones({2}));
  if (std::strcmp(Arguments[1], "quick") == 0) {
    count(3);
    std::quick_exit(7);
  }
  if (std::strcmp(Arguments[1], "cpu") == 0)
    std::printf("sum %g\n", adds(torch::ones({2}), torch::ones({2})).sum().item<double>());
  if (std::strcmp(Arguments[1], "loop") == 0)
    std::printf("caught %d\n", count(1000));
  if (std::strcmp(Arguments[1], "threads") == 0) {
    std::vector<std::thread> Threads;
    std::atomic<int> Caught = 0;
    for (int I = 0; I != 16; ++I)
      Threads.emplace_back([&] { Caught += count(200); });
    for (std::thread &T : Threads)
      T.join();
    std::printf("caught %d\n", Caught.load());
  }
  if (std::strcmp(Arguments[1], "fork") == 0) {
    // LibTorch has statics for each operator, which a child waits for that was forked while another thread made them.
    adds(torch::ones({2}), torch::ones({2})).sum().item<int>();
    std::thread Busy([] { count(2000); });
    std::fflush(stdout);
    pid_t Child = fork();
    if (!Child) {
      auto x = torch::ones({2}), y = torch::ones({2});
      _exit(adds(x, y).sum().item<int>());
    }
    int Status = 0;
    waitpid(Child, &Status, 0);
    Busy.join();
    std::printf("child %d\n", WEXITSTATUS(Status));
  }
}

// Many threads report one place once.
// REDEFINE: %{options} =
// RUN: %{run} threads 2>&1 | FileCheck %s --check-prefix=THREADS
// THREADS-COUNT-1: warning:
// THREADS-NOT: warning:
// THREADS-DAG: caught 3200
// THREADS-DAG: summary: 1 distinct, 3200 total
//
// A child that was forked off while another thread reports.
// RUN: %{run} fork 2>&1 | FileCheck %s --check-prefix=FORK
// FORK: child 4
//
// With a LibTorch of another release than the runtime's, nothing is verified, and the program goes on.
// RUN: rm -rf %t.torch && mkdir -p %t.torch/lib && ln -s %torch/lib/*.so* %t.torch/lib
// RUN: echo "__version__ = '2.99.1+cpu'" > %t.torch/version.py
// RUN: env LD_LIBRARY_PATH=%t.torch/lib %t cpu 2>&1 | FileCheck %s --check-prefix=RELEASE
// RELEASE-COUNT-1: device-tidy: error: this program uses PyTorch 2.99.1; this installation verifies instrumented code for {{.*}}2.13.0{{.*}}, and verifies nothing here
// RELEASE: sum 4
//
// Options that are none, and a log that cannot be written, are said in one line each.
// REDEFINE: %{options} = action=explode:colour=1:log_path=%t.no/such/folder
// RUN: %{run} loop 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG-DAG: device-tidy: error: option action in DEVICE_TIDY_OPTIONS is report|abort|count
// WRONG-DAG: device-tidy: error: unknown option 'colour' in DEVICE_TIDY_OPTIONS; help=1 lists them
// WRONG-DAG: device-tidy: error: cannot write {{.*}}: No such file or directory
// WRONG-DAG: caught 1000
//
// Without lines, a report has the name of the function.
// RUN: %instrument -g0 %s -o %t.g0 2> /dev/null
// RUN: %device_tidy run --devices 2 -- %t.g0 loop 2>&1 | grep -v '^    in ' | FileCheck %s --check-prefix=NAMES
// NAMES: adds: warning: operands of 'add' are on different devices: the first operand on cuda:0, the second operand on cuda:1 [device-mixed-operands]
// NAMES-NEXT: count: note: the first operand created on cuda:0 here
// NAMES-NEXT: count: note: the second operand created on cuda:1 here
// RUN: %device_tidy run --devices 2 -- %t.g0 reads 2>&1 | grep -v '^    in ' | FileCheck %s --check-prefix=READS
// READS: readsElement: warning: 'accessor' reads memory of the first operand on the host, but the first operand is on cuda:0 [device-host-access]
// READS-NEXT: main: note: the first operand created on cuda:0 here
// READS-NEXT: device-tidy: summary: 1 distinct, 2 total
