//===- Registrations.cpp - Leaves the kernels of a GPU out ---------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PyTorch's build with CUDA has kernels for the dispatch keys that the simulator's fallback serves, and a kernel goes
// before a fallback. Its libraries register them, when they are loaded, by a function of libtorch_cpu.so that stands
// in the way here. Without them the dispatcher is as in the build for the CPU. Of what a program's own library
// registers nothing is left out.
//
//===----------------------------------------------------------------------===//

#include "runtime/preload/Registrations.h"
#include "runtime/abi/Environment.h"
#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

namespace devtidy::preload {
static bool Expected = false;

void expectSimulator() { Expected = true; }

/// Whether an address is code of PyTorch's libraries for CUDA.
static bool isOfTorchCuda(void *Address) {
  dl_find_object Found;
  if (_dl_find_object(Address, &Found) != 0 || !Found.dlfo_link_map)
    return false;
  const char *Slash = strrchr(Found.dlfo_link_map->l_name, '/');
  constexpr char Prefix[] = "libtorch_cuda";
  return strncmp(Slash ? Slash + 1 : Found.dlfo_link_map->l_name, Prefix, sizeof Prefix - 1) == 0;
}

/// In a program that is linked to LibTorch, the initialisers of libraries run before the program's entry point, which
/// brings the simulator. In another one, Python, whoever brings it says so before.
static bool isLinkedProgram() {
  static int Answer = -1;
  if (Answer < 0) {
    void *const Program = getenv(abi::DevicesVariable) ? dlopen(nullptr, RTLD_LAZY) : nullptr;
    Answer = Program && dlsym(Program, "_ZN5torch7Library5resetEv");
  }
  return Answer;
}

/// Nobody brings the simulator. PyTorch with CUDA would take what stands in for the CUDA runtime for GPUs, and no
/// kernel would run.
static void hideDevices() {
  if (!getenv(abi::DevicesVariable))
    return;
  unsetenv(abi::DevicesVariable);
  if (auto *Hide = reinterpret_cast<void (*)()>(dlsym(RTLD_DEFAULT, abi::HideDevicesFunction)))
    Hide();
  fputs(
      "device-tidy: warning: no simulated devices: the program loads LibTorch later than at its start, or is a Python "
      "that reads no environment (-I, -E, -S)\n",
      stderr);
}

} // namespace devtidy::preload

using namespace devtidy::preload;

using ImplFunction = void *(void *, const char *, void *, int);

/// torch::Library::_impl(const char *, CppFunction &&, _RegisterOrVerify) &
extern "C" [[gnu::visibility("default")]] void *
// NOLINTNEXTLINE(bugprone-reserved-identifier,readability-identifier-naming): the compiler's name
_ZNR5torch7Library5_implEPKcONS_11CppFunctionENS_17_RegisterOrVerifyE(void *Library, const char *Name, void *Kernel,
                                                                      int Mode) {
  if (!Expected && !isLinkedProgram())
    hideDevices();
  else if (isOfTorchCuda(__builtin_return_address(0)))
    return Library;
  static ImplFunction *Own = nullptr;
  if (!Own) {
    void *Torch = dlopen("libtorch_cpu.so", RTLD_LAZY | RTLD_NOLOAD);
    Own = reinterpret_cast<ImplFunction *>(Torch ? dlsym(Torch, __func__) : nullptr);
    if (!Own) {
      fputs("device-tidy: error: libtorch_cpu.so has no torch::Library::_impl\n", stderr);
      _exit(2);
    }
  }
  return Own(Library, Name, Kernel, Mode);
}
