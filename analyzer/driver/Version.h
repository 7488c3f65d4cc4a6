//===- Version.h - What --version prints --------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DRIVER_VERSION_H
#define DEVTIDY_DRIVER_VERSION_H

#include <string>

namespace llvm {
class raw_ostream;
}

namespace devtidy::driver {

/// The releases of PyTorch that there is an operator table for: "2.1.2, 2.6.0 and 2.13.0".
std::string operatorTableList();

/// "device-tidy 0.1.0", LLVM's version, the operator tables.
void printVersion(llvm::raw_ostream &Out);

} // namespace devtidy::driver

#endif // DEVTIDY_DRIVER_VERSION_H
