// RUN: dt-lower %s -- -std=c++20 2>/dev/null | FileCheck %s
// What is unpacked did not parse: its parts have no type at all.
struct Pair {
  int first;
  double second;
};
Pair made(int n);

int parts() {
  auto [a, b] = made(missing);
  return a;
}

// CHECK-LABEL: func @parts() -> number incomplete {
// CHECK: %a = unpack 0 of 2(
// CHECK: %b = unpack 1 of 2(

int whole() {
  auto [a, b] = made(1);
  return a;
}

// CHECK-LABEL: func @whole() -> number {
// CHECK: %a: number = get.field "first"(
