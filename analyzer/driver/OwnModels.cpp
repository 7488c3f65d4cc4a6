//===- OwnModels.cpp - What a project says of its own code --------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/OwnModels.h"
#include "driver/Disk.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace devtidy::driver {

bool OwnModels::contain(StringRef Path) const {
  return any_of(Folders, [&](StringRef Folder) {
    return Path.starts_with(Folder) && Path.drop_front(Folder.size()).starts_with("/");
  });
}

std::vector<std::string> OwnModels::files(function_ref<bool(StringRef Path)> Accepts) const {
  std::vector<std::string> Result;
  for (const std::string &Folder : Folders) {
    std::vector<disk::Entry> Entries = disk::entries(Folder);
    for (size_t I = 0; I != Entries.size(); ++I) {
      const disk::Entry E = Entries[I];
      if (E.Type == sys::fs::file_type::directory_file)
        append_range(Entries, disk::entries(E.Path));
      else if (Accepts(E.Path) && disk::isRegularFile(E.Path))
        Result.push_back(E.Path);
    }
  }
  llvm::sort(Result);
  Result.erase(llvm::unique(Result), Result.end());
  return Result;
}

void OwnModels::adopt(ir::Module &M) const {
  M.IsModel = true;
  for (ir::SourceFile &F : M.Files)
    F.Checked = false;
  for (const auto &F : M.Functions) {
    F->InCheckedFile = false;
    if (!F->Range.isValid() || contain(F->Range.File->Path))
      continue;
    F->Blocks.clear();
    F->Insts.clear();
  }
}

} // namespace devtidy::driver
