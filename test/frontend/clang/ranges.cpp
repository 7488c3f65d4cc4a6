#define CALL(f, x) f(x)
#define TWICE(x) ((x) + (x))
struct T { T to(int); };
T operator+(T, T);
int f(int a) { return CALL(f, a + 1); }
int g(int a) { return TWICE(a); }
T h(T t) { return t.to(1) + t; }
// RUN: dt-lower %s --locations -- | FileCheck %s
// Ranges are byte offsets, hence the code at the top. What stands in a macro's argument keeps its place; what the
// macro itself holds stands where the macro is used.

// CHECK: class @T @53..76^60
// CHECK: func @f(%a: number @103..108^107) -> number @97..136^101 {
// CHECK: ^0:
// CHECK:   %0: number = const 1 @131..132
// CHECK:   %1: number = op "+"(%a@127..128, %0@131..132) @127..132^129
// CHECK:   %2: number = call @f(%1@127..132^129) @119..133^124
// CHECK:   return(%2@119..133^124) @112..133
// CHECK: }
// CHECK: func @g(%a: number @143..148^147) -> number @137..170^141 {
// CHECK: ^0:
// CHECK:   %0: number = op "+"(%a@159..167, %a@159..167) @159..167
// CHECK:   return(%0@159..167) @152..167
// CHECK: }
// CHECK: func @h(%t: object<T> @175..178^177) -> object<T> @171..203^173 {
// CHECK: ^0:
// CHECK:   %0: number = const 1 @194..195
// CHECK:   %1: object<T> = invoke "to"(%t@189..190, %0@194..195) @189..196^191
// CHECK:   %2: object<T> = call @"operator+"(%1@189..196^191, %t@199..200) @189..200^197
// CHECK:   return(%2@189..200^197) @182..200
// CHECK: }
