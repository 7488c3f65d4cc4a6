//===- Interposed.cpp - What programs that were not rebuilt make -------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/abi/ForkSafe.h"
#include "runtime/verify/Call.h"
#include "runtime/verify/Modules.h"
#include "runtime/verify/Registry.h"
#include "runtime/verify/Start.h"
#include <algorithm>
#include <link.h>
#include <span>
#include <string_view>

using namespace devtidy::verify;

namespace {

struct Range {
  uintptr_t Begin, End;
};

/// The code of LibTorch, which stays where it is.
std::vector<Range> findTorch() {
  std::vector<Range> Found;
  dl_iterate_phdr(
      [](dl_phdr_info *Info, size_t, void *Into) {
        std::string_view Path = Info->dlpi_name;
        Path.remove_prefix(std::min(Path.size(), Path.rfind('/') + 1));
        if (Path.starts_with("libtorch") || Path.starts_with("libc10") || Path.starts_with("libdevice_tidy"))
          for (const ElfW(Phdr) &Part : std::span(Info->dlpi_phdr, Info->dlpi_phnum))
            if (Part.p_type == PT_LOAD && (Part.p_flags & PF_X))
              static_cast<std::vector<Range> *>(Into)->push_back(
                  {Info->dlpi_addr + Part.p_vaddr, Info->dlpi_addr + Part.p_vaddr + Part.p_memsz});
        return 0;
      },
      &Found);
  return Found;
}

/// What LibTorch makes for itself is no step of the program, and there is a lot of it.
bool isTorch(uintptr_t Address) {
  const std::vector<Range> &Torch = devtidy::abi::madeOnce([] { return findTorch(); });
  return std::ranges::any_of(Torch, [&](const Range &R) { return R.Begin <= Address && Address < R.End; });
}

/// The place that the program has come to, by its stack.
SiteId numberHere(const devtidy::abi::Site &S) noexcept {
  constexpr unsigned Depth = 8;
  devtidy::runtime::Stack Calls;
  devtidy::runtime::captureStack(Calls, Depth);
  return numberOf(S, Calls);
}

} // namespace

void devtidyMade(const devtidy::abi::Site *S, const void *Tensor, uint32_t Device, const void *Caller) {
  constexpr uint32_t HasDevice = 0x10000;
  const c10::TensorImpl *T = isOn() && !isTorch(reinterpret_cast<uintptr_t>(Caller)) ? implOf(Tensor) : nullptr;
  // A tensor that stays where it is was placed before.
  if (!T || Peek::isNoted(T))
    return;
  if (const SiteId Number = numberHere(*S))
    recordOrigin(T, {Number, /*ByDefault=*/!(Device & HasDevice), /*IsResult=*/true});
}

void devtidyModuleMoved(const void *Module, bool IsScript, const void *Caller) {
  using devtidy::abi::OperandKind;
  static constexpr devtidy::abi::SiteOperand Moved = {"", OperandKind::Module, 0};
  static constexpr devtidy::abi::Site Move = {
      "torch::nn::Module::to", "to", "", "", "", "", &Moved, 1, 0, 0, devtidy::abi::SiteKind::ModuleMove, 0, 0};
  if (!isOn() || isTorch(reinterpret_cast<uintptr_t>(Caller)))
    return;
  try {
    if (const SiteId Number = numberHere(Move))
      for (const at::Tensor &T : stateOf(IsScript ? OperandKind::ScriptModule : OperandKind::Module, Module))
        if (T.defined())
          recordOrigin(T.unsafeGetTensorImpl(), {Number});
  } catch (...) { // no memory: nothing is noted, and the program goes on
  }
}
