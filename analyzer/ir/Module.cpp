//===- Module.cpp - One translation unit or one Python file ---------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ir/Module.h"

namespace devtidy::ir {

const SourceFile *Module::addFile(llvm::StringRef Path, bool Checked) {
  Files.push_back({intern(Path), Checked, FileId(Files.size())});
  return &Files.back();
}

FunctionId Module::addFunction(llvm::StringRef Name) {
  FunctionId F(Functions.size());
  Functions.push_back(std::make_unique<Function>());
  Functions.back()->Name = intern(Name);
  FunctionByName.try_emplace(Name, F);
  return F;
}

ClassId Module::addClass(llvm::StringRef Name) {
  ClassId C(Classes.size());
  Classes.emplace_back().Name = intern(Name);
  ClassByName.try_emplace(Name, C);
  return C;
}

FunctionId Module::findFunction(llvm::StringRef Name) const {
  auto It = FunctionByName.find(Name);
  return It == FunctionByName.end() ? FunctionId() : It->second;
}

ClassId Module::findClass(llvm::StringRef Name) const {
  auto It = ClassByName.find(Name);
  return It == ClassByName.end() ? ClassId() : It->second;
}

} // namespace devtidy::ir
