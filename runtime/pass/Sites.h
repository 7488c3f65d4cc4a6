//===- Sites.h - The calls that are instrumented ---------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_RUNTIME_PASS_SITES_H
#define DEVTIDY_RUNTIME_PASS_SITES_H

#include "runtime/pass/Locations.h"
#include "runtime/pass/Operands.h"
#include "runtime/pass/Variables.h"
#include <vector>

namespace devtidy::pass {

/// What a call returns that the runtime looks at.
enum class Result {
  None,
  Tensor,
  Tensors, ///< a structure that has several at known places
  TensorVector,
  Batch,       ///< a reference to a structure of tensors only
  BatchVector, ///< a reference to a vector of those
};

struct CallSite {
  llvm::CallBase *Call = nullptr;
  abi::SiteKind Kind = abi::SiteKind::Library;
  std::string Operation, Called, Function, ResultName; ///< as in abi::Site
  const llvm::DILocation *At = nullptr;                ///< null if there is no debug information
  llvm::SmallVector<Operand, 4> Operands;
  std::vector<std::string> Names; ///< of the operands, in order
  Result Returns = Result::None;
  llvm::SmallVector<uint64_t, 2> Offsets; ///< of the tensors in what is returned, or is referred to
  bool IsWanted = true;                   ///< false: only its result is looked at
  llvm::Value *Device = nullptr;          ///< the argument of type std::optional<c10::Device>, if there is one

  /// True if somebody wants to know, and operands can disagree or are looked at for another reason.
  bool isChecked() const;
};

/// Every site in the user's functions of a module, and the module calls of LibTorch's templates.
/// Results and Lines were made before wrappers were inlined.
std::vector<CallSite> findSites(llvm::Module &M, const Locations &Lines, const ResultNames &Results, Callees &Known);

} // namespace devtidy::pass

#endif // DEVTIDY_RUNTIME_PASS_SITES_H
