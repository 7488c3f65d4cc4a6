// RUN: dt-lower %s -- %torch_flags -include-pch %torch_pch | dt-ir --canonical | diff %S/mask_index.dir -
#include <torch/torch.h>

torch::Tensor selects(torch::Tensor x, torch::Tensor mask) { return x.index({mask}); }
