// Stands in for a header that PyTorch had up to 1.10.
#pragma once
#include <ATen/ceil_div.h>
#include <ATen/cuda/DeviceUtils.cuh>
