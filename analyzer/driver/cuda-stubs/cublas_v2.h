// Stands in for the toolkit's header where cuBLAS is not installed: what ATen/cuda/CUDAContext.h names.
#pragma once
typedef struct cublasContext *cublasHandle_t;
typedef int cublasStatus_t;
