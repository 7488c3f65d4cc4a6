//===- Output.h - Where findings are written to -------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DRIVER_OUTPUT_H
#define DEVTIDY_DRIVER_OUTPUT_H

#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>
#include <string>

namespace devtidy::driver {

/// A stream on a file, or on standard output if no file is named. Whether the file could be written is known when it is
/// finished: a disk fills late.
class Output {
public:
  llvm::Error open(llvm::StringRef Path) {
    Name = Path.str();
    if (Path.empty())
      return llvm::Error::success();
    std::error_code EC;
    File.emplace(Path, EC);
    return EC ? failure(EC) : llvm::Error::success();
  }

  llvm::raw_ostream &stream() { return File ? *File : llvm::outs(); }

  llvm::Error finish() {
    if (!File)
      return llvm::Error::success();
    File->close();
    std::error_code EC = File->error();
    File->clear_error();
    return EC ? failure(EC) : llvm::Error::success();
  }

private:
  llvm::Error failure(std::error_code EC) const {
    return llvm::createStringError(EC, "cannot write " + Name + ": " + EC.message());
  }

  std::string Name;
  std::optional<llvm::raw_fd_ostream> File;
};

} // namespace devtidy::driver

#endif // DEVTIDY_DRIVER_OUTPUT_H
