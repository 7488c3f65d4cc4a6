//===- Console.h - What a command says --------------------------*- C++ -*-===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DRIVER_CONSOLE_H
#define DEVTIDY_DRIVER_CONSOLE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <memory>
#include <string>
#include <vector>

namespace devtidy::driver {

/// Standard output, for the results of check. One thread writes to it.
llvm::raw_ostream &output();
/// Standard error, for what check says beside. What is shown only while a run lasts does not go here.
llvm::raw_ostream &messages();

/// All that is said and written as long as it lives. At most one lives.
class Transcript {
public:
  enum class Where : char { Output = 'o', Messages = 'm', File = 'f' };
  struct Piece {
    Where To;
    std::string Path, Text; ///< Path of a file
  };

  Transcript();
  ~Transcript();
  Transcript(const Transcript &) = delete;
  Transcript &operator=(const Transcript &) = delete;

  /// A file is written that holds nothing but this text.
  static void noteFile(llvm::StringRef Path, llvm::StringRef Text);
  /// What the files that are written must not be: one of Read, nor, but for a baseline, the one that was read.
  void guard(llvm::ArrayRef<std::string> Read, llvm::StringRef Baseline);

  llvm::ArrayRef<Piece> pieces() const { return Pieces; }
  llvm::ArrayRef<std::string> guarded() const { return Guarded; }
  const std::string &baseline() const { return Baseline; }

private:
  class Tee;
  void add(Where To, llvm::StringRef Path, llvm::StringRef Text);
  friend llvm::raw_ostream &output();
  friend llvm::raw_ostream &messages();

  static Transcript *Current;
  std::unique_ptr<Tee> Results, Remarks;
  std::vector<Piece> Pieces;
  std::vector<std::string> Guarded;
  std::string Baseline;
};

} // namespace devtidy::driver

#endif // DEVTIDY_DRIVER_CONSOLE_H
