// Many threads with operations, modules and scripts of LibTorch on several devices, some wrong. Built with the hooks
// under ThreadSanitizer.
#include <atomic>
#include <barrier>
#include <cstdio>
#include <thread>
#include <torch/script.h>
#include <torch/torch.h>
#include <vector>

// All reach a place for the first time at once.
constexpr int Count = 8;
static std::barrier Together(Count);

static torch::Tensor adds(torch::Tensor x, torch::Tensor y) { return x + y; }

static int works(int Rounds, int Number) {
  const torch::Device Own(torch::kCUDA, static_cast<c10::DeviceIndex>(Number % 2));
  torch::nn::Linear Linear(2, 2);
  Linear->to(Own);
  torch::jit::Module Script("script");
  Script.register_parameter("weight", torch::ones({2, 2}), /*is_buffer=*/false);
  Script.define("def forward(self, x):\n    return x.matmul(self.weight)\n");
  Script.to(Own);
  int Caught = 0;
  for (int I = 0; I != Rounds; ++I) {
    auto Here = torch::ones({2, 2}, Own), There = torch::ones({2, 2});
    const torch::Tensor &Second = I % 4 ? Here : There;
    auto Attempt = [&](auto Do) {
      try {
        Do();
      } catch (const std::exception &) {
        ++Caught;
      }
    };
    if (I == 0)
      Together.arrive_and_wait();
    Attempt([&] { adds(Here, Second); });
    Attempt([&] { torch::cat({Here, Second}); });
    Attempt([&] { Linear(Second); });
    Attempt([&] { Script.forward({Second}); });
    adds(Here, There.to(Own)).sum().item<double>();
  }
  return Caught;
}

int main() {
  std::vector<std::thread> Threads;
  std::atomic<int> Caught = 0;
  for (int I = 0; I != Count; ++I)
    Threads.emplace_back([&, I] { Caught += works(40, I); });
  for (std::thread &Each : Threads)
    Each.join();
  std::printf("caught %d\n", Caught.load());
}
