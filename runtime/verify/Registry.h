//===- Registry.h - The sites that the program has reached -------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sites are numbered when they are reached first, and what their records say is copied: a library of the program can be
// unloaded. Copies of one site, in several units, have one number.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_RUNTIME_VERIFY_REGISTRY_H
#define DEVTIDY_RUNTIME_VERIFY_REGISTRY_H

#include "runtime/abi/Site.h"
#include "runtime/report/Stack.h"
#include "runtime/verify/Origins.h"
#include <string>
#include <vector>

namespace devtidy::verify {

/// What happens to the device of a site's result.
enum class Role : uint8_t {
  Compute, ///< it is that of the operands
  Create,
  Wrap, ///< memory of the program becomes a tensor
  Move,
  Load,
  Return, ///< a function of LibTorch decides
  Batch,  ///< a DataLoader has put it together
  Share,  ///< a new tensor with the data of another one, in LibTorch's headers: what makes use of it decides
};

struct SiteInfo {
  std::string Operation, Called, Function, ResultName; ///< as in abi::Site
  std::string Path;                                    ///< absolute; "" without debug information
  unsigned Line = 0, Column = 0;
  std::string Position; ///< "train.cpp:4:10", relative to the working folder; without lines the function's name, or ""
  runtime::Stack Calls; ///< of a program that was not rebuilt
  std::vector<std::string> Names; ///< of the operands
  abi::SiteKind Kind = abi::SiteKind::Library;
  Role Does = Role::Compute;
  uint64_t Key = 0; ///< tells places apart; never 0
};

/// What a site's Id holds above its number.
inline constexpr unsigned RoleShift = SiteBits;
inline constexpr uint32_t RoleMask = 7U << RoleShift;
/// Nobody can be told where its result was placed: an operator decides nothing, and no variable gives the result a
/// name.
inline constexpr uint32_t IsSilent = 1U << (RoleShift + 3);
/// A call of an operator that computes: where its result is follows from its first operand.
inline constexpr uint32_t IsPlain = 1U << (RoleShift + 4);
/// A module is called, and the function is known in which that is.
inline constexpr uint32_t HasFunction = 1U << (RoleShift + 5);
/// A call of a module of torch::nn with one tensor and nothing else, or of an AnyModule, whose operands are not known.
inline constexpr uint32_t IsPlainModule = 1U << (RoleShift + 6);
/// A call of a torch::nn::Sequential or AnyModule, whose parts are looked at instead.
inline constexpr uint32_t HasNoState = 1U << (RoleShift + 7);
static_assert(RoleShift + 7 < 32);

/// The Id of a site, which is given now if it has none; 0 if there is no memory for it.
namespace detail {
[[gnu::cold]] uint32_t giveId(abi::Site &Site) noexcept;
}
inline uint32_t idOf(abi::Site &Site) noexcept {
  const uint32_t Id = __atomic_load_n(&Site.Id, __ATOMIC_RELAXED);
  return Id ? Id : detail::giveId(Site);
}
inline SiteId numberIn(uint32_t Id) noexcept { return Id & ((1U << SiteBits) - 1); }
/// The number of a site.
inline SiteId numberOf(abi::Site &Site) noexcept { return numberIn(idOf(Site)); }
inline Role roleOf(uint32_t Id) noexcept { return static_cast<Role>((Id & RoleMask) >> RoleShift); }
/// The number of a place that only the stack tells, for an operator that makes a tensor; 0 if there are too many, or if
/// the operator decides nothing.
SiteId numberOf(const abi::Site &Operator, const runtime::Stack &Calls) noexcept;
/// Null for no site. Lives as long as the program.
const SiteInfo *infoOf(SiteId Number) noexcept;

} // namespace devtidy::verify

#endif // DEVTIDY_RUNTIME_VERIFY_REGISTRY_H
