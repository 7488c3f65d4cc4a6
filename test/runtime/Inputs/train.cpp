// A training program for two devices. With the argument "broken", the target of the loss stays on the CPU. Prints the
// losses, so that runs on devices can be compared with one on the CPU ("cpu").
#include <cstdio>
#include <cstring>
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Linear First{nullptr}, Second{nullptr};
  torch::Device Front, Back;

  Net(torch::Device TheFront, torch::Device TheBack) : Front(TheFront), Back(TheBack) {
    First = register_module("first", torch::nn::Linear(8, 16));
    Second = register_module("second", torch::nn::Linear(16, 4));
    First->to(Front);
    Second->to(Back);
  }
  torch::Tensor forward(torch::Tensor X) { return Second(torch::relu(First(X.to(Front))).to(Back)); }
};

int main(int Count, char **Arguments) {
  bool Broken = Count > 1 && std::strcmp(Arguments[1], "broken") == 0;
  bool Cpu = Count > 1 && std::strcmp(Arguments[1], "cpu") == 0;
  std::printf("devices: %zu\n", size_t(torch::cuda::device_count()));
  torch::manual_seed(7);
  torch::Device Front = Cpu ? torch::Device("cpu") : torch::Device("cuda:0");
  torch::Device Back = Cpu ? torch::Device("cpu") : torch::Device("cuda:1");
  try {
    Net Model(Front, Back);
    torch::optim::Adam Optimizer(Model.parameters(), 0.01);
    auto X = torch::randn({32, 8});
    auto Y = torch::randint(0, 4, {32});
    for (int Step = 0; Step != 5; ++Step) {
      Optimizer.zero_grad();
      auto Out = Model.forward(X);
      auto Loss = torch::nll_loss(torch::log_softmax(Out, 1), Broken ? Y : Y.to(Back));
      Loss.backward();
      Optimizer.step();
      std::printf("loss %a\n", Loss.item<double>());
    }
    std::printf("gradient on %s, sum %a\n", Model.First->weight.grad().device().is_cuda() ? "cuda" : "cpu",
                Model.First->weight.grad().sum().item<double>());
    c10::InferenceMode Inference;
    auto Answer = Model.forward(torch::ones({2, 8})).add_(1);
    std::printf("answer %a\n", Answer.view({8}).sum().item<double>());
  } catch (const c10::Error &E) {
    std::printf("error: %s\n", E.what_without_backtrace());
    return 3;
  }
  return Broken;
}
