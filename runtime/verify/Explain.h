//===- Explain.h - Notes that say where a tensor was placed ------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_RUNTIME_VERIFY_EXPLAIN_H
#define DEVTIDY_RUNTIME_VERIFY_EXPLAIN_H

#include "runtime/report/Report.h"
#include "runtime/verify/Origins.h"
#include <string>
#include <vector>

namespace devtidy::verify {

/// Adds the note of the step that put What on Device; none if nobody knows it, or where it is in the source.
void explainOrigin(Origin From, std::string What, const std::string &Device, std::vector<runtime::Note> &Notes);

} // namespace devtidy::verify

#endif // DEVTIDY_RUNTIME_VERIFY_EXPLAIN_H
