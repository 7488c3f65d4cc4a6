//===- Explain.cpp -----------------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/verify/Explain.h"
#include "runtime/verify/Registry.h"
#include "runtime/verify/Wording.h"

using devtidy::abi::SiteKind;

namespace devtidy::verify {

void explainOrigin(Origin From, std::string What, const std::string &Device, std::vector<runtime::Note> &Notes) {
  const SiteInfo *Step = infoOf(From.Site);
  if (!Step || (Step->Position.empty() && !Step->Calls.Count))
    return;
  if (!Step->ResultName.empty())
    What = wording::quoted(Step->ResultName, What); // where a tensor was computed from another, that one was placed
  if (Step->Kind == SiteKind::ModuleMove || Step->Kind == SiteKind::ModuleMake)
    What = wording::quoted(Step->Names.empty() ? "" : Step->Names.front(), What);
  std::string Text;
  switch (Step->Does) {
  case Role::Compute:
    // An operator decides nothing, but nobody knows more.
    Text = wording::computed(What, Device);
    break;
  case Role::Create:
  case Role::Wrap:
    Text = From.ByDefault ? wording::createdByDefault(What, Device) : wording::created(What, Device);
    break;
  case Role::Move:
    Text = From.ByDefault ? wording::left(What, Device, wording::quoted(Step->Called, "the move"))
                          : wording::moved(What, Device);
    break;
  case Role::Load:
    Text = wording::loaded(What, Device);
    break;
  case Role::Share: // is noted of no tensor
    return;
  case Role::Batch:
    Text = wording::batched(What, Device);
    break;
  case Role::Return:
    Text = wording::returned(wording::quoted(Step->Called, "the function"), Device);
    break;
  }
  Notes.push_back({std::move(Text), {Step->Position, Step->Calls}});
}

} // namespace devtidy::verify
