//===- ImportedWords.h - What a file of Python may import ------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DRIVER_IMPORTEDWORDS_H
#define DEVTIDY_DRIVER_IMPORTEDWORDS_H

#include "llvm/ADT/StringSet.h"

namespace devtidy::driver {

/// The words of the imports in Text, in a notebook, too, whose lines are strings; all words of a file that imports by
/// names which it puts together. Nothing is parsed: a word may be a name of something else.
llvm::StringSet<> importedWords(llvm::StringRef Text);

} // namespace devtidy::driver

#endif // DEVTIDY_DRIVER_IMPORTEDWORDS_H
