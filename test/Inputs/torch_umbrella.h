// What the precompiled header of the tests holds.
#include <torch/torch.h>
#include <torch/script.h>
#if __has_include(<Python.h>)
#include <torch/extension.h>
#endif
