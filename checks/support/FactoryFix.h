//===- FactoryFix.h - Repairing the factory that forgot its device ------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Adds a device argument to the factory call that put a tensor on the default device. Sure only if the call stands in
// the same function, before the operation, has no options yet, and the device can be named there: a device variable in
// scope, or a plain variable that is a parameter of the function.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_CHECKS_SUPPORT_FACTORYFIX_H
#define DEVTIDY_CHECKS_SUPPORT_FACTORYFIX_H

#include "checks/support/Sink.h"

namespace devtidy::checks {

/// The text that names a device at At: the one device variable in scope, else `x.device()` of the tensor parameter that
/// Good comes from. "" if there is none.
std::string deviceExpression(const SolvedFunction &S, const Sink &Out, const ir::Inst &At,
                             const dataflow::GuardedTerm *Good);

/// An expression that says a device.
struct NamedDevice {
  std::string Text;
  bool Sure = true; ///< whatever run it is: false of `x.device` if x is a number in another one
};

/// What the call that put Good there was told, if it says the same at At: `"cuda"`, a parameter. Text is "" if it does
/// not. Not sure where an accelerator is named on another way: who comes by At alone may want none.
NamedDevice targetOf(const SolvedFunction &S, const Sink &Out, const ir::Inst &At, const dataflow::GuardedTerm &Good);

/// The edit that appends Argument to the call I; nothing if that is not plain or stands on several lines.
std::optional<report::Edit> lastArgument(const SolvedFunction &S, const Sink &Out, const ir::Inst &I,
                                         llvm::StringRef Argument);

/// The same for `Keyword=Value` of Python; nothing, too, if the keyword is given or may be: f(**options).
std::optional<report::Edit> keywordArgument(const SolvedFunction &S, const Sink &Out, const ir::Inst &I,
                                            llvm::StringRef Keyword, llvm::StringRef Value);

/// The edit that gives the call I the argument Device; nothing if it has options already or is not a plain call.
std::optional<report::Edit> deviceArgument(const SolvedFunction &S, const Sink &Out, const ir::Inst &I,
                                           llvm::StringRef Device);

/// True if the factory draws random numbers: another device draws others.
bool isRandomFactory(const Event &Made);

/// What draws random numbers into what the factory made, `torch.empty(3).normal_()`; null if nothing does.
const ir::Inst *drawnInto(const SolvedFunction &S, const Event &Made);

/// True if the factory makes its tensor on the device that it is given, whichever that is.
bool takesDevice(const Event &Made);

/// The edit that puts Device in the place of Given, a device that is written out; nothing if it is not.
std::optional<report::Edit> otherDevice(const SolvedFunction &S, const Sink &Out, const ir::Arg &Given,
                                        llvm::StringRef Device);

/// Adds the fix to D if the odd term comes from such a factory of S.
void addFactoryFix(Draft &D, const SolvedFunction &S, const Sink &Out, const dataflow::GuardedTerm &Odd,
                   const dataflow::GuardedTerm &Good, const std::string &OddText);

/// True if the variable of that name is on an accelerator wherever there is one, by what the function itself, or the
/// top level of its file, puts there.
bool isAcceleratorIfAny(const SolvedFunction &S, llvm::StringRef Name);

} // namespace devtidy::checks

#endif // DEVTIDY_CHECKS_SUPPORT_FACTORYFIX_H
