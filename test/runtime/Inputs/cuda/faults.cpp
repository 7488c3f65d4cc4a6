// Ways to die, one for each word of the command line, and a child after fork.
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <pthread.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

extern "C" int cudaMalloc(void **, size_t);
extern "C" int cudaMemcpy(void *, const void *, size_t, int);

static char h[16];
static volatile char *d;
static void copies() { cudaMemcpy(const_cast<char *>(d), h, sizeof h, 2); }
static void copiesToo() { cudaMemcpy(const_cast<char *>(d), h, sizeof h, 2); }
static void touches() { d[1] = 3; }
static void allocates() {
  void *Memory;
  cudaMalloc(&Memory, 4096);
  d = static_cast<char *>(Memory);
}

// An allocator that has its lock while it touches memory: nobody can allocate any more.
static pthread_mutex_t Heap = PTHREAD_MUTEX_INITIALIZER;
extern "C" void *__libc_malloc(size_t);
extern "C" void *malloc(size_t Size) {
  pthread_mutex_lock(&Heap);
  void *Memory = __libc_malloc(Size);
  pthread_mutex_unlock(&Heap);
  return Memory;
}
static void touchesInside() {
  pthread_mutex_lock(&Heap);
  d[1] = 3;
}

static void handles(int) {
  static const char Text[] = "the program's own handler\n";
  (void)!write(STDERR_FILENO, Text, sizeof Text - 1);
  _exit(7);
}

static void forks(void (*InParent)(), void (*InChild)()) {
  InParent();
  std::fflush(stdout);
  if (fork() == 0) {
    InChild();
    std::exit(0);
  }
  int Status = 0;
  wait(&Status);
  std::printf("child: signal %d\n", WIFSIGNALED(Status) ? WTERMSIG(Status) : 0);
}

static void threads() {
  std::thread One(touches), Two(touches), Three(touches);
  One.join();
  Two.join();
  Three.join();
}

int main(int Count, char **Words) {
  allocates();
  struct {
    const char *Word;
    void (*Do)();
  } All[] = {{"copies", copies},
             {"touches", touches},
             {"touches-inside", touchesInside},
             {"frees", [] { std::free(const_cast<char *>(d) + 256); }},
             {"null", [] { *reinterpret_cast<volatile int *>(8) = 1; }},
             {"raises", [] { std::raise(SIGSEGV); }},
             {"killed", [] { kill(getpid(), SIGSEGV); }},
             {"handles", [] { std::signal(SIGSEGV, handles); }},
             {"threads", threads},
             {"forks", [] { forks(copies, copiesToo); }},
             {"child-touches",
              [] {
                forks([] {}, [] {
                  allocates();
                  touches();
                });
              }},
             {"child-null", [] { forks([] {}, [] { *reinterpret_cast<volatile int *>(8) = 1; }); }}};
  for (int I = 1; I < Count; ++I)
    for (auto &Each : All)
      if (std::strcmp(Words[I], Each.Word) == 0)
        Each.Do();
  std::puts("done");
}
