//===- Canonical.cpp - One spelling for both languages --------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ir/Canonical.h"
#include "llvm/ADT/StringSwitch.h"

namespace devtidy::ir {

/// Names that differ by more than punctuation, after the general rules.
static llvm::StringRef pythonName(llvm::StringRef Name) {
  return llvm::StringSwitch<llvm::StringRef>(Name)
      .Case("torch.Device", "torch.device")
      .Cases({"torch.kFloat", "torch.kFloat32"}, "torch.float32")
      .Cases({"torch.kDouble", "torch.kFloat64"}, "torch.float64")
      .Cases({"torch.kHalf", "torch.kFloat16"}, "torch.float16")
      .Case("torch.kBFloat16", "torch.bfloat16")
      .Cases({"torch.kLong", "torch.kInt64"}, "torch.int64")
      .Cases({"torch.kInt", "torch.kInt32"}, "torch.int32")
      .Cases({"torch.kByte", "torch.kUInt8"}, "torch.uint8")
      .Case("torch.kBool", "torch.bool")
      .Case("torch.NoGradGuard", "torch.no_grad")
      .Case("torch.InferenceMode", "torch.inference_mode")
      .Case("torch.cuda.CUDAGuard", "torch.cuda.device")
      .Default(Name);
}

std::string canonicalName(const Module &M, llvm::StringRef Name) {
  if (M.Lang == Language::Python && Name.starts_with(M.Name) && Name.drop_front(M.Name.size()).starts_with("."))
    Name = Name.drop_front(M.Name.size() + 1);
  std::string Result;
  while (!Name.empty()) {
    size_t End = std::min(Name.find("::"), Name.find('.'));
    llvm::StringRef Component = Name.substr(0, End);
    Name = End == llvm::StringRef::npos ? "" : Name.substr(End).ltrim(Name[End]);
    if (Component.size() > 4)
      Component.consume_back("Impl");
    if (Result.empty() && (Component == "at" || Component == "c10") && !Name.empty())
      Component = "torch";
    if (!Result.empty())
      Result += '.';
    Result += Component;
  }
  return pythonName(Result).str();
}

std::string canonicalName(const Module &M, const Function &F) {
  return F.Kind == FunctionKind::TopLevel ? "toplevel" : canonicalName(M, F.Name);
}

} // namespace devtidy::ir
