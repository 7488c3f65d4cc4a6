# String literals, formatted strings, numbers.
# RUN: dt-python --canonical --source-order %s | FileCheck %s


def strings(x):
    x("a\tb\x41\u00e9\N{DASH}", r"\d", b"\x01", "joined " 'up', """long
one""", "")
# CHECK-LABEL: func @strings(%x) {
# CHECK-NEXT: ^0:
# CHECK-NEXT:   %0 = apply(%x, "a\x09bAé\\N{DASH}", "\\d", "\x01", "joined up", "long\none", "")
# CHECK-NEXT:   return
# CHECK-NEXT: }


def formatted(i, width):
    return f"cuda:{i}", f"{i:>{width}}", f"{{}}", "a" f"b{i!r}", f"{i=}"
# CHECK-LABEL: func @formatted(%i, %width) {
# CHECK-NEXT: ^0:
# CHECK-NEXT:   %0 = opaque("cuda:", %i)
# CHECK-NEXT:   %1 = opaque(%i, %width)
# CHECK-NEXT:   %2 = opaque("ab", %i)
# CHECK-NEXT:   %3 = opaque(%i)
# CHECK-NEXT:   %4 = tuple(%0, %1, "{}", %2, %3)
# CHECK-NEXT:   return(%4)
# CHECK-NEXT: }


# `:=` in a field is a format, not an assignment.
def padded(i, width):
    return f"{i:=5}", f"{i:=}", f"{i:=10.4f}", f"{i:={width}}", f"{(i := 5)}"
# CHECK-LABEL: func @padded(%i, %width) {
# CHECK-NEXT: ^0:
# CHECK-NEXT:   %0 = opaque(%i)
# CHECK-NEXT:   %1 = opaque(%i)
# CHECK-NEXT:   %2 = opaque(%i)
# CHECK-NEXT:   %3 = opaque(%i, %width)
# CHECK-NEXT:   %4 = opaque(5)
# CHECK-NEXT:   %5 = tuple(%0, %1, %2, %3, %4)
# CHECK-NEXT:   return(%5)
# CHECK-NEXT: }


def numbers(x):
    x(0x10, 0b11, 0o17, 1_000, 99999999999999999999, 1e3, 1.5, 2j, -3, +4, ~5)
# CHECK-LABEL: func @numbers(%x) {
# CHECK-NEXT: ^0:
# CHECK-NEXT:   %0 = op "~"(5)
# CHECK-NEXT:   %1 = apply(%x, 16, 3, 15, 1000, float, 1e3, 1.5, float, -3, 4, %0)
# CHECK-NEXT:   return
# CHECK-NEXT: }


def displays(a, b):
    return [a, *b], {a, b}, {a: 1, **b}, (a,), ()
# CHECK-LABEL: func @displays(%a, %b) {
# CHECK-NEXT: ^0:
# CHECK-NEXT:   %0 = list(%a, *%b)
# CHECK-NEXT:   %1 = list(%a, %b)
# CHECK-NEXT:   %2 = dict(%a, 1, **%b)
# CHECK-NEXT:   %3 = tuple(%a)
# CHECK-NEXT:   %4 = tuple()
# CHECK-NEXT:   %5 = tuple(%0, %1, %2, %3, %4)
# CHECK-NEXT:   return(%5)
# CHECK-NEXT: }
