//===- Messages.h - What PyTorch says of devices when it fails -------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The catalogue behind `device-tidy explain`: every text about devices that PyTorch prints or printed, what it means,
// and which checks find what leads to it. The rows stand in Messages.def.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_KNOWLEDGE_MESSAGES_H
#define DEVTIDY_KNOWLEDGE_MESSAGES_H

#include <span>
#include <string_view>

namespace devtidy::knowledge {

struct Message {
  std::string_view Id;      ///< "same-device-argument"; not shown to users
  std::string_view Pattern; ///< POSIX extended regular expression, to be searched in the text
  /// A word for each group of the pattern, in order and separated by spaces; "-" for one that says nothing, and what is
  /// missing at the end says nothing either. Of devices: device is where the operand is that the text is about, others
  /// where the rest is.
  std::string_view Groups;
  /// One line. {word} stands for a group; what is in [brackets] is left out if a group in it is empty.
  std::string_view Meaning;
  std::string_view Checks; ///< that find what leads to it, without "device-", the likeliest first; may be empty
};

/// In the order in which they are tried: the first whose pattern is found is meant.
std::span<const Message> allMessages();

/// What a user of a module or a loss calls an argument of the operator inside: "the bias of a linear layer" for addmm
/// and self. "" if there is no better word than the argument's name.
std::string_view roleOf(std::string_view Operator, std::string_view Argument);

/// What a check finds, told as the cause of an error. Check is named without "device-"; "" if it is the cause of none.
std::string_view causeFor(std::string_view Check);

} // namespace devtidy::knowledge

#endif // DEVTIDY_KNOWLEDGE_MESSAGES_H
