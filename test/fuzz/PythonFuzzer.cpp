//===- PythonFuzzer.cpp - From any bytes to well-formed IR ----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/python/Lower.h"
#include "ir/Verifier.h"
#include "llvm/Support/raw_ostream.h"

using namespace devtidy;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  frontend::python::LowerOptions Options;
  Options.ModuleName = "pkg.mod";
  Options.IsPackage = Size % 2;
  Options.DisplayPath = "mod.py";
  llvm::StringRef Text(reinterpret_cast<const char *>(Data), Size);
  std::unique_ptr<ir::Module> M = frontend::python::lowerSource(Text, Options);
  std::vector<std::string> Defects = ir::verify(*M);
  for (const std::string &Defect : Defects)
    llvm::errs() << Defect << '\n';
  if (!Defects.empty())
    abort();
  return 0;
}
