//===- Target.h - Where a call wants something to be ---------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `torch.zeros(2, device=d)`, `x.to(y)`, `net.cuda(1)`, `torch.load(path, map_location="cpu")`: one argument says where
// what is made, moved or loaded will be.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_ENGINE_TARGET_H
#define DEVTIDY_DATAFLOW_ENGINE_TARGET_H

#include "dataflow/engine/CallFrame.h"

namespace devtidy::dataflow {

/// Of the environment, beside DefaultDevice: where the default type of tensors is, if set_default_tensor_type said so.
inline constexpr llvm::StringLiteral TypeDevice = "$type";

/// Looks for that argument: fills in HasTarget, Target and TargetArg of F.E. HasTarget stays false if none is given, or
/// if what may say a place says a type of elements.
void findTarget(CallFrame &F);

/// The type of device that the name of a mover says: x.xpu().
knowledge::DeviceType typeOfMover(const knowledge::Callable &C);

/// Where something new is that is put to F.E's target: there are accelerators from here on if that is one.
Placement placeAtTarget(CallFrame &F, StepKind Kind);

/// What holds if F.E's target is None, for all that is known, so that the call says no place: `device=None` of a
/// parameter, an entry that a dictionary may have, `x.to(**setup)`. Nothing if there is a place.
std::optional<Literal> targetIsNone(CallFrame &F);
/// P where the call says a place, IfNone where it may say none.
Placement unlessTargetIsNone(CallFrame &F, Placement P, llvm::function_ref<Placement()> IfNone);

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_ENGINE_TARGET_H
