// Layers that a loop registers which goes over some of them: members share what moves, and those that it leaves out stay
// behind.
// REQUIRES: torch
// RUN: not %device_tidy check --isolated --level 1 --output-format concise %s -- %torch_flags | FileCheck %s --implicit-check-not=warning:
#include <torch/torch.h>

#include <map>

namespace nn = torch::nn;

struct ListGood : nn::Module {
  nn::Linear First{4, 4}, Last{4, 2};
  ListGood() {
    int I = 0;
    for (nn::Linear L : {First, Last})
      register_module("l" + std::to_string(I++), L);
  }
  torch::Tensor forward(torch::Tensor x) { return Last(First(x)); }
};

struct ListBad : nn::Module {
  // CHECK: :[[@LINE+1]]:31: warning: 'Last' is not registered with 'ListBad'
  nn::Linear First{4, 4}, Last{4, 2};
  ListBad() {
    int I = 0;
    for (nn::Linear L : {First})
      register_module("l" + std::to_string(I++), L);
  }
  torch::Tensor forward(torch::Tensor x) { return Last(First(x)); }
};

struct PairsGood : nn::Module {
  nn::Linear First{4, 4}, Last{4, 2};
  PairsGood() {
    std::vector<std::pair<std::string, nn::Linear>> All = {{"first", First}, {"last", Last}};
    for (auto &P : All)
      register_module(P.first, P.second);
  }
  torch::Tensor forward(torch::Tensor x) { return Last(First(x)); }
};

struct BoundGood : nn::Module {
  nn::Linear First{4, 4}, Last{4, 2};
  BoundGood() {
    for (auto &[Name, Layer] : std::vector<std::pair<std::string, nn::Linear>>{{"first", First}, {"last", Last}})
      register_module(Name, Layer);
  }
  torch::Tensor forward(torch::Tensor x) { return Last(First(x)); }
};

struct MapGood : nn::Module {
  nn::Linear First{4, 4}, Last{4, 2};
  MapGood() {
    std::map<std::string, nn::Linear> All{{"first", First}, {"last", Last}};
    for (const auto &Entry : All)
      register_module(Entry.first, Entry.second);
  }
  torch::Tensor forward(torch::Tensor x) { return Last(First(x)); }
};

struct MapBad : nn::Module {
  // CHECK: :[[@LINE+1]]:31: warning: 'Last' is not registered with 'MapBad'
  nn::Linear First{4, 4}, Last{4, 2};
  MapBad() {
    std::map<std::string, nn::Linear> All{{"first", First}};
    for (const auto &Entry : All)
      register_module(Entry.first, Entry.second);
  }
  torch::Tensor forward(torch::Tensor x) { return Last(First(x)); }
};

template <class M> void use() {
  auto d = torch::cuda::is_available() ? torch::Device(torch::kCUDA) : torch::Device(torch::kCPU);
  M Net;
  Net.to(d);
  Net.forward(torch::ones({1, 4}, d));
}

void run() {
  use<ListGood>();
  use<ListBad>();
  use<PairsGood>();
  use<BoundGood>();
  use<MapGood>();
  use<MapBad>();
}
