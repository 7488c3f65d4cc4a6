// RUN: dt-lower %s -- -x cuda --cuda-host-only -nocudainc -nocudalib -Xclang -target-sdk-version=13.0 | FileCheck %s
// Kernel launches name the kernel and keep the stream; kernels have no body here.
#define __global__ __attribute__((global))
#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
struct dim3 {
  unsigned x, y, z;
  dim3(unsigned x, unsigned y = 1, unsigned z = 1);
};
typedef struct CUstream_st *cudaStream_t;
extern "C" int __cudaPushCallConfiguration(dim3, dim3, unsigned long = 0, void * = 0);
extern "C" int cudaLaunchKernel(const void *, dim3, dim3, void **, unsigned long, cudaStream_t);
cudaStream_t current();

template <class T> __global__ void add(T *out, const T *in, int n) { out[0] = in[0] + n; }
__device__ int helper(int n) { return n + 1; }

void launches(float *out, const float *in, int n) {
  add<float><<<n / 256, 256>>>(out, in, n);
  add<float><<<dim3(n), 256, 0, current()>>>(out, in, n);
  add<float><<<1, 1, 0, 0>>>(out, &in[3], n);
}

// CHECK-LABEL: class @dim3 {
// CHECK-NEXT:   x: number
// CHECK-NEXT:   y: number
// CHECK-NEXT:   z: number
// CHECK-NEXT: }

// CHECK-LABEL: func kernel @add(%out, %in, %n: number) -> none

// CHECK-LABEL: func @launches(%out, %in, %n: number) -> none {
// CHECK-NEXT: ^0:
// CHECK-NEXT:   %0: none = call @launch:add(%out, %in, %n)
// CHECK-NEXT:   %1: object<CUstream_st>? = call @current()
// CHECK-NEXT:   %2: none = call @launch:add(%out, %in, %n, stream=%1)
// CHECK-NEXT:   %3: number = const 3
// CHECK-NEXT:   %4 = op "+"(%in, %3)
// CHECK-NEXT:   %5: none = call @launch:add(%out, %4, %n)
// CHECK-NEXT:   return
// CHECK-NEXT: }
