//===- Notebook.h - The Python of a Jupyter notebook --------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A notebook is read as one module: its code cells in order. Lines that only IPython knows (%magics, !shell, help?) are
// `pass`; cells in another language (%%bash) are left out.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DRIVER_NOTEBOOK_H
#define DEVTIDY_DRIVER_NOTEBOOK_H

#include "report/SourceText.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace devtidy::driver {

struct Notebook {
  std::string Text;
  std::vector<report::Cell> Cells;
  std::string Problem; ///< one line, if its bytes are not what a notebook has; or ""
};

/// Json is the content of an .ipynb file. The error is one line. A notebook in another language has no cells.
llvm::Expected<Notebook> readNotebook(llvm::StringRef Json);

} // namespace devtidy::driver

#endif // DEVTIDY_DRIVER_NOTEBOOK_H
