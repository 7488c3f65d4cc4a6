//===- Output.h - Where findings are written to ---------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DRIVER_OUTPUT_H
#define DEVTIDY_DRIVER_OUTPUT_H

#include "driver/Console.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>
#include <string>

namespace devtidy::driver {

/// The number of an open file that is named as such: "/dev/stdout", "/dev/fd/63", as a shell calls its pipes.
std::optional<int> descriptorOf(llvm::StringRef Path);

/// A stream on a file, or on standard output if no file is named. The file is what it was until the stream is finished,
/// and then holds all of the text, or what it held before.
class Output {
public:
  /// Path may be "", "-", or what is no file: a terminal, a pipe that somebody reads, "/dev/stdout".
  explicit Output(llvm::StringRef Path) : Name(Path == "-" ? "" : Path.str()), Buffer(Text) {}

  llvm::raw_ostream &stream() { return Name.empty() ? output() : Buffer; }

  /// The error is one line.
  llvm::Error finish();

private:
  std::string Name, Text;
  llvm::raw_string_ostream Buffer;
};

} // namespace devtidy::driver

#endif // DEVTIDY_DRIVER_OUTPUT_H
