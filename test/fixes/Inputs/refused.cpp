#include <torch/torch.h>

#include <cstring>
#include <vector>

// Deleted for temporaries.
float accessor_refused(torch::Device d) {
  auto x = torch::ones({4}).to(d);
  // CHECK: :[[@LINE+1]]:12: warning: 'accessor' reads memory of 'x' on the host
  return x.accessor<float, 1>()[0];
}

// The copy would be gone before the pointer.
float kept_refused(torch::Device d) {
  auto x = torch::ones({4}).to(d);
  // CHECK: :[[@LINE+1]]:22: warning: 'data_ptr' reads memory of 'x' on the host
  const float *p = x.data_ptr<float>();
  return p[0];
}

float referred_refused(torch::Device d) {
  auto x = torch::ones({4}).to(d);
  // CHECK: :[[@LINE+1]]:21: warning: 'data_ptr' reads memory of 'x' on the host
  const auto &v = x.data_ptr<float>()[0];
  return v;
}

// They would point into two copies.
std::vector<float> between_refused(torch::Device d) {
  auto x = torch::ones({4}).to(d);
  // CHECK: :[[@LINE+1]]:31: warning: 'data_ptr' reads memory of 'x' on the host
  return std::vector<float>(x.data_ptr<float>(), x.data_ptr<float>() + 4);
}

// The tensor would not change.
void written_refused(torch::Device d, const float *from) {
  auto x = torch::ones({4}).to(d);
  // CHECK: :[[@LINE+1]]:5: warning: 'data_ptr' reads memory of 'x' on the host
  x.data_ptr<float>()[0] = 3;
  // CHECK: :[[@LINE+1]]:17: warning: 'data_ptr' reads memory of 'x' on the host
  std::memcpy(x.data_ptr<float>(), from, 4);
}

void discarded_refused(torch::Device d) {
  auto x = torch::ones({4});
  // CHECK: :[[@LINE+1]]:11: warning: result of 'to' is discarded
  (void)x.to(d);
}

// Another `device` is what is meant here.
torch::Tensor block_refused(torch::Tensor x, bool fast) {
  if (fast) {
    torch::Device device(torch::kCPU);
    x = x.to(device);
  }
  return x.to(torch::kCUDA);
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 'to' needs an accelerator
}
