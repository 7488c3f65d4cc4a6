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
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <mutex>
#include <string>
#include <string_view>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <unordered_map>
#include <vector>

constinit thread_local unsigned devtidyCaller = 0;

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
  auto &Mine = All.Functions[devtidyCaller];
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
  void *F = devtidyCaller ? findInside(Name) : dlsym(RTLD_NEXT, Name);
  // A library that was loaded later is not behind this one.
  if (!F && !devtidyCaller)
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

/// True if the program, or a library of it, is linked to the shared runtime. Our own name for that of CUDA 12 is, too.
static bool isLinkedToRuntime() {
  return dl_iterate_phdr(
      [](dl_phdr_info *Info, size_t, void *) {
        const ElfW(Dyn) *Dynamic = nullptr;
        for (unsigned N = 0; N < Info->dlpi_phnum; ++N)
          if (Info->dlpi_phdr[N].p_type == PT_DYNAMIC)
            Dynamic = reinterpret_cast<const ElfW(Dyn) *>(Info->dlpi_addr + Info->dlpi_phdr[N].p_vaddr);
        const char *Strings = nullptr;
        for (const ElfW(Dyn) *D = Dynamic; D && D->d_tag != DT_NULL; ++D)
          if (D->d_tag == DT_STRTAB)
            Strings = reinterpret_cast<const char *>(D->d_un.d_ptr); // glibc has added the base
        // Of the kernel's own library it has not.
        if (reinterpret_cast<uintptr_t>(Strings) < Info->dlpi_addr || std::strstr(Info->dlpi_name, "/libcudart.so"))
          return 0;
        for (const ElfW(Dyn) *D = Dynamic; Strings && D->d_tag != DT_NULL; ++D)
          if (D->d_tag == DT_NEEDED && std::strncmp(Strings + D->d_un.d_val, "libcudart", 9) == 0)
            return 1;
        return 0;
      },
      nullptr);
}

/// True if the program itself has kernels and no CUDA runtime that can be interposed.
static bool isLinkedStatically() {
  const int File = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
  struct stat Facts = {};
  void *Map = File >= 0 && fstat(File, &Facts) == 0
                  ? mmap(nullptr, static_cast<size_t>(Facts.st_size), PROT_READ, MAP_PRIVATE, File, 0)
                  : MAP_FAILED;
  if (File >= 0)
    close(File);
  if (Map == MAP_FAILED)
    return false;
  const auto *Bytes = static_cast<const char *>(Map);
  const auto *Head = static_cast<const ElfW(Ehdr) *>(Map);
  const auto Size = static_cast<size_t>(Facts.st_size);
  const size_t End = Head->e_shoff + size_t(Head->e_shnum) * sizeof(ElfW(Shdr));
  bool HasKernels = false;
  if (Head->e_shoff != 0 && End <= Size && Head->e_shstrndx < Head->e_shnum) {
    const auto *Sections = reinterpret_cast<const ElfW(Shdr) *>(Bytes + Head->e_shoff);
    const ElfW(Shdr) &Names = Sections[Head->e_shstrndx];
    for (unsigned N = 0; N < Head->e_shnum; ++N)
      for (const std::string_view Name : {".nv_fatbin", ".nvFatBinSegment"})
        if (const size_t At = Names.sh_offset + Sections[N].sh_name; At + Name.size() < Size)
          HasKernels |= Name == Bytes + At;
  }
  munmap(Map, Size);
  return HasKernels && !isLinkedToRuntime();
}

[[gnu::destructor]] static void atExit() {
  if (Used)
    return;
  const auto *StandIn = static_cast<std::atomic<bool> *>(dlsym(RTLD_DEFAULT, "device_tidy_cudart_used"));
  const bool Elsewhere = StandIn ? StandIn->load() : loadedRuntime() && !dlsym(RTLD_NEXT, "cudaMalloc");
  if (Elsewhere && !isLinkedToRuntime())
    runtime::reportProblem("the program loaded the CUDA runtime by dlopen; its calls were not verified");
  else if (isLinkedStatically())
    runtime::reportProblem("the program has its CUDA runtime inside; its calls were not verified. Link it with -cudart "
                           "shared or with device-tidy-cudart.link");
}

} // namespace devtidy::shim
