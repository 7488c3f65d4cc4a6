//===- Wording.h - The sentences of the runtime ------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The same words as those of the analyzer (analyzer/report/Wording.h, and the headlines of its checks), of which only
// what a running program needs is here: the runtime links no LLVM. test/pass/wording.test compares the two.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_RUNTIME_VERIFY_WORDING_H
#define DEVTIDY_RUNTIME_VERIFY_WORDING_H

#include <string>
#include <string_view>
#include <vector>

namespace devtidy::verify::wording {

/// 'x'; what has no name, or one of more than 40 characters, is Otherwise.
std::string quoted(std::string_view Name, std::string_view Otherwise);
/// "the first operand"; counted from 0.
std::string ordinal(size_t Index);
/// "'weight' on cuda:0"
std::string onDevice(std::string_view What, std::string_view Device);

// Headlines.
/// "operands of '+' are on different devices: 'a' on cpu, 'b' on cuda:0"
std::string mixedOperands(std::string_view Operation, std::string_view First, std::string_view Second);
std::string indexMismatch(std::string_view Tensor, std::string_view Index);
std::string generatorMismatch(std::string_view Operation, std::string_view Result, std::string_view Generator);
std::string cpuOnlyArgument(std::string_view Operation, std::string_view Argument);
std::string hostAccess(std::string_view Operation, std::string_view What, std::string_view Device);
std::string strayedState(std::string_view Operation, std::string_view Optimizer, std::string_view State,
                         std::string_view Parameters);
/// "'from_blob' makes a tensor on cpu of its data, whose memory is on cuda:0"
std::string wrongBlob(std::string_view Operation, std::string_view Told, std::string_view Memory);
std::string wrongAllocation(std::string_view Operation, std::string_view Told, std::string_view Memory);
std::string wrongMemory(std::string_view Operation, std::string_view Operand, std::string_view Memory);

// Notes.
/// "'w' created on cuda:0 here"
std::string created(std::string_view What, std::string_view Device);
/// "'w' created on cpu here, the default device"
std::string createdByDefault(std::string_view What, std::string_view Device);
/// "'x' moved to cuda:0 here"
std::string moved(std::string_view What, std::string_view Device);
/// "'x' left on cpu by 'to' here"
std::string left(std::string_view What, std::string_view Device, std::string_view By);
/// "'x' computed on cpu here"
std::string computed(std::string_view What, std::string_view Device);
/// "'batch' collated on cpu here by the data loader"
std::string batched(std::string_view What, std::string_view Device);
/// "'net' loaded onto cpu here"
std::string loaded(std::string_view What, std::string_view Device);
/// "'make_mask' returns a tensor on cpu here"
std::string returned(std::string_view Callee, std::string_view Device);
/// "argument 2 is the memory of 'out', from 'data_ptr' here"
std::string pointer(std::string_view Address, std::string_view Tensor, std::string_view From);

} // namespace devtidy::verify::wording

#endif // DEVTIDY_RUNTIME_VERIFY_WORDING_H
