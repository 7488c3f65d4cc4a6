// The CPU wheel of PyTorch leaves this generated header out.
#pragma once
#define C10_CUDA_BUILD_SHARED_LIBS
