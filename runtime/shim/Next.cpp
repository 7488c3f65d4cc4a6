//===- Next.cpp -------------------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/shim/Next.h"
#include "runtime/abi/ForkSafe.h"
#include "runtime/abi/Inside.h"
#include "runtime/abi/StandIn.h"
#include "runtime/report/Report.h"
#include "runtime/shim/Inside.h"
#include <dlfcn.h>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

constinit thread_local unsigned DevtidyCaller = 0;

namespace devtidy::shim {

thread_local int Entered::Depth = 0;
static std::atomic<bool> Used = false;

namespace {
/// The runtimes that modules have inside. Each knows the kernels of its own module only.
struct Insides {
  std::mutex Lock;
  std::vector<std::unordered_map<std::string_view, void *>> Functions{1}; ///< by the number of the module
};
Insides &insides() { return abi::forkSafe<Insides>(); }

void *findInside(const char *Name) {
  Insides &All = insides();
  std::lock_guard Hold(All.Lock);
  auto &Mine = All.Functions[DevtidyCaller];
  auto It = Mine.find(Name);
  return It == Mine.end() ? nullptr : It->second;
}
} // namespace

static int notThere() { return 500; } // cudaErrorSymbolNotFound

/// The CUDA runtime of the process, if it has one.
static void *loadedRuntime() {
  for (const char *Name : {"libcudart.so.13", "libcudart.so.12", "libcudart.so.11.0", "libcudart.so"})
    if (void *Library = dlopen(Name, RTLD_LAZY | RTLD_NOLOAD))
      return Library;
  return nullptr;
}

void *findFunction(const char *Name, std::atomic<void *> &Known) {
  Used = true;
  void *F = DevtidyCaller ? findInside(Name) : dlsym(RTLD_NEXT, Name);
  // A library that was loaded later is not behind this one.
  if (!F && !DevtidyCaller)
    if (void *Library = loadedRuntime())
      F = dlsym(Library, Name);
  if (!F) {
    runtime::reportProblem(std::string("the program calls ") + Name + ", which none of its libraries has");
    F = reinterpret_cast<void *>(&notThere);
  }
  Known.store(F, std::memory_order_release);
  return F;
}

#if defined(__x86_64__)
/// abi::Connect. Where there is a stand-in, it is what every module calls.
extern "C" [[gnu::visibility("default")]] unsigned device_tidy_connect(abi::Slot *Begin, abi::Slot *End) {
  Dl_info Me = {};
  void *Shim = nullptr;
  if (dladdr(reinterpret_cast<const void *>(&notThere), &Me))
    Shim = dlopen(Me.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
  if (!Shim)
    return 0;
  Insides &All = insides();
  std::lock_guard Hold(All.Lock);
  const auto Number = static_cast<unsigned>(All.Functions.size());
  if (Number == MaxCallers) {
    runtime::reportProblem("more than " + std::to_string(MaxCallers - 1) +
                           " libraries have the CUDA runtime inside; the calls of the others were not verified");
    return 0;
  }
  auto &Functions = All.Functions.emplace_back();
  for (abi::Slot *S = Begin; S != End; ++S) {
    void *StandIn = abi::standIn() ? dlsym(RTLD_NEXT, S->Name) : nullptr;
    void *Own = StandIn ? StandIn : S->Function;
    if (!Own)
      continue;
    Functions[S->Name] = Own;
    void *Mine = dlsym(Shim, (abi::InsidePrefix + std::string(S->Name)).c_str());
    S->Function = Mine ? Mine : Own;
  }
  return Number;
}
#endif

/// Reads the options in time for help=1, if the program has anything to verify.
[[gnu::constructor]] static void atStart() {
  runtime::hideModule(reinterpret_cast<const void *>(&atStart));
  if (void *Library = loadedRuntime()) {
    runtime::options();
    if (void *Function = dlsym(Library, "cudaMalloc"))
      runtime::hideModule(Function);
  }
}

[[gnu::destructor]] static void atExit() {
  const auto *StandIn = static_cast<std::atomic<bool> *>(dlsym(RTLD_DEFAULT, "device_tidy_cudart_used"));
  const bool Elsewhere = StandIn ? StandIn->load() : loadedRuntime() && !dlsym(RTLD_NEXT, "cudaMalloc");
  if (!Used && Elsewhere && !isLinkedToRuntime())
    runtime::reportProblem("the program loaded the CUDA runtime by dlopen; its calls were not verified");
  else if (const std::string Unseen = unseenModule(); !Unseen.empty())
    runtime::reportProblem(Unseen + " has its CUDA runtime inside; its calls were not verified. Link it with -cudart "
                                    "shared or with device-tidy-cudart.link");
}

} // namespace devtidy::shim
