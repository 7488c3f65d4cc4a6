// RUN: dt-lower %s -- %torch_flags -include-pch %torch_pch | dt-ir --canonical | diff %S/exception_handler.dir -
#include <string>
#include <torch/script.h>

torch::Tensor loads_or_makes(torch::Tensor x) {
  try {
    x = x.cuda();
  } catch (const c10::Error &) {
    x = x.cpu();
  }
  return x;
}
