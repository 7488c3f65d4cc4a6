// An extension of PyTorch: operators that launch a kernel, each with a bug and without.
#include "kernels.h"
#include <torch/torch.h>

using torch::Tensor;

static Tensor guarded(const Tensor &x, double by) {
  c10::DeviceGuard guard(x.device());
  Tensor input = x.contiguous(), out = torch::zeros_like(input);
  launchScale(input.const_data_ptr<float>(), out.mutable_data_ptr<float>(), static_cast<float>(by),
              static_cast<int>(input.numel()));
  return out;
}

// The kernel runs on the current device, whatever x is on.
static Tensor unguarded(const Tensor &x, double by) {
  Tensor input = x.contiguous(), out = torch::zeros_like(input);
  launchScale(input.const_data_ptr<float>(), out.mutable_data_ptr<float>(), static_cast<float>(by),
              static_cast<int>(input.numel()));
  return out;
}

// The result is made on the CPU.
static Tensor misplaced(const Tensor &x, double by) {
  c10::DeviceGuard guard(x.device());
  Tensor out = torch::zeros(x.sizes());
  launchScale(x.const_data_ptr<float>(), out.mutable_data_ptr<float>(), static_cast<float>(by),
              static_cast<int>(x.numel()));
  return out;
}
static Tensor placed(const Tensor &x, double by) {
  c10::DeviceGuard guard(x.device());
  Tensor out = torch::zeros(x.sizes(), x.options());
  launchScale(x.const_data_ptr<float>(), out.mutable_data_ptr<float>(), static_cast<float>(by),
              static_cast<int>(x.numel()));
  return out;
}

// The pointer is that of a tensor which is gone.
static Tensor dangling(const Tensor &x, double by) {
  c10::DeviceGuard guard(x.device());
  Tensor out = torch::zeros_like(x);
  const float *input = (x + 1).const_data_ptr<float>();
  launchScale(input, out.mutable_data_ptr<float>(), static_cast<float>(by), static_cast<int>(x.numel()));
  return out;
}
static Tensor living(const Tensor &x, double by) {
  c10::DeviceGuard guard(x.device());
  Tensor input = x + 1, out = torch::zeros_like(x);
  launchScale(input.const_data_ptr<float>(), out.mutable_data_ptr<float>(), static_cast<float>(by),
              static_cast<int>(x.numel()));
  return out;
}

// What LibTorch does behind the kernel.
static Tensor shifted(const Tensor &x, double by) {
  Tensor offset = torch::full({x.size(0)}, by);
  return guarded(x, by) + offset;
}
static Tensor shifted_there(const Tensor &x, double by) {
  Tensor offset = torch::full({x.size(0)}, by, x.options());
  return guarded(x, by) + offset;
}

TORCH_LIBRARY(example, Library) {
  for (const char *Name : {"guarded", "unguarded", "misplaced", "placed", "dangling", "living", "shifted",
                           "shifted_there"})
    Library.def((std::string(Name) + "(Tensor x, float by) -> Tensor").c_str());
}
TORCH_LIBRARY_IMPL(example, CUDA, Library) {
  Library.impl("guarded", &guarded);
  Library.impl("unguarded", &unguarded);
  Library.impl("misplaced", &misplaced);
  Library.impl("placed", &placed);
  Library.impl("dangling", &dangling);
  Library.impl("living", &living);
  Library.impl("shifted", &shifted);
  Library.impl("shifted_there", &shifted_there);
}
