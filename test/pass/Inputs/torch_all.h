// What the precompiled header of instrumented programs holds.
#include <torch/script.h>
#include <torch/torch.h>
