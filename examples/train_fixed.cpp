// Trains a digit classifier on MNIST, validates after each epoch, and resumes from its last checkpoint.
#include <torch/torch.h>

#include <filesystem>
#include <iostream>
#include <string>

struct NetImpl : torch::nn::Module {
  NetImpl()
      : conv1(register_module("conv1", torch::nn::Conv2d(1, 16, 5))),
        conv2(register_module("conv2", torch::nn::Conv2d(16, 32, 5))),
        fc1(register_module("fc1", torch::nn::Linear(512, 64))),
        fc2(register_module("fc2", torch::nn::Linear(64, 10))) {}

  torch::Tensor forward(torch::Tensor x) {
    x = torch::relu(torch::max_pool2d(conv1->forward(x), 2));
    x = torch::relu(torch::max_pool2d(conv2->forward(x), 2));
    x = torch::relu(fc1->forward(x.flatten(1)));
    return torch::log_softmax(fc2->forward(x), 1);
  }

  torch::nn::Conv2d conv1, conv2;
  torch::nn::Linear fc1, fc2;
};
TORCH_MODULE(Net);

// Fours and nines are mixed up most often.
torch::Tensor class_weights(torch::Device device) {
  auto weights = torch::ones({10}, device);
  weights[4] = 1.2;
  weights[9] = 1.2;
  return weights;
}

template <class Loader>
double train_epoch(Net &model, Loader &loader, torch::optim::Optimizer &optimizer, torch::Device device) {
  model->train();
  auto weights = class_weights(device);
  double total = 0;
  for (auto &batch : loader) {
    auto data = batch.data.to(device);
    auto target = batch.target.to(device);
    optimizer.zero_grad();
    auto output = model->forward(data);
    auto loss = torch::nll_loss(output, target, weights);
    loss.backward();
    optimizer.step();
    total += loss.template item<double>();
  }
  return total;
}

template <class Loader> double validate(Net &model, Loader &loader, torch::Device device) {
  torch::NoGradGuard no_grad;
  model->eval();
  auto correct = torch::zeros({10}, device);
  auto seen = torch::zeros({10}, device);
  for (auto &batch : loader) {
    auto data = batch.data.to(device);
    auto target = batch.target.to(device);
    auto prediction = model->forward(data).argmax(1);
    auto hit = prediction.eq(target).to(torch::kFloat);
    correct += torch::zeros({10}, device).index_add(0, target, hit);
    seen += torch::zeros({10}, device).index_add(0, target, torch::ones_like(hit));
  }
  return (correct / seen.clamp_min(1)).mean().template item<double>();
}

int main(int argc, char **argv) {
  const std::string root = argc > 1 ? argv[1] : "mnist";
  const std::string checkpoint = "model.pt";

  torch::manual_seed(1);
  torch::Device device(torch::cuda::is_available() ? torch::kCUDA : torch::kCPU);

  Net model;
  model->to(device);
  if (std::filesystem::exists(checkpoint))
    torch::load(model, checkpoint, device);

  using Mode = torch::data::datasets::MNIST::Mode;
  auto train_set = torch::data::datasets::MNIST(root)
                       .map(torch::data::transforms::Normalize<>(0.1307, 0.3081))
                       .map(torch::data::transforms::Stack<>());
  auto test_set = torch::data::datasets::MNIST(root, Mode::kTest)
                      .map(torch::data::transforms::Normalize<>(0.1307, 0.3081))
                      .map(torch::data::transforms::Stack<>());
  auto train_loader = torch::data::make_data_loader(std::move(train_set), 64);
  auto test_loader = torch::data::make_data_loader(std::move(test_set), 1000);

  torch::optim::SGD optimizer(model->parameters(), torch::optim::SGDOptions(0.01).momentum(0.5));
  for (int epoch = 1; epoch <= 10; ++epoch) {
    double loss = train_epoch(model, *train_loader, optimizer, device);
    double accuracy = validate(model, *test_loader, device);
    std::cout << "epoch " << epoch << ": loss " << loss << ", accuracy " << accuracy << "\n";
    torch::save(model, checkpoint);
  }
}
