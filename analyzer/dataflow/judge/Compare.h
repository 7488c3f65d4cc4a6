//===- Compare.h - Whether two places are one ----------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For this room: what judges demands, and what says where their results are, compare places in the same way.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_JUDGE_COMPARE_H
#define DEVTIDY_DATAFLOW_JUDGE_COMPARE_H

#include "dataflow/judge/Demand.h"

namespace devtidy::dataflow {

enum class Compare : uint8_t { Equal, Different, Open };

/// Compares two places under the guard G in world W. CurrentIsFirst: "cuda" is "cuda:0".
Compare compare(Term A, Term B, const Cube &G, World W, const ConditionTable &Conditions, bool CurrentIsFirst = false);

/// True for the CPU, and for a symbol that a test has found there. One that is said not to be on cuda counts: other
/// accelerators are asked for by their names.
bool isOnCpu(Term T, const Cube &G, const ConditionTable &Conditions);

/// Whether the rule lets a CPU tensor of this rank stand beside another device.
enum class Exempt : uint8_t { No, Yes, Unknown };
Exempt exemption(knowledge::DeviceRule R, const Side &Cpu, const GuardedTerm &T);

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_JUDGE_COMPARE_H
