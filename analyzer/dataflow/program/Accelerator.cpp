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
static bool namesCuda(const ir::Inst &I) {
  llvm::StringRef Text = I.Kind == ir::InstKind::Const ? I.Const.Text : I.Name;
  return Text.contains_insensitive("cuda") || Text == "hip" || Text.starts_with("hip:");
}

bool asksForAccelerator(const knowledge::Callable &C) {
  return C.Kind == Action::Available || C.Kind == Action::DeviceCount || C.Kind == Action::CurrentAccelerator;
}

void AcceleratorChoice::note(const ir::Module &M, const ir::Inst &I, const knowledge::Callable *Callee) {
  if (llvm::none_of(M.Files, [](const ir::SourceFile &F) { return F.Checked; }))
    return;
  CudaNames += namesCuda(I);
  if (!Callee || !asksForAccelerator(*Callee))
    return;
  const std::optional<knowledge::Device> Type = knowledge::parseDevice(Callee->Canonical);
  if (!Type || !Type->isAccelerator())
    return; // torch.accelerator is whichever there is
  AsksSeveral |= Asked && *Asked != Type->Type;
  Asked = Type->Type;
}

} // namespace devtidy::dataflow
