//===- Pointers.cpp ----------------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/verify/Pointers.h"
#include "runtime/abi/ForkSafe.h"
#include "runtime/verify/Explain.h"
#include "runtime/verify/Wording.h"
#include <array>
#include <mutex>

namespace devtidy::verify {
namespace {

struct Pointer {
  uintptr_t Begin = 0, End = 0;
  uint64_t Age = 0; ///< later ones have a higher number
  SiteId Taken = 0;
  Origin Placed;
  c10::Device On = c10::kCPU;

  bool has(uintptr_t Address) const { return Begin <= Address && Address < End; }
};

struct Pointers {
  static Pointers &get() { return abi::forkSafe<Pointers>(); }
  std::mutex Lock;
  std::array<Pointer, 1024> All;
  uint64_t Age = 0;
};

std::vector<runtime::Note> describe(const void *Address, const std::string &What) {
  Pointer Latest;
  {
    std::lock_guard Hold(Pointers::get().Lock);
    for (const Pointer &P : Pointers::get().All)
      if (P.has(reinterpret_cast<uintptr_t>(Address)) && P.Age > Latest.Age)
        Latest = P;
  }
  std::vector<runtime::Note> Notes;
  const SiteInfo *Site = infoOf(Latest.Taken);
  if (!Site)
    return Notes;
  const std::string Tensor = wording::quoted(Site->Names.empty() ? "" : Site->Names.front(), "a tensor");
  Notes.push_back({wording::pointer(What, Tensor, wording::quoted(Site->Called, "the call")), {Site->Position, {}}});
  explainOrigin(Latest.Placed, Tensor, Latest.On.str(), Notes);
  return Notes;
}

[[gnu::constructor]] void offer() { runtime::describeMemoryBy(describe); }

} // namespace

void notePointer(SiteId Where, const c10::TensorImpl &Of, const void *Address) {
  const auto Begin = reinterpret_cast<uintptr_t>(Address);
  Pointer New{Begin, Begin + std::max<size_t>(Of.numel() * Of.itemsize(), 1), 0, Where, findOrigin(&Of), Of.device()};
  Pointers &Known = Pointers::get();
  // Addresses are multiples of 64, as a rule, and odd ones are views.
  const size_t Place = (Begin >> 6 ^ Begin >> 16 ^ Begin) % Known.All.size();
  std::lock_guard Hold(Known.Lock);
  New.Age = ++Known.Age;
  Known.All[Place] = New;
}

} // namespace devtidy::verify
