#include <torch/mini.h>

at::Tensor step(const at::Tensor &x, const at::Tensor &y) {
  return x + y;
}
