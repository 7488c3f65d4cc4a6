//===- ErrorMessage.h - What an error of PyTorch says ---------*- C++ -*-===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the errors of the catalogue (knowledge/Messages.h) in a text, and the places that a traceback names.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DRIVER_ERRORMESSAGE_H
#define DEVTIDY_DRIVER_ERRORMESSAGE_H

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <vector>

namespace devtidy::driver {

struct ErrorMessage {
  llvm::StringRef Id;              ///< the row of knowledge/Messages.def
  std::string Text;                ///< the message, as it was given
  std::string Meaning;             ///< "argument 'mat2' of 'mm' is on cpu, the others are on cuda:0"
  std::vector<std::string> Roles;  ///< "'mat2' is the right matrix of a product", for arguments that have a better word
  std::vector<std::string> Checks; ///< that find what leads to it, the likeliest first; may be empty
};

/// The error in Text that says most of devices: Text is a message, a log, a traceback.
std::optional<ErrorMessage> findErrorMessage(llvm::StringRef Text);

struct Frame {
  std::string Path;
  unsigned Line = 0;
};

/// What the tracebacks of Python in Text name, outermost first; files of packages and of Python itself are left out.
std::vector<Frame> findFrames(llvm::StringRef Text);

} // namespace devtidy::driver

#endif // DEVTIDY_DRIVER_ERRORMESSAGE_H
