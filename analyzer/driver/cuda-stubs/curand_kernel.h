// Stands in for the toolkit's header where cuRAND is not installed: generators inside kernels. Only their declarations
// matter; no device code is made.
#pragma once
#include "curand.h"

struct curandStateXORWOW {};
struct curandStateMRG32k3a {};
struct curandStatePhilox4_32_10 {};
struct curandStateMtgp32 {};
struct curandStateSobol32 {};
struct curandStateScrambledSobol32 {};
struct curandStateSobol64 {};
struct curandStateScrambledSobol64 {};

typedef struct curandStateXORWOW curandStateXORWOW_t;
typedef struct curandStateXORWOW curandState_t;
typedef struct curandStateXORWOW curandState;
typedef struct curandStateMRG32k3a curandStateMRG32k3a_t;
typedef struct curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;
typedef struct curandStateMtgp32 curandStateMtgp32_t;
typedef struct curandStateSobol32 curandStateSobol32_t;
typedef struct curandStateScrambledSobol32 curandStateScrambledSobol32_t;
typedef struct curandStateSobol64 curandStateSobol64_t;
typedef struct curandStateScrambledSobol64 curandStateScrambledSobol64_t;

template <class State>
__device__ void curand_init(unsigned long long Seed, unsigned long long Sequence, unsigned long long Offset, State *S);
template <class Vectors, class State> __device__ void curand_init(Vectors *Direction, unsigned Offset, State *S);
template <class Vectors, class Scramble, class State>
__device__ void curand_init(Vectors *Direction, Scramble C, unsigned Offset, State *S);
template <class State> __device__ void skipahead(unsigned long long Count, State *S);
template <class State> __device__ void skipahead_sequence(unsigned long long Count, State *S);

template <class State> __device__ unsigned curand(State *S);
template <class State> __device__ uint4 curand4(State *S);
template <class State> __device__ float curand_uniform(State *S);
template <class State> __device__ float4 curand_uniform4(State *S);
template <class State> __device__ double curand_uniform_double(State *S);
template <class State> __device__ double2 curand_uniform2_double(State *S);
template <class State> __device__ float curand_normal(State *S);
template <class State> __device__ float2 curand_normal2(State *S);
template <class State> __device__ float4 curand_normal4(State *S);
template <class State> __device__ double curand_normal_double(State *S);
template <class State> __device__ double2 curand_normal2_double(State *S);
template <class State> __device__ float curand_log_normal(State *S, float Mean, float Deviation);
template <class State> __device__ float2 curand_log_normal2(State *S, float Mean, float Deviation);
template <class State> __device__ float4 curand_log_normal4(State *S, float Mean, float Deviation);
template <class State> __device__ double curand_log_normal_double(State *S, double Mean, double Deviation);
template <class State> __device__ double2 curand_log_normal2_double(State *S, double Mean, double Deviation);
template <class State> __device__ unsigned curand_poisson(State *S, double Lambda);
template <class State> __device__ uint4 curand_poisson4(State *S, double Lambda);
