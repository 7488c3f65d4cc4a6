//===- Hooks.cpp - What instrumented code calls ------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The way through a hook where nothing is new is short: it compares devices, and what it sees with what it saw last.
//
//===----------------------------------------------------------------------===//

#include "runtime/report/Report.h"
#include "runtime/verify/Judge.h"
#include "runtime/verify/Modules.h"
#include "runtime/verify/Registry.h"
#include "runtime/verify/Start.h"

using namespace devtidy::verify;
using devtidy::abi::Site;
using devtidy::abi::SiteKind;

namespace {

/// The module call of the user's code that is running. An exception leaves it set until the next one.
thread_local const Site *Caller [[gnu::tls_model("initial-exec")]] = nullptr;

/// Operands that the site has not seen last time.
[[gnu::noinline, gnu::cold]] void lookAt(Site &S, const void *const *Slots, uint32_t Seen) noexcept {
  try {
    if (judge(S, Call(S, Slots), Caller))
      __atomic_store_n(&S.Seen, Seen, __ATOMIC_RELAXED);
  } catch (...) { // no memory: nothing is reported, and the program goes on
  }
}

bool hasSeen(const Site &S, uint32_t Seen) { return __atomic_load_n(&S.Seen, __ATOMIC_RELAXED) == Seen; }

/// Notes where the result of a site came to be.
void place(Site &S, const void *Tensor, const c10::TensorImpl *From, bool ByDefault) noexcept {
  const c10::TensorImpl *T = implOf(Tensor);
  if (!T)
    return;
  Role Does{};
  SiteId Number = numberOf(S, Does);
  if (From == T)
    return; // a move to where it is already
  if (Does == Role::Wrap)
    judgeWrapped(S, *T);
  // A tensor that is like another one and names no device is where that one is.
  const bool Follows = Does == Role::Compute || (Does == Role::Create && ByDefault);
  if (Follows && From && From->device() == T->device()) {
    ByDefault = false;
    if (Origin Before = findOrigin(From); Before.Site)
      return recordOrigin(T, {Before.Site, Before.ByDefault});
  }
  if (Number)
    recordOrigin(T, {Number, ByDefault, /*IsResult=*/true});
}

/// What the result's device comes from.
const c10::TensorImpl *sourceOf(const Site &S, const void *From) noexcept {
  return S.Kind == SiteKind::Module && From ? firstParameter(From) : implOf(From);
}

} // namespace

void devtidyPair(Site *S, const void *First, const void *Second) {
  if (!isOn())
    return;
  const c10::TensorImpl *A = implOf(First), *B = implOf(Second);
  if (!A || !B)
    return;
  const uint32_t OnA = packDevice(A->device()), OnB = packDevice(B->device());
  uint32_t Seen = 1U << 31 | OnA << 12 | OnB;
  if (OnA != OnB)
    Seen |= (A->dim() == 0) << 24 | (B->dim() == 0) << 25;
  if (hasSeen(*S, Seen)) [[likely]]
    return;
  const void *Slots[] = {First, Second};
  lookAt(*S, Slots, Seen);
}

void devtidyOperands(Site *S, const void *const *Slots) {
  if (!isOn())
    return;
  if (S->Kind == SiteKind::Module && *S->Function)
    Caller = S;
  uint32_t Seen = Call(*S, Slots).fingerprint();
  if (!hasSeen(*S, Seen))
    lookAt(*S, Slots, Seen);
}

void devtidyResult(Site *S, const void *Tensor, const void *From) {
  if (isOn())
    place(*S, Tensor, sourceOf(*S, From), /*ByDefault=*/false);
}

void devtidyPlaced(Site *S, const void *Tensor, const void *From, uint32_t Device) {
  constexpr uint32_t HasDevice = 0x10000;
  if (isOn())
    place(*S, Tensor, implOf(From), !(Device & HasDevice));
}

void devtidyResults(Site *S, const void *Tensors, const void *From) {
  if (!isOn())
    return;
  for (const at::Tensor &T : *static_cast<const std::vector<at::Tensor> *>(Tensors))
    place(*S, &T, implOf(From), /*ByDefault=*/false);
}

void devtidyHideFrames(const void *Address) { devtidy::runtime::hideModule(Address); }

const void *devtidyAsModule(const void *Object) { return isOn() ? asModule(Object) : nullptr; }

const void *devtidyAsOptimizer(const void *Object) { return isOn() ? asOptimizer(Object) : nullptr; }

void devtidyModuleDone(Site *S, const void *Module) {
  if (!isOn() || !Module)
    return;
  if (S->Kind == SiteKind::Module) {
    if (*S->Function)
      Caller = nullptr;
    return;
  }
  try {
    if (SiteId Number = numberOf(*S))
      for (const at::Tensor &T : stateOf(S->Operands[0].Kind, Module))
        if (T.defined())
          recordOrigin(T.unsafeGetTensorImpl(), {Number});
  } catch (...) { // as in lookAt
  }
}
