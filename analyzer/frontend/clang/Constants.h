//===- Constants.h - Expressions whose value is known ---------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_FRONTEND_CLANG_CONSTANTS_H
#define DEVTIDY_FRONTEND_CLANG_CONSTANTS_H

#include "frontend/clang/Unit.h"
#include <optional>

namespace devtidy::frontend {

/// The literal that E is: numbers, strings, nullptr, nullopt, constant expressions of integers. A device type is its
/// name, "cuda"; other enumerators of libraries are no constants, since `x.to(torch::kHalf)` must not look like
/// `x.to(5)`. A local constant stays a variable, so that a report can name it.
std::optional<ir::Constant> constantOf(Unit &U, const clang::Expr *E);

/// Of a parameter's default argument, through the conversion to the parameter's type.
std::optional<ir::Constant> constantDefault(Unit &U, const clang::Expr *E);

} // namespace devtidy::frontend

#endif // DEVTIDY_FRONTEND_CLANG_CONSTANTS_H
