struct T {
  int f(int);
};
struct P {
  T *operator->();
};
int f(P p) { return p->f(1) + (p)->f(2); }
// RUN: dt-lower %s --locations -- | FileCheck %s
// What stands before an arrow that is a call is the object, without the arrow. Ranges are byte offsets, hence the code
// at the top.

// CHECK: func @f(%p: object<P> @67..70^69) -> number @61..103^65 {
// CHECK-NEXT: ^0:
// CHECK-NEXT:   %0: object<T>? = invoke "operator->"(%p@81..82) @81..82
// CHECK-NEXT:   %1: number = const 1 @86..87
// CHECK-NEXT:   %2: number = invoke "f"(%0@81..82, %1@86..87) @81..88^84
// CHECK-NEXT:   %3: object<T>? = invoke "operator->"(%p@91..94) @91..94
// CHECK-NEXT:   %4: number = const 2 @98..99
// CHECK-NEXT:   %5: number = invoke "f"(%3@91..94, %4@98..99) @91..100^96
// CHECK-NEXT:   %6: number = op "+"(%2@81..88^84, %5@91..100^96) @81..100^89
// CHECK-NEXT:   return(%6@81..100^89) @74..100
// CHECK-NEXT: }
