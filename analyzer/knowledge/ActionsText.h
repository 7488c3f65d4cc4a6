//===- ActionsText.h - What actions and kinds of classes mean -----------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_KNOWLEDGE_ACTIONSTEXT_H
#define DEVTIDY_KNOWLEDGE_ACTIONSTEXT_H

#include "knowledge/Names.h"

#include <string>
#include <string_view>

namespace devtidy::knowledge {

/// What a call does with devices, for people; an empty line says nothing.
struct ActionText {
  std::string_view Word;  ///< the name of the action: "MoveCuda"
  std::string_view Takes; ///< what it asks of its arguments or of the machine
  std::string_view Does;  ///< beside its result; "{}" stands for the device type that the row names
  std::string_view Gives; ///< where the result is, or what it says
};
ActionText textOf(Action A);

/// The same of objects of a class: what it is, where its state is, and what a call of the object asks for.
struct ClassText {
  std::string_view Word; ///< the name of the kind: "StatelessModule"
  std::string_view Noun; ///< "module without state"
  std::string_view State;
  std::string_view Takes;
  std::string_view Gives; ///< where the results are
};
ClassText textOf(ClassKind K);

} // namespace devtidy::knowledge

#endif // DEVTIDY_KNOWLEDGE_ACTIONSTEXT_H
