//===- ElementTypes.h - What has which type of elements ------*- C++ -*- ===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Modules that are given a floating-point type have it in all their floating-point parameters and buffers
// (torch/nn/modules/module.py); PyTorch makes float32 where nobody says another one.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_KNOWLEDGE_ELEMENTTYPES_H
#define DEVTIDY_KNOWLEDGE_ELEMENTTYPES_H

#include <string_view>

namespace devtidy::knowledge {

/// True for the last name of a type of floating-point elements, `torch.float16`.
bool isFloatingType(std::string_view Name);
/// True for the last name of float32, and of what no floating-point type replaces: float, long, bool.
bool isPlainElementType(std::string_view Name);
/// True for methods that give elements of the type that they are named after, or are given: float, double, type.
bool makesElements(std::string_view Method);
/// True for functions that make a tensor of elements as they are given them: tensor, as_tensor, from_numpy.
bool takesElementsOver(std::string_view Function);
/// True for members that say the type of elements: dtype.
bool saysElementType(std::string_view Member);
/// True for functions that give a type of elements: torch.get_default_dtype.
bool givesElementType(std::string_view Function);

} // namespace devtidy::knowledge

#endif // DEVTIDY_KNOWLEDGE_ELEMENTTYPES_H
