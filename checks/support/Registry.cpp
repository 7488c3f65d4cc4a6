//===- Registry.cpp - The list of checks --------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/Check.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::checks {

namespace {
std::vector<const Check *> &registry() {
  static std::vector<const Check *> All;
  return All;
}
} // namespace

Registration::Registration(const Check &C) {
  auto &All = registry();
  All.insert(llvm::lower_bound(All, &C, [](const Check *A, const Check *B) { return A->Name < B->Name; }), &C);
}

llvm::ArrayRef<const Check *> allChecks() { return registry(); }

const Check *findCheck(llvm::StringRef Name) {
  for (const Check *C : registry())
    if (C->Name == Name)
      return C;
  return nullptr;
}

} // namespace devtidy::checks
