//===- ReferenceKernelParameter.cpp - device-reference-kernel-parameter ===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Flags a parameter of a __global__ function that is a reference: the kernel gets the address of an object of the host
// (CUDA C++ Programming Guide, "__global__ function parameters"). nvcc refuses it, clang does not.
//
//===----------------------------------------------------------------------===//

#include "checks/support/Sink.h"

namespace devtidy::checks {

static void run(const Program &P, Sink &Out) {
  const uint8_t Worlds = (report::WorldGpu | report::WorldMulti) & Out.worlds();
  if (!Worlds)
    return;
  for (const ir::Module *M : P.modules())
    for (const std::unique_ptr<ir::Function> &F : M->Functions) {
      if (F->Kind != ir::FunctionKind::Kernel || !F->InCheckedFile)
        continue;
      for (const ir::Param &X : F->Params) {
        if (X.PassMode != ir::Param::Mode::Cell)
          continue;
        Draft D = Out.draft(F.get(), X.Range);
        D.slot("value", report::wording::quoted(X.Name, "a parameter"));
        D.slot("kernel", report::wording::quoted(F->Name.substr(F->Name.find_last_of(':') + 1), "the kernel"));
        D.worlds(Worlds);
        Out.add(std::move(D));
      }
    }
}

static const Check ReferenceKernelParameter = {
    .Name = "device-reference-kernel-parameter",
    .Headline = "{value} of kernel {kernel} is a reference, to an object in memory of the host",
    .Level = 1,
    .Since = "0.1",
    .OnProgram = run,
};
REGISTER_CHECK(ReferenceKernelParameter)

} // namespace devtidy::checks
