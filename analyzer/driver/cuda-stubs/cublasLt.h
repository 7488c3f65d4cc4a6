// Stands in for the toolkit's header where cuBLASLt is not installed: what ATen/cuda/CUDAContextLight.h names.
#pragma once
typedef struct cublasLtContext *cublasLtHandle_t;
