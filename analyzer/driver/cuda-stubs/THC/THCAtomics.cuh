// Stands in for a header that PyTorch had up to 1.10.
#pragma once
#include <ATen/cuda/Atomic.cuh>
