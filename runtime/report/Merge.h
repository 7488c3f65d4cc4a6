//===- Merge.h - Documents of several processes made one ----------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_RUNTIME_REPORT_MERGE_H
#define DEVTIDY_RUNTIME_REPORT_MERGE_H

#include "runtime/report/Options.h"
#include <string>

namespace devtidy::runtime {

/// Adds the findings of New, a document of JSON or SARIF, to Old, which a process of Python may have written: the same
/// check at the same place is one entry, with the sum of the counts. What else Old has stays. If Old is no such
/// document, the result is New.
std::string merged(Format Of, const std::string &Old, const std::string &New);

} // namespace devtidy::runtime

#endif // DEVTIDY_RUNTIME_REPORT_MERGE_H
