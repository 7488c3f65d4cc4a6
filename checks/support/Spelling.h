//===- Spelling.h - How a language says what fixes write ------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks know no language. What a fix has to write differs by the file that it is written to: that is here, and here
// only.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_CHECKS_SUPPORT_SPELLING_H
#define DEVTIDY_CHECKS_SUPPORT_SPELLING_H

#include "dataflow/state/Program.h"
#include "knowledge/ClassNames.h"
#include <string>

namespace devtidy::checks {

class Spelling {
public:
  explicit Spelling(const dataflow::SolvedFunction &S) : M(*S.M), IsPython(S.M->Lang == ir::Language::Python) {}

  /// The CPU, and the current accelerator, as an argument of a call.
  llvm::StringRef cpu() const { return IsPython ? "\"cpu\"" : "torch::kCPU"; }
  llvm::StringRef accelerator() const { return IsPython ? "\"cuda\"" : "torch::kCUDA"; }
  /// What is written behind a tensor or a device to ask for Attribute: `.device`, `.device()`.
  std::string attribute(llvm::StringRef Attribute) const {
    return "." + (IsPython ? Attribute.str() : (Attribute + "()").str());
  }
  /// Where the state of a module is.
  std::string deviceOfModule(llvm::StringRef Module) const {
    return (IsPython ? "next(" + Module + ".parameters()).device" : Module + "->parameters()[0].device()").str();
  }
  /// Arguments are named: `device="cpu"`. Otherwise they come last, and options are chained.
  bool hasKeywords() const { return IsPython; }
  /// A string is a device wherever one is asked for, and a device compares with strings as its own text.
  bool hasTextForDevices() const { return IsPython; }
  /// A name that is bound in a block is bound behind it, too.
  bool keepsNamesBehindBlocks() const { return IsPython; }
  /// Any member may be assigned, unless its class says otherwise; what a call was given is its own.
  bool assignsThroughReferences() const { return !IsPython; }
  /// True if what stands between Before and After, the rest of the file, is a statement of its own.
  bool isStatement(llvm::StringRef Before, llvm::StringRef After) const;

  /// What is written behind a tensor whose values an array takes, so that it is on the host. One that requires a
  /// gradient gives none in Python, and to detach another changes nothing.
  llvm::StringRef copyForArray() const { return IsPython ? ".detach().cpu()" : ".cpu()"; }

  /// How the module says what others call Name, by what it imports: `nn.ModuleList`. "" if it cannot.
  std::string imported(llvm::StringRef Name) const;

  /// What makes a device of its text, and what asks whether there is an accelerator, so said. "" if they cannot be.
  std::string deviceMaker() const { return imported(knowledge::DeviceClass); }
  std::string availability() const { return imported(knowledge::AvailabilityQuestion); }

  /// True if After is what follows something in a string that prints the text of it beside its value: `f"{x + y=}"`.
  static bool isShown(llvm::StringRef After);

private:
  const ir::Module &M;
  bool IsPython;
};

} // namespace devtidy::checks

#endif // DEVTIDY_CHECKS_SUPPORT_SPELLING_H
