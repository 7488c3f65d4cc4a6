// Stands in for the toolkit's header where cuSPARSE is not installed: what ATen/cuda/CUDAContext.h names.
#pragma once
typedef struct cusparseContext *cusparseHandle_t;
typedef struct cusparseMatDescr *cusparseMatDescr_t;
typedef struct cusparseDnMatDescr *cusparseDnMatDescr_t;
typedef int cusparseStatus_t;
