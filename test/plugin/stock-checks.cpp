// RUN: %dt_clang_tidy --config='{}' -checks='-*,bugprone-integer-division,device-*' %s -- -std=c++20 | FileCheck %s

// Stock checks work beside ours, and clang finds its own headers though the program is not beside them.

#include <stddef.h>

double half(ptrdiff_t n) { return n / 2; }
// CHECK: :[[@LINE-1]]:35: warning: result of integer division used in a floating point context{{.*}} [bugprone-integer-division]
