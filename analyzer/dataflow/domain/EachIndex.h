//===- EachIndex.h - The accelerator that a loop has reached --------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `for (int i = 0; i < n; ++i) cudaSetDevice(i);` with n from cudaGetDeviceCount: i is each accelerator in turn. With
// several of them that is another one than a certain one in some round, and the last one behind the loop.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_DOMAIN_EACHINDEX_H
#define DEVTIDY_DATAFLOW_DOMAIN_EACHINDEX_H

#include "dataflow/domain/Placement.h"

namespace devtidy::dataflow {

/// An index that is each one in turn. What two loops reach may be the same.
inline constexpr int16_t EachIndex = -3;

inline bool isEach(Term T) { return !T.isSymbol() && T.device().Index == EachIndex; }

/// The accelerator of a replica that a parallel module runs there, which is the current one then; with several of them
/// that is another than a certain one in some replica.
inline constexpr int16_t ReplicaIndex = -4;

inline bool isOfReplica(Term T) { return !T.isSymbol() && T.device().Index == ReplicaIndex; }

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_DOMAIN_EACHINDEX_H
