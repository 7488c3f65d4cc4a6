// Serves an exported image classifier: worker threads take requests from a queue, run them in batches, and answer each
// with its best label.
#include <torch/script.h>
#include <torch/torch.h>

#include <condition_variable>
#include <deque>
#include <future>
#include <iostream>
#include <mutex>
#include <thread>
#include <vector>

struct Request {
  std::vector<float> pixels; // 3 x 224 x 224
  std::promise<int64_t> label;
};

class Queue {
public:
  void push(Request request) {
    std::lock_guard<std::mutex> lock(mutex);
    requests.push_back(std::move(request));
    ready.notify_one();
  }

  // Up to limit requests; none once the queue is closed and empty.
  std::vector<Request> take(size_t limit) {
    std::unique_lock<std::mutex> lock(mutex);
    ready.wait(lock, [&] { return closed || !requests.empty(); });
    std::vector<Request> batch;
    while (!requests.empty() && batch.size() < limit) {
      batch.push_back(std::move(requests.front()));
      requests.pop_front();
    }
    return batch;
  }

  void close() {
    std::lock_guard<std::mutex> lock(mutex);
    closed = true;
    ready.notify_all();
  }

private:
  std::mutex mutex;
  std::condition_variable ready;
  std::deque<Request> requests;
  bool closed = false;
};

torch::Device best_device() { return torch::cuda::is_available() ? torch::kCUDA : torch::kCPU; }

torch::Tensor normalize(torch::Tensor images) {
  auto mean = torch::tensor({0.485f, 0.456f, 0.406f}).view({3, 1, 1});
  auto deviation = torch::tensor({0.229f, 0.224f, 0.225f}).view({3, 1, 1});
  return (images - mean) / deviation;
}

class Server {
public:
  Server(const std::string &path, torch::Device device) : device(device), model(torch::jit::load(path)) {
    model.to(device);
    model.eval();
  }

  void run(Queue &queue) {
    torch::InferenceMode guard;
    for (;;) {
      std::vector<Request> requests = queue.take(32);
      if (requests.empty())
        return;
      answer(requests);
    }
  }

private:
  torch::Tensor stack(std::vector<Request> &requests) const {
    std::vector<torch::Tensor> images;
    for (Request &request : requests)
      images.push_back(torch::from_blob(request.pixels.data(), {3, 224, 224}, torch::kFloat));
    return torch::stack(images).to(device);
  }

  void answer(std::vector<Request> &requests) {
    torch::Tensor logits = model.forward({normalize(stack(requests))}).toTensor();
    torch::Tensor labels = logits.argmax(1).cpu();
    auto values = labels.accessor<int64_t, 1>();
    for (size_t i = 0; i < requests.size(); ++i)
      requests[i].label.set_value(values[i]);
  }

  torch::Device device;
  torch::jit::Module model;
};

int main(int argc, char **argv) {
  if (argc != 2) {
    std::cerr << "usage: serve MODEL.pt\n";
    return 2;
  }
  torch::Device device = best_device();
  Server server(argv[1], device);
  torch::cuda::synchronize();

  Queue queue;
  std::vector<std::thread> workers;
  for (int i = 0; i < 4; ++i)
    workers.emplace_back([&] { server.run(queue); });

  std::vector<std::future<int64_t>> pending;
  for (int i = 0; i < 256; ++i) {
    Request request{std::vector<float>(3 * 224 * 224, float(i) / 256), {}};
    pending.push_back(request.label.get_future());
    queue.push(std::move(request));
  }
  std::vector<int64_t> answers;
  for (auto &answer : pending)
    answers.push_back(answer.get());
  queue.close();
  for (std::thread &worker : workers)
    worker.join();

  torch::Tensor histogram = torch::bincount(torch::tensor(answers, device));
  auto counts = histogram.accessor<int64_t, 1>();
  for (int64_t label = 0; label < counts.size(0); ++label)
    std::cout << label << ": " << counts[label] << "\n";
}
