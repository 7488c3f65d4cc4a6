// RUN: dt-lower %s -- -std=c++20 | FileCheck %s --implicit-check-not=problem --implicit-check-not=incomplete
// What has no name: classes that their typedef names, others that nothing names, and unions whose members are variables.
typedef struct {
  int Width;
  void widen() { ++Width; }
} Matrix;
static union {
  int Number;
  float Fraction;
};
static struct {
  float Mean;
} Statistics;
struct Pair {
  int First, Second;
};
Pair both();
static auto [First, Second] = both();

int uses() {
  Matrix m;
  m.widen();
  Number = 3;
  Statistics.Mean = 1;
  struct {
    int Count;
  } local = {2};
  decltype(Statistics) copy{};
  return m.Width + Number + local.Count + First;
}

// CHECK: class @Matrix {
// CHECK-NEXT: Width: number
// CHECK: func method @Matrix::widen(%self: object<Matrix>)
// CHECK-LABEL: func @uses() -> number
// CHECK: %m: object<Matrix> = call @Matrix()
// CHECK: invoke "widen"(%m)
// CHECK: get.global @"(unnamed)"
// CHECK: %local: object<"uses::(unnamed)"> = call @"uses::(unnamed)"()
