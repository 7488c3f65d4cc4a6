// A file that does not use LibTorch is compiled as ever, and the pass says nothing.
//
// RUN: %clangxx -O2 -S -emit-llvm %s -o %t.plain.ll
// RUN: %clangxx -O2 -fpass-plugin=%build_root/lib/DeviceTidyPass.so -S -emit-llvm %s -o %t.ll 2>&1 | count 0
// RUN: diff %t.plain.ll %t.ll
namespace at {
inline int add(int X, int Y) { return X + Y; }
} // namespace at
int main(int Count, char **) { return at::add(Count, 1); }
