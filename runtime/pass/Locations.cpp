//===- Locations.cpp ----------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/pass/Locations.h"
#include "runtime/pass/Names.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace devtidy::pass {

Locations::Locations(const Module &M) {
  for (const Function &F : M)
    if (const DISubprogram *Program = F.getSubprogram()) {
      if (isLibraryName(F.getName()))
        Library.insert(Program);
      else
        HasLines = true;
    }
}

UserLocation Locations::of(const CallBase &Call) const {
  UserLocation Found;
  for (const DILocation *At = Call.getDebugLoc(); At; At = At->getInlinedAt()) {
    const DISubprogram *Program = At->getScope()->getSubprogram();
    if (!isLibrary(Program)) {
      Found.At = At->getLine() ? At : nullptr;
      Found.IsDirect = Found.Called.empty();
      return Found;
    }
    Found.Called = Program->getName();
  }
  return {};
}

} // namespace devtidy::pass
