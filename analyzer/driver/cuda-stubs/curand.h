// Stands in for the toolkit's header where cuRAND is not installed: generators that fill memory from the host.
#pragma once
#include <stddef.h>

typedef struct curandGenerator_st *curandGenerator_t;
typedef struct curandDiscreteDistribution_st *curandDiscreteDistribution_t;
typedef unsigned int curandDirectionVectors32_t[32];
typedef unsigned long long curandDirectionVectors64_t[64];

typedef enum curandStatus {
  CURAND_STATUS_SUCCESS,
  CURAND_STATUS_VERSION_MISMATCH,
  CURAND_STATUS_NOT_INITIALIZED,
  CURAND_STATUS_ALLOCATION_FAILED,
  CURAND_STATUS_TYPE_ERROR,
  CURAND_STATUS_OUT_OF_RANGE,
  CURAND_STATUS_LENGTH_NOT_MULTIPLE,
  CURAND_STATUS_DOUBLE_PRECISION_REQUIRED,
  CURAND_STATUS_LAUNCH_FAILURE,
  CURAND_STATUS_PREEXISTING_FAILURE,
  CURAND_STATUS_INITIALIZATION_FAILED,
  CURAND_STATUS_ARCH_MISMATCH,
  CURAND_STATUS_INTERNAL_ERROR
} curandStatus_t;

typedef enum curandRngType {
  CURAND_RNG_PSEUDO_DEFAULT,
  CURAND_RNG_PSEUDO_XORWOW,
  CURAND_RNG_PSEUDO_MRG32K3A,
  CURAND_RNG_PSEUDO_MTGP32,
  CURAND_RNG_PSEUDO_MT19937,
  CURAND_RNG_PSEUDO_PHILOX4_32_10,
  CURAND_RNG_QUASI_DEFAULT,
  CURAND_RNG_QUASI_SOBOL32,
  CURAND_RNG_QUASI_SCRAMBLED_SOBOL32,
  CURAND_RNG_QUASI_SOBOL64,
  CURAND_RNG_QUASI_SCRAMBLED_SOBOL64
} curandRngType_t;

typedef enum curandOrdering {
  CURAND_ORDERING_PSEUDO_DEFAULT,
  CURAND_ORDERING_PSEUDO_BEST,
  CURAND_ORDERING_PSEUDO_SEEDED,
  CURAND_ORDERING_PSEUDO_LEGACY,
  CURAND_ORDERING_PSEUDO_DYNAMIC,
  CURAND_ORDERING_QUASI_DEFAULT
} curandOrdering_t;

extern "C" {
curandStatus_t curandCreateGenerator(curandGenerator_t *Generator, curandRngType_t Kind);
curandStatus_t curandCreateGeneratorHost(curandGenerator_t *Generator, curandRngType_t Kind);
curandStatus_t curandDestroyGenerator(curandGenerator_t Generator);
curandStatus_t curandSetStream(curandGenerator_t Generator, struct CUstream_st *Stream);
curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t Generator, unsigned long long Seed);
curandStatus_t curandSetGeneratorOffset(curandGenerator_t Generator, unsigned long long Offset);
curandStatus_t curandSetGeneratorOrdering(curandGenerator_t Generator, curandOrdering_t Order);
curandStatus_t curandSetQuasiRandomGeneratorDimensions(curandGenerator_t Generator, unsigned Count);
curandStatus_t curandGenerateSeeds(curandGenerator_t Generator);
curandStatus_t curandGenerate(curandGenerator_t Generator, unsigned *To, size_t Count);
curandStatus_t curandGenerateLongLong(curandGenerator_t Generator, unsigned long long *To, size_t Count);
curandStatus_t curandGenerateUniform(curandGenerator_t Generator, float *To, size_t Count);
curandStatus_t curandGenerateUniformDouble(curandGenerator_t Generator, double *To, size_t Count);
curandStatus_t curandGenerateNormal(curandGenerator_t Generator, float *To, size_t Count, float Mean, float Deviation);
curandStatus_t curandGenerateNormalDouble(curandGenerator_t Generator, double *To, size_t Count, double Mean,
                                          double Deviation);
curandStatus_t curandGenerateLogNormal(curandGenerator_t Generator, float *To, size_t Count, float Mean,
                                       float Deviation);
curandStatus_t curandGenerateLogNormalDouble(curandGenerator_t Generator, double *To, size_t Count, double Mean,
                                             double Deviation);
curandStatus_t curandGeneratePoisson(curandGenerator_t Generator, unsigned *To, size_t Count, double Lambda);
}
