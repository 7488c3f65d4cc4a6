//===- Stack.cpp --------------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/report/Stack.h"
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cxxabi.h>
#include <dlfcn.h>
#include <link.h>
#include <unistd.h>
#include <unwind.h>
#ifdef DT_LIBBACKTRACE
#include <backtrace.h>
#endif

namespace devtidy::runtime {
namespace {

struct Range {
  uintptr_t Begin = 0, End = 0;
};
// Written at start-up by the few libraries of ours, read by every capture: a slot whose end is not written hides
// nothing yet.
constexpr unsigned MaxHidden = 16;
struct Slot {
  std::atomic<uintptr_t> Begin = 0, End = 0;
};
Slot Hidden[MaxHidden];
std::atomic<unsigned> HiddenCount = 0;

bool isHidden(uintptr_t Address) {
  const unsigned Count = std::min(HiddenCount.load(std::memory_order_relaxed), MaxHidden);
  return std::any_of(Hidden, Hidden + Count, [&](const Slot &S) {
    return Address < S.End.load(std::memory_order_acquire) && Address >= S.Begin.load(std::memory_order_relaxed);
  });
}

struct Walk {
  Stack *Into;
  unsigned Depth;
};

_Unwind_Reason_Code step(_Unwind_Context *Context, void *Data) {
  auto *W = static_cast<Walk *>(Data);
  // A return address may be the first of the next line, or of the next function.
  const uintptr_t Address = _Unwind_GetIP(Context) - 1;
  if (Address == ~uintptr_t(0))
    return _URC_END_OF_STACK;
  if (W->Into->Count == 0 && isHidden(Address))
    return _URC_NO_REASON;
  W->Into->Frames[W->Into->Count++] = Address;
  return W->Into->Count < W->Depth ? _URC_NO_REASON : _URC_END_OF_STACK;
}

std::string demangled(const char *Name) {
  int Status = 0;
  char *Text = abi::__cxa_demangle(Name, nullptr, nullptr, &Status);
  std::string Result = Status == 0 && Text ? Text : Name;
  std::free(Text);
  return Result;
}

/// Path without the working folder before it, as the findings of the analyzer have it.
std::string displayed(const std::string &Path) {
  char Folder[4096];
  if (!getcwd(Folder, sizeof Folder))
    return Path;
  const size_t Length = std::strlen(Folder);
  return Path.starts_with(Folder) && Path.size() > Length && Path[Length] == '/' ? Path.substr(Length + 1) : Path;
}

#ifdef DT_LIBBACKTRACE
void ignoreError(void *, const char *, int) {}

/// libbacktrace reads the modules that are there when it is asked first; a program may load more.
backtrace_state *debugInformation() {
  static backtrace_state *State = nullptr;
  static unsigned long long Seen = 0;
  unsigned long long Loaded = 0;
  dl_iterate_phdr(
      [](dl_phdr_info *Info, size_t, void *Data) {
        *static_cast<unsigned long long *>(Data) = Info->dlpi_adds;
        return 1;
      },
      &Loaded);
  if (!State || Loaded != Seen)
    State = backtrace_create_state(nullptr, /*threaded=*/0, ignoreError, nullptr);
  Seen = Loaded;
  return State;
}

int addFrame(void *Data, uintptr_t, const char *File, int Line, const char *Function) {
  auto *Frames = static_cast<std::vector<Frame> *>(Data);
  if (!File && !Function)
    return 0;
  Frame &F = Frames->emplace_back();
  F.File = File ? File : "";
  F.Line = Line > 0 ? static_cast<unsigned>(Line) : 0;
  F.Function = Function ? demangled(Function) : "";
  return 0;
}
#endif

} // namespace

bool Stack::operator==(const Stack &Other) const {
  return Count == Other.Count && std::equal(Frames, Frames + Count, Other.Frames);
}

std::string Frame::position() const {
  if (!File.empty())
    return displayed(File) + ":" + std::to_string(Line) + (Column ? ":" + std::to_string(Column) : "");
  char Text[32];
  std::snprintf(Text, sizeof Text, "+0x%zx", static_cast<size_t>(Offset));
  return Module.substr(Module.rfind('/') + 1) + Text;
}

void captureStack(Stack &Into, unsigned Depth) {
  Into.Count = 0;
  Walk W{&Into, std::min(Depth, Options::MaxStackDepth)};
  _Unwind_Backtrace(step, &W);
}

void hideModule(const void *Address) {
  struct Search {
    uintptr_t Address;
    Range Found;
  } S{reinterpret_cast<uintptr_t>(Address), {}};
  dl_iterate_phdr(
      [](dl_phdr_info *Info, size_t, void *Data) {
        auto *S = static_cast<Search *>(Data);
        Range R{~uintptr_t(0), 0};
        for (unsigned N = 0; N < Info->dlpi_phnum; ++N)
          if (const auto &P = Info->dlpi_phdr[N]; P.p_type == PT_LOAD) {
            R.Begin = std::min<uintptr_t>(R.Begin, Info->dlpi_addr + P.p_vaddr);
            R.End = std::max<uintptr_t>(R.End, Info->dlpi_addr + P.p_vaddr + P.p_memsz);
          }
        if (S->Address < R.Begin || S->Address >= R.End)
          return 0;
        S->Found = R;
        return 1;
      },
      &S);
  if (!S.Found.End || isHidden(S.Address) || HiddenCount.load(std::memory_order_relaxed) >= MaxHidden)
    return;
  const unsigned Mine = HiddenCount.fetch_add(1, std::memory_order_relaxed);
  if (Mine >= MaxHidden)
    return;
  Hidden[Mine].Begin.store(S.Found.Begin, std::memory_order_relaxed);
  Hidden[Mine].End.store(S.Found.End, std::memory_order_release);
}

std::vector<Frame> symbolize(const uintptr_t *Frames, unsigned Count) {
  std::vector<Frame> All;
  for (unsigned N = 0; N < Count; ++N) {
    std::vector<Frame> Here;
#ifdef DT_LIBBACKTRACE
    if (backtrace_state *State = debugInformation())
      backtrace_pcinfo(State, Frames[N], addFrame, ignoreError, &Here);
#endif
    Dl_info Info;
    const bool Known = dladdr(reinterpret_cast<void *>(Frames[N]), &Info) != 0; // NOLINT(performance-no-int-to-ptr)
    if (Here.empty()) {
      Here.emplace_back();
      if (Known && Info.dli_sname)
        Here.back().Function = demangled(Info.dli_sname);
    }
    for (Frame &F : Here) {
      F.Module = Known && Info.dli_fname ? Info.dli_fname : "";
      F.Offset = Frames[N] - (Known ? reinterpret_cast<uintptr_t>(Info.dli_fbase) : 0);
      All.push_back(std::move(F));
    }
  }
  return All;
}

// The templates of cuda_runtime.h and of thrust are inlined into the program, and so are those of LibTorch.
static bool isOfLibrary(const std::string &File) {
  static constexpr std::string_view Libraries[] = {"/usr/include/",   "/usr/lib/",  "/usr/local/", "/include/c++/",
                                                   "/torch/include/", "/nvidia/cu", "/opt/cuda"};
  return std::ranges::any_of(Libraries, [&](std::string_view Folder) { return File.find(Folder) != File.npos; });
}

// What clang makes of a kernel's name.
static bool isStub(const Frame &F) { return F.Function.find("__device_stub__") != F.Function.npos; }

/// What stands between the program and the place that a finding is made at.
static bool isMachinery(const Frame &F) {
  static constexpr std::string_view Modules[] = {"libtorch", "libc10",  "libdevice_tidy_", "libpython",
                                                 "python",   "libc.so", "libstdc++"};
  const std::string_view Name = std::string_view(F.Module).substr(F.Module.rfind('/') + 1);
  return isStub(F) || isOfLibrary(F.File) ||
         std::ranges::any_of(Modules, [&](std::string_view Module) { return Name.starts_with(Module); });
}

bool dropMachinery(std::vector<Frame> &Frames) {
  if (std::ranges::all_of(Frames, isMachinery))
    return false;
  std::erase_if(Frames, isMachinery);
  return true;
}

size_t userFrame(const std::vector<Frame> &Frames) {
  auto IsUsers = [](const Frame &F) {
    // The C library's files have no folder that says so.
    return !F.File.empty() && !F.Module.starts_with("/lib") && !F.Module.starts_with("/usr/lib") && !isStub(F) &&
           !isOfLibrary(F.File);
  };
  auto Found = std::ranges::find_if(Frames, IsUsers);
  if (Found == Frames.end())
    Found = std::ranges::find_if_not(Frames, isMachinery);
  return Found == Frames.end() ? 0 : static_cast<size_t>(Found - Frames.begin());
}

} // namespace devtidy::runtime
