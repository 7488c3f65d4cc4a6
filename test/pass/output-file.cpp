// What instrumented programs find goes to the file of device-tidy run, in its format, with what Python programs of the
// same run find: each place once, with the sum of its counts.
//
// REQUIRES: torch, instrument
// RUN: rm -rf %t && mkdir %t && cd %t && %instrument %s -o %t/program
// DEFINE: %{format} = json
// DEFINE: %{to} = %t/found.json
// DEFINE: %{run} = %device_tidy run -q --devices 2 --output-format %{format} --output-file %{to} --
// DEFINE: %{places} = %python %S/../runtime/verification/Inputs/places.py %{to}
// DEFINE: %{validate} = %python %S/../report/Inputs/validate_sarif.py
//
// RUN: %{run} %t/program bad 2>&1 | FileCheck %s --check-prefix=NOTHING --implicit-check-not={{.}}
// RUN: %{places} | FileCheck %s --check-prefix=PLACES
// RUN: FileCheck %s --check-prefix=JSON < %{to}
// RUN: %{run} %t/program fork 2>&1 | FileCheck %s --check-prefix=NOTHING --implicit-check-not={{.}}
// RUN: %{places} | FileCheck %s --check-prefix=FORKED
// RUN: %{run} sh -c '%t/program bad; %python %S/../runtime/verification/Inputs/processes.py loader fork; %t/program bad'
// RUN: %{places} | FileCheck %s --check-prefix=BOTH
//
// A program without findings leaves a document, too.
// RUN: %{run} %t/program good && %{places} | FileCheck %s --check-prefix=EMPTY
// RUN: %{run} true && %{places} | FileCheck %s --check-prefix=EMPTY
//
// REDEFINE: %{format} = sarif
// REDEFINE: %{to} = %t/found.sarif
// RUN: %{run} sh -c '%t/program bad; %python %S/../runtime/verification/Inputs/processes.py loader fork; %t/program bad'
// RUN: %{places} | FileCheck %s --check-prefix=BOTH
// RUN: %{validate} < %{to}
// RUN: %{run} %t/program good && %{places} | FileCheck %s --check-prefix=EMPTY
// RUN: %{validate} < %{to}
// RUN: %{run} %t/program bad && %{places} | FileCheck %s --check-prefix=PLACES
// RUN: %{validate} < %{to}
//
// Text is on standard error, too; the file of an option is there beside it.
// RUN: env DEVICE_TIDY_OPTIONS=format=json:log_path=%t/log %device_tidy run --output-file %t/found.txt -- %t/program bad
// RUN: cat %t/log.* | FileCheck %s --check-prefix=JSON
// RUN: %device_tidy run --output-file %t/found.txt -- %t/program bad 2> %t/found.err
// RUN: diff %t/found.txt %t/found.err && FileCheck %s --check-prefix=TEXT < %t/found.txt
// RUN: %device_tidy run --output-format concise -q --output-file %t/found.txt -- %t/program bad 2> %t/found.err
// RUN: diff %t/found.txt %t/found.err && FileCheck %s --check-prefix=CONCISE --implicit-check-not=note: --implicit-check-not=device-tidy: < %t/found.txt
// RUN: %device_tidy run --output-file /dev/stdout -- %t/program bad 2> %t/found.err | FileCheck %s --check-prefix=TEXT
// RUN: ls %t | FileCheck %s --check-prefix=PARTS --implicit-check-not=part
//
// Without a file a document is on standard error.
// RUN: %device_tidy run --output-format json -- %t/program bad 2>&1 | FileCheck %s --check-prefix=JSON
//
// NOTHING: done
// EMPTY: {{^}}end
// PARTS: found.txt
#include <cstdio>
#include <cstring>
#include <sys/wait.h>
#include <torch/torch.h>
#include <unistd.h>

static void adds(bool IsGood) {
  auto left = torch::ones({2}, torch::Device(torch::kCUDA, 0));
  auto right = torch::ones({2}, torch::Device(torch::kCUDA, IsGood ? 0 : 1));
  try {
    left + right;
  } catch (const c10::Error &) {
  }
}
// PLACES: {{^}}{{.*}}output-file.cpp:[[#@LINE-4]] device-mixed-operands 3{{$}}
// PLACES-NEXT: end
// FORKED: output-file.cpp:[[#@LINE-6]] device-mixed-operands 6{{$}}
// FORKED-NEXT: end
// BOTH-DAG: output-file.cpp:[[#@LINE-8]] device-mixed-operands 6{{$}}
// BOTH-DAG: processes.py:16 device-discarded-move 1{{$}}
// BOTH: end
// JSON: "check": "device-mixed-operands"
// JSON: "line": [[#@LINE-12]]
// JSON: "count": 3
// TEXT: output-file.cpp:[[#@LINE-14]]:10: warning: operands of '+' are on different devices: 'left' on cuda:0, 'right' on cuda:1 [device-mixed-operands]
// TEXT: note: 'left' created on cuda:0 here
// TEXT: device-tidy: summary: 1 distinct, 3 total
// CONCISE: output-file.cpp:[[#@LINE-17]]:10: warning: operands of '+'

int main(int, char **Arguments) {
  const bool IsGood = std::strcmp(Arguments[1], "good") == 0, Forks = std::strcmp(Arguments[1], "fork") == 0;
  const pid_t Child = Forks ? fork() : 0;
  for (int I = 0; I != 3; ++I)
    adds(IsGood);
  if (Child) {
    waitpid(Child, nullptr, 0);
    std::puts("done");
  } else if (!Forks)
    std::puts("done");
}
