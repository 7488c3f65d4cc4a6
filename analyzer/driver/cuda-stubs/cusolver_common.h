// Stands in for the toolkit's header where cuSOLVER is not installed: what ATen/cuda/CUDAContext.h names.
#pragma once
typedef int cusolverStatus_t;
