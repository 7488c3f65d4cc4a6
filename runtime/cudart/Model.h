//===- Model.h - What every simulated GPU says of itself ---------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compute capability 8.0, with the limits that the CUDA C++ Programming Guide gives for it ("Compute Capabilities",
// technical specifications). Properties, attributes, kernels' attributes, occupancy and launches all say these.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_RUNTIME_CUDART_MODEL_H
#define DEVTIDY_RUNTIME_CUDART_MODEL_H

namespace devtidy::cudart::model {

inline constexpr int Major = 8, Minor = 0;
/// ptxVersion and binaryVersion of a kernel that was compiled for it (cudaFuncAttributes in driver_types.h).
inline constexpr int Version = 10 * Major + Minor;
inline constexpr int Processors = 80;
inline constexpr int WarpSize = 32;
inline constexpr int ThreadsPerBlock = 1024, ThreadsPerProcessor = 2048, BlocksPerProcessor = 32;
inline constexpr int GridX = 0x7fffffff, GridYZ = 65535, BlockZ = 64;
inline constexpr int RegistersPerBlock = 65536, ConstantBytes = 65536;
/// Bytes of shared memory: of a block, of one that asked for more (cudaFuncSetAttribute), of a processor, and what the
/// runtime keeps of each block's.
inline constexpr int SharedPerBlock = 48 << 10, SharedOptIn = 163 << 10, SharedPerProcessor = 164 << 10,
                     SharedReserved = 1 << 10;
inline constexpr int L2Bytes = 4 << 20, TextureAlignment = 512, CopyEngines = 2;

} // namespace devtidy::cudart::model

#endif // DEVTIDY_RUNTIME_CUDART_MODEL_H
