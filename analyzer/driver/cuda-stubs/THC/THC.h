// Stands in for a header that PyTorch had up to 1.10: extensions of that time include it for the state of the library
// and the check of a CUDA call.
#pragma once
#include <ATen/ceil_div.h>
#include <ATen/cuda/CUDAContext.h>
#include <ATen/cuda/Exceptions.h>

struct THCState;
#define THCudaCheck(Call) C10_CUDA_CHECK(Call)
template <class T> constexpr T THCCeilDiv(T A, T B) { return at::ceil_div(A, B); }
