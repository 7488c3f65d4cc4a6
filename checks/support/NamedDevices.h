//===- NamedDevices.h - How a device can be said at a place -------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A repair puts something where something else is, and has to say where that is: by a device variable that stands for
// it, else as the device of a tensor that is there, or meets it anyway.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_CHECKS_SUPPORT_NAMEDDEVICES_H
#define DEVTIDY_CHECKS_SUPPORT_NAMEDDEVICES_H

#include "checks/support/FactoryFix.h"

namespace devtidy::checks {

/// What a repair wants to say.
struct WantedDevice {
  const dataflow::GuardedTerm *Term = nullptr; ///< the device, in the terms of the function; null if nobody knows
  std::optional<ir::Arg> Of;                   ///< an operand of User that is there; nothing if there is none
  bool IsModule = false;                       ///< that is a module
  const ir::Inst *User = nullptr;              ///< the operation, in the same function; null if it is elsewhere
  const dataflow::GuardedTerm *Odd = nullptr;  ///< where what goes there is now: nobody is asked who is there, too
};

/// What says the device at At, a place of S, best first; what is not sure comes last. Empty if nothing does.
std::vector<NamedDevice> namedDevices(const SolvedFunction &S, const Sink &Out, const ir::Inst &At,
                                      const WantedDevice &Wanted);

} // namespace devtidy::checks

#endif // DEVTIDY_CHECKS_SUPPORT_NAMEDDEVICES_H
