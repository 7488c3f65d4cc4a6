//===- Preload.cpp - Brings the simulated devices into a program -----------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The library that LD_PRELOAD names. Every program that a run starts gets it, shells and compilers, too, so it depends
// on the C library only and does nothing until LibTorch is there: a program linked to LibTorch gets the simulator
// between the initialisers of its libraries and its own; Python gets it when torch is imported (the package
// device_tidy calls devtidyLoadSimulator).
//
//===----------------------------------------------------------------------===//

#include "runtime/abi/Preload.h"
#include "runtime/abi/DeviceMemory.h"
#include "runtime/abi/Environment.h"
#include "runtime/abi/Release.h"
#include "runtime/preload/Registrations.h"
#include <dlfcn.h>
#include <limits.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

using namespace devtidy::abi;

namespace {

constexpr char TorchLibrary[] = "libtorch_cpu.so";
constexpr char CudaLibrary[] = "libtorch_cuda.so"; ///< of a build with CUDA
char Error[2 * PATH_MAX];

const char *fail(const char *Format, const char *A) {
  snprintf(Error, sizeof Error, Format, A);
  return Error;
}

/// Writes the path of the simulator for the LibTorch in a folder; false, and why there is none.
bool findSimulator(const char *TorchFolder, char *Path, size_t Size) {
  Dl_info Own{};
  char Folder[PATH_MAX] = ".";
  if (dladdr(Error, &Own) && Own.dli_fname)
    if (const char *Slash = strrchr(Own.dli_fname, '/'))
      snprintf(Folder, sizeof Folder, "%.*s", static_cast<int>(Slash - Own.dli_fname), Own.dli_fname);
  return findForTorch(Folder, TorchFolder, SimulatorLibrary, "has simulated devices", Path, Size);
}

} // namespace

const char *devtidySimulatorPath(const char *TorchFolder) {
  static char Path[2 * PATH_MAX];
  return findSimulator(TorchFolder, Path, sizeof Path) ? Path : nullptr;
}

const char *devtidyCheckTorch(const char *TorchFolder) {
  return findSimulator(TorchFolder, Error, sizeof Error) ? nullptr : Error;
}

/// Null, or what is wrong with the number of devices or their memory.
static const char *checkNumbers() {
  const char *Text = getenv(DevicesVariable);
  char *End = nullptr;
  const long Count = Text ? strtol(Text, &End, /*base=*/10) : 1;
  if (Text && (End == Text || *End || Count < 1 || Count > MaxDevices)) {
    snprintf(Error, sizeof Error, "%s is a number from 1 to %d, not %s", DevicesVariable, MaxDevices, Text);
    return Error;
  }
  const char *Memory = getenv(DeviceMemoryVariable);
  const long long Bytes = Memory ? strtoll(Memory, &End, /*base=*/10) : MinDeviceMemory;
  if (Memory && (End == Memory || *End || Bytes < MinDeviceMemory || Bytes > MaxDeviceMemory)) {
    snprintf(Error, sizeof Error, "%s is a number of bytes from %lld to %lld, not %s", DeviceMemoryVariable,
             MinDeviceMemory, MaxDeviceMemory, Memory);
    return Error;
  }
  return nullptr;
}

const char *devtidyLoadSimulator(const char *TorchFolder) {
  if (const char *Complaint = checkNumbers())
    return Complaint;
  const char *const Simulator = devtidySimulatorPath(TorchFolder);
  if (!Simulator)
    return devtidyCheckTorch(TorchFolder);
  char Path[PATH_MAX];
  snprintf(Path, sizeof Path, "%s/%s", TorchFolder, TorchLibrary);
  devtidy::preload::expectSimulator();
  bool Loaded = dlopen(Path, RTLD_NOW | RTLD_GLOBAL);
  // What a build with CUDA brings comes first, so that the simulator takes its place.
  snprintf(Path, sizeof Path, "%s/%s", TorchFolder, CudaLibrary);
  if (Loaded && access(Path, F_OK) == 0)
    Loaded = dlopen(Path, RTLD_NOW);
  if (!Loaded || !dlopen(Simulator, RTLD_NOW | RTLD_GLOBAL))
    return fail("cannot load the simulated devices: %s", dlerror());
  return nullptr;
}

/// The folder of the LibTorch that the program is linked to; false if it is linked to none.
static bool findLoadedTorch(char *Folder, size_t Size) {
  void *Torch = dlopen(TorchLibrary, RTLD_LAZY | RTLD_NOLOAD);
  link_map *Map = nullptr;
  if (!Torch || dlinfo(Torch, RTLD_DI_LINKMAP, static_cast<void *>(&Map)) != 0)
    return false;
  snprintf(Folder, Size, "%s", Map->l_name);
  char *Slash = strrchr(Folder, '/');
  if (Slash)
    *Slash = 0;
  return Slash;
}

/// A script may have given Python a path of its own on the way.
static void keepPythonStartup() {
  const char *Startup = getenv(PythonStartupVariable), *Path = getenv("PYTHONPATH");
  if (!Startup || (Path && strstr(Path, Startup) == Path))
    return;
  size_t Size = strlen(Startup) + (Path ? strlen(Path) : 0) + 2;
  if (char *Both = static_cast<char *>(malloc(Size))) {
    snprintf(Both, Size, "%s%s%s", Startup, Path && *Path ? ":" : "", Path ? Path : "");
    setenv("PYTHONPATH", Both, /*replace=*/1);
    free(Both);
  }
}

using MainFunction = int(int, char **, char **);
using StartFunction = int(MainFunction *, int, char **, void (*)(), void (*)(), void (*)(), void *);

/// What a program's entry point calls when its libraries are initialised and nothing of its own is.
// NOLINTNEXTLINE(bugprone-reserved-identifier,readability-identifier-naming): the C library's name
extern "C" [[gnu::visibility("default")]] int __libc_start_main(MainFunction *Main, int Count, char **Arguments,
                                                                void (*Init)(), void (*Fini)(), void (*LoaderFini)(),
                                                                void *StackEnd) {
  keepPythonStartup();
  char Folder[PATH_MAX];
  if (getenv(DevicesVariable) && findLoadedTorch(Folder, sizeof Folder))
    if (const char *Text = devtidyLoadSimulator(Folder)) {
      fprintf(stderr, "device-tidy: error: %s\n", Text);
      _exit(2);
    }
  auto *Start = reinterpret_cast<StartFunction *>(dlsym(RTLD_NEXT, "__libc_start_main"));
  return Start(Main, Count, Arguments, Init, Fini, LoaderFini, StackEnd);
}
