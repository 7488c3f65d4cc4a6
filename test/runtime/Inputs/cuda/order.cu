// Memory in the order of streams.
#include <cstring>
#include <cuda_runtime.h>

__global__ void scale(float *Values, int Size) {
  if (int N = threadIdx.x; N < Size)
    Values[N] *= 2;
}

static cudaStream_t First, Second, Loose;
static float *allocated() {
  float *Values = nullptr;
  cudaMallocAsync(reinterpret_cast<void **>(&Values), 256, First);
  cudaStreamSynchronize(First);
  return Values;
}

static void other_bad() {
  float *Values = allocated();
  scale<<<1, 64, 0, Second>>>(Values, 64);
  cudaFreeAsync(Values, First);
}
static void same_ok() {
  float *Values = allocated();
  scale<<<1, 64, 0, Second>>>(Values, 64);
  cudaFreeAsync(Values, Second);
}
static void event_ok() {
  float *Values = allocated();
  cudaEvent_t Done;
  cudaEventCreate(&Done);
  scale<<<1, 64, 0, Second>>>(Values, 64);
  cudaEventRecord(Done, Second);
  cudaStreamWaitEvent(First, Done, 0);
  cudaFreeAsync(Values, First);
  cudaEventDestroy(Done);
}
// The event is older than the kernel.
static void early_bad() {
  float *Values = allocated();
  cudaEvent_t Done;
  cudaEventCreate(&Done);
  cudaEventRecord(Done, Second);
  scale<<<1, 64, 0, Second>>>(Values, 64);
  cudaStreamWaitEvent(First, Done, 0);
  cudaFreeAsync(Values, First);
  cudaEventDestroy(Done);
}
// What is waited for by a third stream is waited for by who waits for that.
static void chain_ok() {
  float *Values = allocated();
  cudaEvent_t Done;
  cudaEventCreate(&Done);
  scale<<<1, 64, 0, Second>>>(Values, 64);
  cudaEventRecord(Done, Second);
  cudaStreamWaitEvent(Loose, Done, 0);
  cudaEventRecord(Done, Loose);
  cudaStreamWaitEvent(First, Done, 0);
  cudaFreeAsync(Values, First);
  cudaEventDestroy(Done);
}
static void host_ok() {
  float *Values = allocated();
  scale<<<1, 64, 0, Second>>>(Values, 64);
  cudaStreamSynchronize(Second);
  cudaFreeAsync(Values, First);
}
static void device_ok() {
  float *Values = allocated();
  scale<<<1, 64, 0, Second>>>(Values, 64);
  cudaDeviceSynchronize();
  cudaFreeAsync(Values, First);
}
// The default stream waits for streams that block, and for those only.
static void default_ok() {
  float *Values = allocated();
  scale<<<1, 64, 0, Second>>>(Values, 64);
  cudaFreeAsync(Values, nullptr);
}
static void loose_bad() {
  float *Values = allocated();
  scale<<<1, 64, 0, Loose>>>(Values, 64);
  cudaFreeAsync(Values, nullptr);
}
static void free_ok() {
  float *Values = allocated();
  scale<<<1, 64, 0, Loose>>>(Values, 64);
  cudaFree(Values);
}
// An event that may have the handle of one that is gone is not that one.
static void reused_bad() {
  float *Values = allocated();
  cudaEvent_t Done, Other;
  cudaEventCreate(&Done);
  scale<<<1, 64, 0, Second>>>(Values, 64);
  cudaEventRecord(Done, Second);
  cudaEventDestroy(Done);
  cudaEventCreate(&Other);
  cudaStreamWaitEvent(First, Other, 0);
  cudaFreeAsync(Values, First);
  cudaEventDestroy(Other);
}

int main(int, char **Arguments) {
  cudaStreamCreate(&First);
  cudaStreamCreate(&Second);
  cudaStreamCreateWithFlags(&Loose, cudaStreamNonBlocking);
  if (std::strcmp(Arguments[1], "bad") == 0)
    for (auto *F : {other_bad, early_bad, loose_bad, reused_bad})
      F();
  else
    for (auto *F : {same_ok, event_ok, chain_ok, host_ok, device_ok, default_ok, free_ok})
      F();
}
