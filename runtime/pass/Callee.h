//===- Callee.h - Which calls of LibTorch are of interest ------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_RUNTIME_PASS_CALLEE_H
#define DEVTIDY_RUNTIME_PASS_CALLEE_H

#include "runtime/abi/Site.h"
#include "runtime/pass/Names.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <memory>

namespace llvm {
class CallBase;
class Function;
} // namespace llvm

namespace devtidy::pass {

/// A function of LibTorch whose calls are sites.
struct Callee {
  abi::SiteKind Kind = abi::SiteKind::Library;
  FunctionName Name;
  std::string Operation; ///< as in abi::Site
  bool HasReceiver = false;
  bool IsScript = false;   ///< a module of torch::jit, or a method of one
  bool IsAny = false;      ///< a module whose class the call does not know: torch::nn::AnyModule
  bool IsPointer = false;  ///< gives the address of a tensor's memory
  bool SharesData = false; ///< gives a new tensor with the receiver's data
  bool IsBatch = false;    ///< gives a reference to what a DataLoader has put together
  bool IsWrapped = false;  ///< is called by wrappers in headers, which are inlined for the sake of the user's position
};

/// Where in the memory for a function's result tensors are: of a Tensor, a tuple, a pair or an Example.
llvm::SmallVector<uint64_t, 2> returnedTensors(const llvm::Function &F);

/// The functions of a module, each looked at once.
class Callees {
public:
  /// Null for what is no site.
  const Callee *find(const llvm::Function &F);
  /// What a virtual call may be: torch::nn::Module::to, torch::optim::Optimizer::step. Null for another one.
  const Callee *findVirtual(const llvm::CallBase &Call);

private:
  llvm::DenseMap<const llvm::Function *, std::unique_ptr<const Callee>> Known;
};

} // namespace devtidy::pass

#endif // DEVTIDY_RUNTIME_PASS_CALLEE_H
