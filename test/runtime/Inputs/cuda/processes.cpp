// A child after fork, a program that becomes another, memory that a destructor of a global frees.
#include <cstdio>
#include <cstring>
#include <sys/wait.h>
#include <unistd.h>

extern "C" int cudaMalloc(void **, size_t);
extern "C" int cudaFree(void *);
extern "C" int cudaMemcpy(void *, const void *, size_t, int);

static char h[16];
static void copies_bad(void *d) { cudaMemcpy(d, h, sizeof h, 2); }

struct Owner {
  void *d = nullptr;
  ~Owner() {
    copies_bad(d);
    cudaFree(d);
  }
} static owner;

int main(int count, char **words) {
  cudaMalloc(&owner.d, 16);
  if (count > 1 && std::strcmp(words[1], "fork") == 0) {
    copies_bad(owner.d);
    std::fflush(stdout);
    if (fork() == 0) {
      copies_bad(owner.d);
      _exit(0);
    }
    wait(nullptr);
  }
  if (count > 2 && std::strcmp(words[1], "exec") == 0)
    execl(words[2], words[2], nullptr);
  std::puts("done");
}
