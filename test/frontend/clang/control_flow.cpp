// RUN: dt-lower %s -- | FileCheck %s
// Branches, loops, and the blocks of `?:`, `&&` and `||`.
void use(int);
bool query(int);
[[noreturn]] void fail();

int shortens(int n, int m) { return query(n) + (n ?: m); }

int picks(bool a, bool b, int n) {
  int x = a ? b ? 1 : 2 : n;
  bool both = a && query(x);
  if (!(a && b) || both)
    return x;
  return both ? n : x;
}

void loops(int n) {
  for (int i = 0; i < n; ++i) {
    if (i == 3)
      continue;
    use(i);
  }
  while (query(n)) {
    if (n-- == 5)
      break;
  }
  do
    n += 2;
  while (!query(n));
}

int switches(int n) {
  int x = 0;
  switch (n) {
  case 1:
    x = 1;
    break;
  case 2:
    x = 2;
    [[fallthrough]];
  case 3:
    x += 3;
    break;
  default:
    fail();
  }
  return x;
}

void jumps(int n) {
again:
  use(n);
  if (query(n))
    goto again;
}

// CHECK-LABEL: func @shortens(%n: number, %m: number) -> number {
// CHECK-NEXT: ^0:
// CHECK-NEXT:   %0: bool = call @query(%n)
// CHECK-NEXT:   branch(%n) ^1, ^3
// CHECK-NEXT: ^1:
// CHECK-NEXT:   jump ^2(%n)
// CHECK-NEXT: ^2(%1: number):
// CHECK-NEXT:   %2: number = op "+"(%0, %1)
// CHECK-NEXT:   return(%2)
// CHECK-NEXT: ^3:
// CHECK-NEXT:   jump ^2(%m)
// CHECK-NEXT: }

// CHECK-LABEL: func @picks(%a: bool, %b: bool, %n: number) -> number {
// CHECK-NEXT: ^0:
// CHECK-NEXT:   branch(%a) ^1, ^2
// CHECK-NEXT: ^1:
// CHECK-NEXT:   branch(%b) ^3, ^4
// CHECK-NEXT: ^2:
// CHECK-NEXT:   jump ^6(%n)
// CHECK-NEXT: ^3:
// CHECK-NEXT:   %0: number = const 1
// CHECK-NEXT:   jump ^5(%0)
// CHECK-NEXT: ^4:
// CHECK-NEXT:   %1: number = const 2
// CHECK-NEXT:   jump ^5(%1)
// CHECK-NEXT: ^5(%2: number):
// CHECK-NEXT:   jump ^6(%2)
// CHECK-NEXT: ^6(%x: number):
// CHECK-NEXT:   branch(%a) ^7, ^8
// CHECK-NEXT: ^7:
// CHECK-NEXT:   %3: bool = call @query(%x)
// CHECK-NEXT:   jump ^9(%3)
// CHECK-NEXT: ^8:
// CHECK-NEXT:   %4: bool = const False
// CHECK-NEXT:   jump ^9(%4)
// CHECK-NEXT: ^9(%both: bool):
// CHECK-NEXT:   branch(%a) ^10, ^11
// CHECK-NEXT: ^10:
// CHECK-NEXT:   branch(%b) ^12, ^11
// CHECK-NEXT: ^11:
// CHECK-NEXT:   return(%x)
// CHECK-NEXT: ^12:
// CHECK-NEXT:   branch(%both) ^11, ^13
// CHECK-NEXT: ^13:
// CHECK-NEXT:   branch(%both) ^14, ^15
// CHECK-NEXT: ^14:
// CHECK-NEXT:   jump ^16(%n)
// CHECK-NEXT: ^15:
// CHECK-NEXT:   jump ^16(%x)
// CHECK-NEXT: ^16(%5: number):
// CHECK-NEXT:   return(%5)
// CHECK-NEXT: }

// CHECK-LABEL: func @loops(%n: number) -> none {
// CHECK-NEXT: ^0:
// CHECK-NEXT:   %i: number = const 0
// CHECK-NEXT:   jump ^1(%i)
// CHECK-NEXT: ^1(%i.1: number):
// CHECK-NEXT:   %0: bool = op "<"(%i.1, %n)
// CHECK-NEXT:   branch(%0) ^2, ^3(%n)
// CHECK-NEXT: ^2:
// CHECK-NEXT:   %1: number = const 3
// CHECK-NEXT:   %2: bool = op "=="(%i.1, %1)
// CHECK-NEXT:   branch(%2) ^4, ^5
// CHECK-NEXT: ^3(%n.1: number):
// CHECK-NEXT:   %3: bool = call @query(%n.1)
// CHECK-NEXT:   branch(%3) ^7, ^8(%n.1)
// CHECK-NEXT: ^4:
// CHECK-NEXT:   jump ^6
// CHECK-NEXT: ^5:
// CHECK-NEXT:   %4: none = call @use(%i.1)
// CHECK-NEXT:   jump ^6
// CHECK-NEXT: ^6:
// CHECK-NEXT:   %5: number = const 1
// CHECK-NEXT:   %i.2: number = op "+="(%i.1, %5)
// CHECK-NEXT:   jump ^1(%i.2)
// CHECK-NEXT: ^7:
// CHECK-NEXT:   %6: number = const 1
// CHECK-NEXT:   %n.2: number = op "-="(%n.1, %6)
// CHECK-NEXT:   %7: number = const 5
// CHECK-NEXT:   %8: bool = op "=="(%n.1, %7)
// CHECK-NEXT:   branch(%8) ^9, ^3(%n.2)
// CHECK-NEXT: ^8(%n.3: number):
// CHECK-NEXT:   %9: number = const 2
// CHECK-NEXT:   %n.4: number = op "+="(%n.3, %9)
// CHECK-NEXT:   %10: bool = call @query(%n.4)
// CHECK-NEXT:   branch(%10) ^10, ^8(%n.4)
// CHECK-NEXT: ^9:
// CHECK-NEXT:   jump ^8(%n.2)
// CHECK-NEXT: ^10:
// CHECK-NEXT:   return
// CHECK-NEXT: }

// CHECK-LABEL: func @switches(%n: number) -> number {
// CHECK-NEXT: ^0:
// CHECK-NEXT:   %x: number = const 0
// CHECK-NEXT:   %0: number = const 1
// CHECK-NEXT:   %1: bool = op "=="(%n, %0)
// CHECK-NEXT:   branch(%1) ^2, ^1
// CHECK-NEXT: ^1:
// CHECK-NEXT:   %2: number = const 2
// CHECK-NEXT:   %3: bool = op "=="(%n, %2)
// CHECK-NEXT:   branch(%3) ^4, ^3
// CHECK-NEXT: ^2:
// CHECK-NEXT:   %x.1: number = const 1
// CHECK-NEXT:   jump ^7(%x.1)
// CHECK-NEXT: ^3:
// CHECK-NEXT:   %4: number = const 3
// CHECK-NEXT:   %5: bool = op "=="(%n, %4)
// CHECK-NEXT:   branch(%5) ^6(%x), ^5
// CHECK-NEXT: ^4:
// CHECK-NEXT:   %x.2: number = const 2
// CHECK-NEXT:   jump ^6(%x.2)
// CHECK-NEXT: ^5:
// CHECK-NEXT:   %6: none = call @fail()
// CHECK-NEXT:   unreachable
// CHECK-NEXT: ^6(%x.3: number):
// CHECK-NEXT:   %7: number = const 3
// CHECK-NEXT:   %x.4: number = op "+="(%x.3, %7)
// CHECK-NEXT:   jump ^7(%x.4)
// CHECK-NEXT: ^7(%x.5: number):
// CHECK-NEXT:   return(%x.5)
// CHECK-NEXT: }

// CHECK-LABEL: func @jumps(%n: number) -> none {
// CHECK-NEXT: ^0:
// CHECK-NEXT:   jump ^1
// CHECK-NEXT: ^1:
// CHECK-NEXT:   %0: none = call @use(%n)
// CHECK-NEXT:   %1: bool = call @query(%n)
// CHECK-NEXT:   branch(%1) ^2, ^3
// CHECK-NEXT: ^2:
// CHECK-NEXT:   jump ^1
// CHECK-NEXT: ^3:
// CHECK-NEXT:   return
// CHECK-NEXT: }
