// Memory that an object allocates is on the GPU that was current when it was made.
// REQUIRES: cuda-toolkit
// RUN: not %device_tidy check --isolated --level 1 --select device-unguarded-launch --select device-host-dereference %s | FileCheck %s --implicit-check-not='{{warning|note}}:'
#include <cuda_runtime.h>
#include <memory>
#include <thread>
#include <vector>

__global__ void twice(float *p) { p[threadIdx.x] *= 2; }

class Group {
  float *Values;

public:
  Group() { cudaMalloc(&Values, 128); }
  void advance() { twice<<<1, 32>>>(Values); }
};

void object_bad() {
  cudaSetDevice(1);
  Group g;
  cudaSetDevice(0);
  g.advance();
  // CHECK: :[[@LINE-1]]:3: warning: 'twice' is launched on cuda:0 with {{.*}}, whose memory is on cuda:1 [device-unguarded-launch]
  // CHECK: note: {{.*}} allocated on cuda:1 by 'cudaMalloc' here
  // CHECK: note: 'twice' launched here
}
void object_ok() {
  cudaSetDevice(1);
  Group g;
  g.advance();
}

static void run(Group *g) { g->advance(); }
void pointer_bad() {
  cudaSetDevice(1);
  auto g = std::make_unique<Group>();
  cudaSetDevice(0);
  run(g.get());
  // CHECK: :[[@LINE-1]]:{{.*}}: warning: 'twice' is launched on cuda:0 with {{.*}}, whose memory is on cuda:1
  // CHECK: note: {{.*}} allocated on cuda:1 by 'cudaMalloc' here
  // CHECK: note: 'twice' launched here
}
void pointer_ok() {
  cudaSetDevice(1);
  auto g = std::make_unique<Group>();
  run(g.get());
}

// Each thread begins with the first GPU.
class Simulation {
  std::vector<std::unique_ptr<Group>> Groups;
  int Device;

public:
  explicit Simulation(int device) : Device(device) {
    for (int i = 0; i < 4; ++i)
      Groups.push_back(std::make_unique<Group>());
  }
  void run_bad() {
    for (auto &g : Groups) {
      std::thread t([&g] { g->advance(); });
      t.join();
    }
  }
  void run_ok() {
    for (auto &g : Groups) {
      std::thread t([&g, this] {
        cudaSetDevice(Device);
        g->advance();
      });
      t.join();
    }
  }
};
void threads_bad() {
  cudaSetDevice(1);
  Simulation s(1);
  s.run_bad();
  // CHECK: :[[@LINE-1]]:3: warning: 'twice' is launched on cuda:0 with {{.*}}, whose memory is on cuda:1
  // CHECK: note: {{.*}} allocated on cuda:1 by 'cudaMalloc' here
  // CHECK: note: 'twice' launched here
}
void threads_ok() {
  cudaSetDevice(1);
  Simulation s(1);
  s.run_ok();
}

// A member that is given is no less the giver's.
class Holder {
  float *Given;

public:
  explicit Holder(float *p) : Given(p) {}
  void advance() { twice<<<1, 32>>>(Given); }
};
void holder_ok() {
  float *p;
  cudaSetDevice(1);
  cudaMalloc(&p, 128);
  Holder h(p);
  h.advance();
}
