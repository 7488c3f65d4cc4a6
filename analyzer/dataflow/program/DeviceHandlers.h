//===- DeviceHandlers.h - Whose text moves something to a device ----------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_PROGRAM_DEVICEHANDLERS_H
#define DEVTIDY_DATAFLOW_PROGRAM_DEVICEHANDLERS_H

#include "ir/Module.h"
#include "llvm/ADT/StringRef.h"
#include <map>

namespace devtidy::dataflow {

/// Classes and modules of whose code somebody thought of devices: by its text, not by what is known of it.
class DeviceHandlers {
public:
  /// True if a method of that class of M moves something to a device; of no class, if anything in M is put beside a
  /// tensor, `device=x.device`.
  bool contains(const ir::Module &M, llvm::StringRef Class);

private:
  std::map<std::pair<const ir::Module *, llvm::StringRef>, bool> Known; ///< those that were asked about
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_PROGRAM_DEVICEHANDLERS_H
