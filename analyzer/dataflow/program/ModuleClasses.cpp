//===- ModuleClasses.cpp --------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/program/ModuleClasses.h"
#include "dataflow/program/Linker.h"
#include "knowledge/Names.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

bool ModuleClasses::contains(llvm::StringRef Class, const ir::Module &In, unsigned Depth) {
  constexpr unsigned MaxBases = 16;
  if (const auto [It, New] = Known.try_emplace(Class, false); !New || Depth == MaxBases)
    return It->second;
  if (const knowledge::ClassInfo *Of = knowledge::findClass(std::string_view(Class)))
    return Known[Class] = knowledge::registersByAssignment(*Of);
  const std::optional<Linker::ClassEntry> C = Links.findClass(Class, In);
  const bool Is = C && llvm::any_of(C->C->Bases, [&](llvm::StringRef Base) {
                    return contains(Links.canonical(Base, *C->M), *C->M, Depth + 1);
                  });
  return Known[Class] = Is;
}

} // namespace devtidy::dataflow
