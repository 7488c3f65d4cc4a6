//===- Wording.cpp ---------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/verify/Wording.h"
#include <algorithm>

namespace devtidy::verify::wording {

/// Puts texts together.
template <class... Parts> static std::string join(const Parts &...All) {
  std::string Text;
  (Text.append(All), ...);
  return Text;
}

std::string quoted(std::string_view Name, std::string_view Otherwise) {
  constexpr size_t MaxCharacters = 40;
  bool Fits =
      !Name.empty() && Name.size() <= MaxCharacters && std::ranges::none_of(Name, [](char C) { return C == '\n'; });
  return Fits ? join("'", Name, "'") : std::string(Otherwise);
}

std::string ordinal(size_t Index) {
  static constexpr std::string_view Words[] = {"first", "second", "third", "fourth", "fifth", "sixth"};
  return Index < std::size(Words) ? join("the ", Words[Index], " operand") : "operand " + std::to_string(Index + 1);
}

std::string onDevice(std::string_view What, std::string_view Device) { return join(What, " on ", Device); }

std::string mixedOperands(std::string_view Operation, std::string_view First, std::string_view Second) {
  return join("operands of ", Operation, " are on different devices: ", First, ", ", Second);
}
std::string indexMismatch(std::string_view Tensor, std::string_view Index) {
  return join("index is on another device than the tensor that it indexes: ", Tensor, ", ", Index);
}
std::string generatorMismatch(std::string_view Operation, std::string_view Result, std::string_view Generator) {
  return join(Operation, " draws from a generator on another device: ", Result, ", ", Generator);
}
std::string cpuOnlyArgument(std::string_view Operation, std::string_view Argument) {
  return join(Operation, " takes this argument on the CPU only: ", Argument);
}
std::string hostAccess(std::string_view Operation, std::string_view What, std::string_view Device) {
  return join(Operation, " reads memory of ", What, " on the host, but ", What, " is on ", Device);
}
std::string strayedState(std::string_view Operation, std::string_view Optimizer, std::string_view State,
                         std::string_view Parameters) {
  return join(Operation, " updates parameters on ", Parameters, ", but state of ", Optimizer, " is on ", State);
}

std::string wrongBlob(std::string_view Operation, std::string_view Told, std::string_view Memory) {
  return join(Operation, " makes a tensor on ", Told, " of its data, whose memory is on ", Memory);
}

std::string wrongAllocation(std::string_view Operation, std::string_view Told, std::string_view Memory) {
  return join(Operation, " makes a tensor on ", Told, ", but the allocator gave memory on ", Memory);
}
std::string wrongMemory(std::string_view Operation, std::string_view Operand, std::string_view Memory) {
  return join(Operation, " is given ", Operand, ", whose memory is on ", Memory);
}

std::string created(std::string_view What, std::string_view Device) {
  return join(What, " created on ", Device, " here");
}
std::string createdByDefault(std::string_view What, std::string_view Device) {
  return created(What, Device) + ", the default device";
}
std::string moved(std::string_view What, std::string_view Device) { return join(What, " moved to ", Device, " here"); }
std::string left(std::string_view What, std::string_view Device, std::string_view By) {
  return join(What, " left on ", Device, " by ", By, " here");
}
std::string computed(std::string_view What, std::string_view Device) {
  return join(What, " computed on ", Device, " here");
}
std::string batched(std::string_view What, std::string_view Device) {
  return join(What, " collated on ", Device, " here by the data loader");
}
std::string loaded(std::string_view What, std::string_view Device) {
  return join(What, " loaded onto ", Device, " here");
}
std::string returned(std::string_view Callee, std::string_view Device) {
  return join(Callee, " returns a tensor on ", Device, " here");
}
std::string pointer(std::string_view Address, std::string_view Tensor, std::string_view From) {
  return join(Address, " is the memory of ", Tensor, ", from ", From, " here");
}

} // namespace devtidy::verify::wording
