// Stands in for the toolkit's header where cuSOLVER is not installed: what ATen/cuda/CUDAContext.h names.
#pragma once
#include "cusolver_common.h"
typedef struct cusolverDnContext *cusolverDnHandle_t;
