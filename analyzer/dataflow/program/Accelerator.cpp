//===- Accelerator.cpp ----------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/program/Accelerator.h"
#include "knowledge/Device.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {
using knowledge::Action;

/// Names and strings with "cuda" in them, and those of AMD's, which is CUDA under another name.
static bool namesCuda(llvm::StringRef Text) {
  // It is looked for in every name of the run.
  constexpr size_t Shortest = 3;
  return Text.size() >= Shortest && (Text.contains_insensitive("cuda") || Text == "hip" || Text.starts_with("hip:"));
}

bool asksForAccelerator(const knowledge::Callable &C) {
  return C.Kind == Action::Available || C.Kind == Action::DeviceCount || C.Kind == Action::CurrentAccelerator;
}

void AcceleratorChoice::noteName(const ir::Inst &I) {
  if (!namesCudaOften())
    CudaNames += namesCuda(I.Kind == ir::InstKind::Const ? I.Const.Text : I.Name);
}

void AcceleratorChoice::noteCall(const knowledge::Callable &Callee) {
  if (!asksForAccelerator(Callee))
    return;
  const std::optional<knowledge::Device> Type = knowledge::parseDevice(Callee.Canonical);
  if (!Type || !Type->isAccelerator())
    return; // torch.accelerator is whichever there is
  AsksSeveral |= Asked && *Asked != Type->Type;
  Asked = Type->Type;
}

} // namespace devtidy::dataflow
