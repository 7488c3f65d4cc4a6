// Many threads on many devices, each with memory, streams and copies of its own, some wrong. Built with ThreadSanitizer
// together with the sources of the shim and the reports.
#include <cstdio>
#include <thread>
#include <unistd.h>
#include <vector>

extern "C" int cudaMalloc(void **, size_t);
extern "C" int cudaMallocHost(void **, size_t);
extern "C" int cudaFree(void *);
extern "C" int cudaFreeHost(void *);
extern "C" int cudaMemcpy(void *, const void *, size_t, int);
extern "C" int cudaSetDevice(int);
extern "C" int cudaStreamCreate(void **);
extern "C" int cudaStreamDestroy(void *);
struct Dim {
  unsigned X, Y, Z;
};
extern "C" int cudaLaunchKernel(const void *, Dim, Dim, void **, size_t, void *);
extern "C" int __cudaRegisterFunction(void **, const char *, char *, const char *, int, void *, void *, void *, void *,
                                      int *);

static const char kernel = 0;

static void work(int device, int rounds) {
  cudaSetDevice(device);
  char h[64] = {};
  for (int i = 0; i < rounds; ++i) {
    void *d = nullptr, *pinned = nullptr, *stream = nullptr;
    cudaMalloc(&d, 64 + i % 7 * 512);
    cudaMallocHost(&pinned, 64);
    cudaStreamCreate(&stream);
    cudaMemcpy(d, h, sizeof h, 1);
    cudaMemcpy(pinned, d, sizeof h, 2);
    if (i % 16 == 0)
      cudaMemcpy(d, h, sizeof h, 2); // wrong
    void *arguments[] = {&d};
    cudaLaunchKernel(&kernel, {1, 1, 1}, {32, 1, 1}, arguments, 0, stream);
    cudaStreamDestroy(stream);
    cudaFree(d);
    cudaFreeHost(pinned);
  }
}

int main() {
  __cudaRegisterFunction(nullptr, &kernel, nullptr, "_Z5scalePf", -1, nullptr, nullptr, nullptr, nullptr, nullptr);
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i)
    threads.emplace_back(work, i % 4, 200);
  for (std::thread &t : threads)
    t.join();
  std::puts("done");
}
