//===- Choose.cpp - The hooks, for whatever release of LibTorch --------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// libdevice_tidy_rt.so, which instrumented programs are linked to. What looks at tensors fits one release of LibTorch
// (runtime/verify); this library fits all, finds the one that the program has, and hands each call on by a pointer,
// which costs a jump. With a release that nobody knows it does nothing.
//
//===----------------------------------------------------------------------===//

#include "runtime/abi/Release.h"
#include "runtime/abi/Site.h"
#include "runtime/report/Options.h"
#include "runtime/report/Report.h"
#include <atomic>
#include <dlfcn.h>
#include <link.h>
#include <mutex>

using namespace devtidy;
using abi::Site;

// Name, what it returns, parameters, arguments.
#define DEVTIDY_HOOKS(HOOK)                                                                                            \
  HOOK(devtidyPair, void, (Site * S, const void *First, const void *Second), (S, First, Second))                       \
  HOOK(devtidyOperands, void, (Site * S, const void *const *Slots), (S, Slots))                                        \
  HOOK(devtidyResult, void, (Site * S, const void *Tensor, const void *From), (S, Tensor, From))                       \
  HOOK(devtidyPlaced, void, (Site * S, const void *Tensor, const void *From, uint32_t Device),                         \
       (S, Tensor, From, Device))                                                                                      \
  HOOK(devtidyResults, void, (Site * S, const void *Tensors, const void *From), (S, Tensors, From))                    \
  HOOK(devtidyMade, void, (const Site *S, const void *Tensor, uint32_t Device, const void *Caller),                    \
       (S, Tensor, Device, Caller))                                                                                    \
  HOOK(devtidyModuleMoved, void, (const void *Module, bool IsScript, const void *Caller), (Module, IsScript, Caller))  \
  HOOK(devtidyHideFrames, void, (const void *Address), (Address))                                                      \
  HOOK(devtidyAsModule, const void *, (const void *Object), (Object))                                                  \
  HOOK(devtidyAsOptimizer, const void *, (const void *Object), (Object))                                               \
  HOOK(devtidyModuleDone, void, (Site * S, const void *Module), (S, Module))                                           \
  HOOK(devtidyModuleMade, void, (Site * S, const void *Holder), (S, Holder))                                           \
  HOOK(devtidyPointer, void, (Site * S, const void *Tensor, const void *Address), (S, Tensor, Address))

namespace {

void load();

#define DEVTIDY_DECLARE(NAME, RESULT, PARAMETERS, ARGUMENTS)                                                           \
  RESULT NAME##First PARAMETERS;                                                                                       \
  std::atomic<RESULT(*) PARAMETERS> NAME##Next = &NAME##First;
DEVTIDY_HOOKS(DEVTIDY_DECLARE)
#undef DEVTIDY_DECLARE

// A program can call hooks before the initialiser of this library runs: what LibTorch's own initialisers call, for
// one.
#define DEVTIDY_FIRST(NAME, RESULT, PARAMETERS, ARGUMENTS)                                                             \
  RESULT NAME##First PARAMETERS {                                                                                      \
    load();                                                                                                            \
    return NAME##Next.load(std::memory_order_relaxed) ARGUMENTS;                                                       \
  }
DEVTIDY_HOOKS(DEVTIDY_FIRST)
#undef DEVTIDY_FIRST

/// The folder that a library of the process is in; false if it is not there.
bool folderOf(const char *Name, char *Folder, size_t Size) {
  void *Library = dlopen(Name, RTLD_LAZY | RTLD_NOLOAD);
  link_map *Map = nullptr;
  if (!Library || dlinfo(Library, RTLD_DI_LINKMAP, static_cast<void *>(&Map)) != 0)
    return false;
  snprintf(Folder, Size, "%s", Map->l_name);
  char *Slash = strrchr(Folder, '/');
  if (Slash)
    *Slash = 0;
  return Slash;
}

/// The library for the LibTorch of the process; null if there is none, which is said.
void *open() {
  Dl_info Own{};
  char Folder[PATH_MAX], Torch[PATH_MAX], Path[2 * PATH_MAX];
  if (!dladdr(reinterpret_cast<const void *>(&load), &Own) || !Own.dli_fname ||
      !folderOf("libtorch_cpu.so", Torch, sizeof Torch))
    return nullptr;
  const char *Slash = strrchr(Own.dli_fname, '/');
  snprintf(Folder, sizeof Folder, "%.*s", Slash ? static_cast<int>(Slash - Own.dli_fname) : 1,
           Slash ? Own.dli_fname : ".");
  if (!abi::findForTorch(Folder, Torch, abi::VerifyLibrary, "verifies instrumented code", Path, sizeof Path)) {
    runtime::reportProblem(Path + std::string(", and verifies nothing here"));
    return nullptr;
  }
  void *Library = dlopen(Path, RTLD_NOW);
  if (!Library)
    runtime::reportProblem(std::string("cannot verify this program: ") + dlerror());
  return Library;
}

void load() {
  static std::once_flag Once;
  std::call_once(Once, [] {
    void *const Library = open();
#define DEVTIDY_FIND(NAME, RESULT, PARAMETERS, ARGUMENTS)                                                              \
  {                                                                                                                    \
    auto *Found = reinterpret_cast<RESULT(*) PARAMETERS>(Library ? dlsym(Library, #NAME) : nullptr);                   \
    NAME##Next.store(                                                                                                  \
        Found ? Found : [] PARAMETERS -> RESULT { return static_cast<RESULT>(nullptr); }, std::memory_order_relaxed);  \
  }
    DEVTIDY_HOOKS(DEVTIDY_FIND)
#undef DEVTIDY_FIND
  });
}

[[gnu::constructor]] void start() {
  runtime::hideModule(reinterpret_cast<const void *>(&load));
  runtime::options();
  char Folder[PATH_MAX];
  if (folderOf("libtorch_cpu.so", Folder, sizeof Folder))
    load();
}

} // namespace

extern "C" {
#define DEVTIDY_FORWARD(NAME, RESULT, PARAMETERS, ARGUMENTS)                                                           \
  [[gnu::hot]] RESULT NAME PARAMETERS { return NAME##Next.load(std::memory_order_relaxed) ARGUMENTS; }
DEVTIDY_HOOKS(DEVTIDY_FORWARD)
#undef DEVTIDY_FORWARD
}
