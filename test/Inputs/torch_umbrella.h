// What the precompiled header of the tests holds.
#include <torch/script.h>
#include <torch/torch.h>
#if __has_include(<Python.h>)
#include <torch/extension.h>
#endif
