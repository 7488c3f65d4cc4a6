//===- Hooks.cpp - What instrumented code calls ------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The way through a hook where nothing is new is short: it compares devices, and what it sees with what it saw last.
//
//===----------------------------------------------------------------------===//

#include "runtime/report/Report.h"
#include "runtime/verify/Blobs.h"
#include "runtime/verify/Judge.h"
#include "runtime/verify/Modules.h"
#include "runtime/verify/Pointers.h"
#include "runtime/verify/Registry.h"
#include "runtime/verify/Start.h"

using namespace devtidy::verify;
using devtidy::abi::Site;
using devtidy::abi::SiteKind;

namespace {

/// The module call of the user's code that is running, or 0. An exception leaves it set until the next one: the record
/// of the site may be gone then, with its library.
thread_local SiteId Caller [[gnu::tls_model("initial-exec")]] = 0;

/// Where the first input was placed of the module that was called last. It may be moved into the module.
struct Input {
  const Site *Of = nullptr;
  uint16_t Device = 0; ///< as Peek::place
  Origin Placed;
};
// Without a constructor that runs there is no question at each use whether it has run.
constinit thread_local Input LastInput [[gnu::tls_model("initial-exec")]];

/// Operands that the site has not seen last time.
[[gnu::noinline, gnu::cold]] void lookAt(Site &S, const void *const *Slots, uint32_t Seen) noexcept {
  try {
    if (judge(S, Call(S, Slots), Caller))
      __atomic_store_n(&S.Seen, Seen, __ATOMIC_RELAXED);
  } catch (...) { // no memory: nothing is reported, and the program goes on
  }
}

bool hasSeen(const Site &S, uint32_t Seen) { return __atomic_load_n(&S.Seen, __ATOMIC_RELAXED) == Seen; }

/// Also of an undefined tensor, which Peek says nothing of.
const c10::TensorImpl *peekAt(const void *Tensor) noexcept {
  return static_cast<const at::TensorBase *>(Tensor)->unsafeGetTensorImpl();
}

/// Notes where the result of a site came to be.
[[gnu::hot]] void place(Site &S, const void *Tensor, const c10::TensorImpl *From, bool ByDefault) noexcept {
  const c10::TensorImpl *T = implOf(Tensor);
  if (!T)
    return;
  const uint32_t Id = idOf(S);
  const Role Does = roleOf(Id);
  if (From == T) {
    // What a move leaves where it is, is where it was to be, from here on.
    if (const SiteId Number = numberOf(S); Number && Does == Role::Move && !ByDefault)
      recordOrigin(T, {Number, /*ByDefault=*/true, /*IsResult=*/true});
    return;
  }
  // A batch that was put together of tensors that are known.
  if (Does == Role::Batch && findOrigin(T).Site)
    return;
  if (Does == Role::Share) {
    if (Peek::isNoted(T))
      recordOrigin(T, {});
    return;
  }
  // What a function only hands on. Which function did that last is all that is known of some.
  if (Does == Role::Return)
    if (const SiteInfo *Before = infoOf(findOrigin(T).Site); Before && Before->Does != Role::Return)
      return;
  if (Does == Role::Wrap || (Does == Role::Create && isForeign(*T)))
    judgeWrapped(S, *T);
  // A tensor that is like another one and names no device is where that one is.
  const bool Follows = Does == Role::Compute || (Does == Role::Create && ByDefault);
  if (Follows && From && Peek::place(From) == Peek::place(T)) {
    ByDefault = false;
    if (Origin Before = findOrigin(From); Before.Site)
      return recordOrigin(T, {Before.Site, Before.ByDefault});
  }
  // One that shares data with another may be taken for noted: then what is noted at its address is not of it.
  if (const SiteId Number = numberOf(S); Number && (!(Id & IsSilent) || Peek::isNoted(T)))
    recordOrigin(T, {Number, ByDefault, /*IsResult=*/true});
}

/// Notes where a module's result came to be: where its parameters are, and, where it has none, with its input.
[[gnu::hot]] void placeOutput(Site &S, const void *Tensor, const void *Module) noexcept {
  const c10::TensorImpl *T = implOf(Tensor), *Own = firstParameter(Module);
  // The part of a container that has made it has noted it.
  if (!T || (!Own && findOrigin(T).Site))
    return;
  Origin Before = Own && Peek::place(Own) == Peek::place(T) ? findOrigin(Own) : Origin();
  if (!Before.Site && LastInput.Of == &S && LastInput.Device == Peek::place(T))
    Before = LastInput.Placed;
  if (Before.Site)
    recordOrigin(T, {Before.Site, Before.ByDefault});
  else
    place(S, Tensor, nullptr, /*ByDefault=*/false);
}

/// A module is about to be called. False if its operands are still to be looked at.
[[gnu::hot]] bool enter(Site &S, const void *const *Slots) noexcept {
  const uint32_t Id = idOf(S);
  if (Id & HasFunction)
    Caller = numberIn(Id);
  const bool HasInput = S.OperandCount > 1 && S.Operands[1].Kind == devtidy::abi::OperandKind::Tensor;
  const c10::TensorImpl *Input = HasInput ? implOf(Slots[1]) : nullptr;
  if (Input)
    LastInput = {&S, Peek::place(Input), findOrigin(Input)};
  if (!(Id & IsPlainModule))
    return false;
  const c10::TensorImpl *State = Id & HasNoState ? nullptr : firstState(Slots[0]);
  auto Pack = [](const c10::TensorImpl *T) { return T ? 1U << 12 | packDevice(Peek::place(T)) : 0; };
  const uint32_t Seen = 1U << 31 | Pack(State) << 13 | Pack(Input);
  if (!hasSeen(S, Seen))
    lookAt(S, Slots, Seen);
  return true;
}

/// An optimizer is about to make a step.
[[gnu::hot]] void makeStep(Site &S, const void *const *Slots) noexcept {
  const uint32_t Seen = findStrayedState(Slots[0]) ? 3 : 1;
  if (!hasSeen(S, Seen))
    lookAt(S, Slots, Seen);
}

/// Notes the state of a module, or what of it has no note.
void noteState(const Site &S, const void *Module, Origin Where, bool OnlyUnknown) noexcept {
  try {
    for (const at::Tensor &T : stateOf(S.Operands[0].Kind, Module))
      if (T.defined() && !(OnlyUnknown && findOrigin(T.unsafeGetTensorImpl()).Site))
        recordOrigin(T.unsafeGetTensorImpl(), Where);
  } catch (...) { // as in lookAt
  }
}

} // namespace

// The hooks of a plain operator cost little else than the memory that they touch: they are side by side, and before a
// site is known, which tells that the runtime is on, they look at nothing else.

/// Devices that differ, or that the site has not seen last time.
[[gnu::noinline, gnu::cold]] static void meet(Site &S, const void *First, const void *Second) noexcept {
  if (!isOn())
    return;
  const c10::TensorImpl *A = implOf(First), *B = implOf(Second);
  if (!A || !B)
    return;
  const uint32_t OnA = packDevice(A->device()), OnB = packDevice(B->device());
  uint32_t Seen = 1U << 31 | OnA << 12 | OnB;
  if (OnA != OnB)
    Seen |= (A->dim() == 0) << 24 | (B->dim() == 0) << 25;
  else if (!Peek::isCustom(A, B))
    Seen = Peek::device(A);
  if (hasSeen(S, Seen))
    return;
  const void *Slots[] = {First, Second};
  lookAt(S, Slots, Seen);
}

[[gnu::hot, gnu::aligned(64)]] void devtidyPair(Site *S, const void *First, const void *Second) {
  if (const uint32_t Seen = __atomic_load_n(&S->Seen, __ATOMIC_RELAXED)) [[likely]] {
    const c10::TensorImpl *A = peekAt(First), *B = peekAt(Second);
    // What was seen there is a device, or several.
    if (!((Peek::device(A) ^ Seen) | (Peek::device(B) ^ Seen) | Peek::isCustom(A, B))) [[likely]]
      return;
  }
  meet(*S, First, Second);
}

[[gnu::noinline, gnu::hot]] static void placeResult(Site &S, const void *Tensor, const void *From) noexcept {
  if (!isOn())
    return;
  if (S.Kind == SiteKind::Module && From)
    placeOutput(S, Tensor, From);
  else
    place(S, Tensor, implOf(From), /*ByDefault=*/false);
}

/// Of an operator, with something that is new: not laid between what happens most.
[[gnu::noinline, gnu::cold]] static void placeNew(Site &S, const void *Tensor, const void *From) noexcept {
  placeResult(S, Tensor, From);
}

[[gnu::hot]] void devtidyResult(Site *S, const void *Tensor, const void *From) {
  // As in place, for what happens most.
  const uint32_t Id = __atomic_load_n(&S->Id, __ATOMIC_RELAXED);
  if (!(Id & IsPlain)) [[unlikely]]
    return placeResult(*S, Tensor, From);
  if (From) [[likely]] {
    const c10::TensorImpl *T = peekAt(Tensor), *Source = peekAt(From);
    const uint32_t Device = Peek::device(T);
    if (Device == Peek::device(Source) && (Device & Peek::HasDevice) && !Peek::isCustom(T, Source)) [[likely]] {
      if (T == Source || followOrigin(T, Source, static_cast<uint16_t>(Device)))
        return;
      if ((Id & IsSilent) && !Peek::isNoted(T)) [[likely]]
        return;
    }
  }
  placeNew(*S, Tensor, From);
}

[[gnu::hot]] void devtidyOperands(Site *S, const void *const *Slots) {
  if (!isOn())
    return;
  if (S->Kind == SiteKind::Module && enter(*S, Slots))
    return;
  if (S->Kind == SiteKind::Optimizer)
    return makeStep(*S, Slots);
  try {
    uint32_t Seen = Call(*S, Slots).fingerprint();
    if (!hasSeen(*S, Seen))
      lookAt(*S, Slots, Seen);
  } catch (...) { // as in lookAt
  }
}

void devtidyPlaced(Site *S, const void *Tensor, const void *From, uint32_t Device) {
  constexpr uint32_t HasDevice = 0x10000;
  if (isOn())
    place(*S, Tensor, implOf(From), !(Device & HasDevice));
}

void devtidyResults(Site *S, const void *Tensors, const void *From) {
  if (!isOn())
    return;
  const auto &All = *static_cast<const std::vector<at::Tensor> *>(Tensors);
  const bool IsList = From && S->Operands[0].Kind == devtidy::abi::OperandKind::TensorList;
  for (size_t I = 0; I != All.size(); ++I)
    place(*S, &All[I], implOf(IsList ? static_cast<const at::Tensor *>(From) + I : From), /*ByDefault=*/false);
}

void devtidyHideFrames(const void *Address) { devtidy::runtime::hideModule(Address); }

const void *devtidyAsModule(const void *Object) { return isOn() ? asModule(Object) : nullptr; }

const void *devtidyAsOptimizer(const void *Object) { return isOn() ? asOptimizer(Object) : nullptr; }

[[gnu::hot]] void devtidyModuleDone(Site *S, const void *Module) {
  if (!isOn() || !Module)
    return;
  if (S->Kind == SiteKind::Module) {
    Caller = 0;
    return;
  }
  if (const SiteId Number = numberOf(*S))
    noteState(*S, Module, {Number}, /*OnlyUnknown=*/false);
}

void devtidyPointer(Site *S, const void *Tensor, const void *Address) {
  const SiteId Number = isOn() ? numberOf(*S) : 0;
  if (const c10::TensorImpl *T = Number && Address ? implOf(Tensor) : nullptr)
    notePointer(Number, *T, Address);
}

void devtidyModuleMade(Site *S, const void *Holder) {
  const SiteId Number = isOn() ? numberOf(*S) : 0;
  if (!Number)
    return;
  if (S->Operands[0].Kind == devtidy::abi::OperandKind::ScriptModule)
    return noteState(*S, Holder, {Number}, /*OnlyUnknown=*/false);
  // A ModuleHolder has a shared_ptr only, which starts with the pointer.
  const void *Object = *static_cast<const void *const *>(Holder);
  if (const void *Module = Object ? asModule(Object) : nullptr)
    noteState(*S, Module, {Number, /*ByDefault=*/true}, /*OnlyUnknown=*/true);
}
