// A transformer encoder written by hand: learned scale, fixed positions, a stack of layers, a causal mask.
#include <torch/torch.h>

#include <cmath>
#include <iostream>

struct EncoderLayerImpl : torch::nn::Module {
  explicit EncoderLayerImpl(int64_t width)
      : query(register_module("query", torch::nn::Linear(width, width))),
        key(register_module("key", torch::nn::Linear(width, width))),
        value(register_module("value", torch::nn::Linear(width, width))),
        output(register_module("output", torch::nn::Linear(width, width))) {}

  torch::Tensor forward(torch::Tensor x) {
    auto length = x.size(1);
    auto mask = torch::ones({length, length}, x.device()).tril();
    auto scores = torch::matmul(query->forward(x), key->forward(x).transpose(1, 2)) / std::sqrt(x.size(2));
    auto weights = torch::softmax(scores + (mask - 1) * 1e9, -1);
    return x + output->forward(torch::matmul(weights, value->forward(x)));
  }

  torch::nn::Linear query, key, value, output;
};
TORCH_MODULE(EncoderLayer);

torch::Tensor sinusoids(int64_t length, int64_t width) {
  auto position = torch::arange(length).unsqueeze(1);
  auto rate = torch::exp(torch::arange(0, width, 2) * (-std::log(10000.0) / width));
  return torch::cat({torch::sin(position * rate), torch::cos(position * rate)}, 1);
}

struct EncoderImpl : torch::nn::Module {
  EncoderImpl(int64_t vocabulary, int64_t width, int64_t depth) {
    embedding = register_module("embedding", torch::nn::Embedding(vocabulary, width));
    positions = register_buffer("positions", sinusoids(512, width));
    scale = register_parameter("scale", torch::ones({width}));
    layers = register_module("layers", torch::nn::ModuleList());
    for (int64_t i = 0; i < depth; ++i)
      layers->push_back(EncoderLayer(width));
  }

  torch::Tensor forward(torch::Tensor tokens) {
    auto x = embedding->forward(tokens) * scale;
    x = x + positions.slice(0, 0, tokens.size(1));
    for (const auto &layer : *layers)
      x = layer->as<EncoderLayer>()->forward(x);
    return x;
  }

  torch::nn::Embedding embedding{nullptr};
  torch::Tensor positions, scale;
  torch::nn::ModuleList layers{nullptr};
};
TORCH_MODULE(Encoder);

int main() {
  torch::Device device(torch::cuda::is_available() ? torch::kCUDA : torch::kCPU);
  Encoder encoder(1000, 64, 4);
  encoder->to(device);
  auto tokens = torch::randint(1000, {8, 128}, torch::TensorOptions().dtype(torch::kLong).device(device));
  auto encoded = encoder->forward(tokens);
  std::cout << encoded.mean().item<float>() << "\n";
}
