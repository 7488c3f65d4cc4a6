//===- Kernels.cpp ----------------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/shim/Kernels.h"
#include "runtime/abi/ForkSafe.h"
#include <atomic>
#include <cstdlib>
#include <cxxabi.h>
#include <mutex>
#include <shared_mutex>
#include <string_view>
#include <unordered_map>

namespace devtidy::shim {
namespace {

struct Known {
  std::shared_mutex Lock;
  std::atomic<unsigned> Changes = 0; ///< counts what was written to ByFunction
  std::unordered_map<const void *, const Kernel *> ByFunction;
};
Known &known() { return abi::forkSafe<Known>(); }

/// The position of the parenthesis that opens the parameters: the partner of the last one that closes.
size_t openingOf(std::string_view Text) {
  int Depth = 0;
  for (size_t N = Text.rfind(')'); N != Text.npos && N-- > 0;) {
    if (Text[N] == ')')
      ++Depth;
    if (Text[N] == '(' && Depth-- == 0)
      return N;
  }
  return Text.npos;
}

} // namespace

// Before there are threads: ThreadSanitizer does not see who made a static of a library that it did not compile.
[[gnu::constructor]] static void makeEarly() { known(); }

Kernel readKernel(const std::string &Demangled) {
  Kernel K;
  const std::string_view Text = Demangled;
  const size_t Open = openingOf(Text);
  std::string_view Name = Text.substr(0, Open);
  // A template's name begins with the type of its result. "(anonymous namespace)" is part of a name, and so is what
  // compares in "T<(N>0)>".
  int Angles = 0, Round = 0;
  for (size_t N = 0; N < Name.size(); ++N) {
    Round += Name[N] == '(' ? 1 : Name[N] == ')' ? -1 : 0;
    Angles += Round ? 0 : Name[N] == '<' ? 1 : Name[N] == '>' ? -1 : 0;
    if (Name[N] == ' ' && Angles == 0 && Round == 0) {
      Name.remove_prefix(N + 1);
      break;
    }
  }
  K.Name = Name;
  if (Open == Text.npos)
    return K;
  unsigned Position = 0;
  int Depth = 0;
  for (size_t N = Open + 1; N < Text.size(); ++N) {
    const char C = Text[N];
    const bool Ends = Depth == 0 && (C == ',' || C == ')');
    if (Ends && Text[N - 1] == '*')
      K.Pointers.push_back(Position);
    if (Ends && C == ')')
      break;
    Position += Ends;
    Depth += C == '(' || C == '<' || C == '[' ? 1 : C == ')' || C == '>' || C == ']' ? -1 : 0;
  }
  return K;
}

void noteKernel(const void *Function, const char *Mangled) {
  int Status = 0;
  char *Text = ::abi::__cxa_demangle(Mangled, nullptr, nullptr, &Status);
  auto *K = new Kernel(readKernel(Status == 0 && Text ? Text : Mangled));
  std::free(Text);
  std::lock_guard Hold(known().Lock);
  known().ByFunction[Function] = K;
  ++known().Changes;
}

void noteKernelHandle(const void *Handle, const void *Function) {
  const Kernel *K = &kernelOf(Function);
  std::lock_guard Hold(known().Lock);
  known().ByFunction[Handle] = K;
  ++known().Changes;
}

const Kernel &kernelOf(const void *Function) {
  // A thread launches one kernel many times.
  struct Latest {
    const void *Function = nullptr;
    unsigned Changes = 0;
    const Kernel *K = nullptr;
  };
  static thread_local Latest Latest;
  Known &All = known();
  const unsigned Changes = All.Changes.load(std::memory_order_acquire);
  if (Latest.K && Latest.Function == Function && Latest.Changes == Changes)
    return *Latest.K;
  const Kernel &Nobody = abi::madeOnce([] { return Kernel(); });
  std::shared_lock Hold(All.Lock);
  auto It = All.ByFunction.find(Function);
  Latest = {Function, Changes, It == All.ByFunction.end() ? &Nobody : It->second};
  return *Latest.K;
}

} // namespace devtidy::shim
