//===- Interpose.cpp - Operators of programs that were not rebuilt -----------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LD_PRELOAD names this library. It defines the operators of LibTorch (at::_ops::X::call), so that the program's calls,
// and those of LibTorch itself, come through an entry that hands the operands to the runtime and goes on to the real
// operator. The entries change no register and no stack, so they know no types. Those of operators that are given a
// device call the real one, and tell the runtime what it returned.
//
// Every program that a run starts gets the library, shells and compilers, too: it depends on the C library only, and
// finds LibTorch and the runtime when the first operator is called.
//
//===----------------------------------------------------------------------===//

#include "runtime/abi/Site.h"
#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

namespace {

using devtidy::abi::OperandKind;
using devtidy::abi::Site;
using devtidy::abi::SiteKind;
using devtidy::abi::SiteOperand;

/// Of an operator that makes a tensor on a device that it is given.
struct Maker {
  uint8_t Device;     ///< its place, as in Places; 255 of another operator
  uint8_t StackWords; ///< of arguments
  bool IsOptional, IsChecked;
};

#include "Interpose.inc"

constexpr unsigned Count = sizeof Symbols / sizeof *Symbols;
void *Real[Count];

using Hook = void(Site *, const void *const *);
using MadeHook = void(const Site *, const void *, uint32_t, const void *);
MadeHook *Made = nullptr;
using MovedHook = void(const void *, bool, const void *);
MovedHook *Moved = nullptr;

/// The runtime's devtidyOperands, and with it the others; null if it cannot be loaded, which is said once.
Hook *loadHook() {
  Dl_info Own{};
  char Path[PATH_MAX] = "libdevice_tidy_rt.so";
  if (dladdr(static_cast<void *>(Real), &Own) && Own.dli_fname)
    if (const char *Slash = strrchr(Own.dli_fname, '/'))
      snprintf(Path, sizeof Path, "%.*s/libdevice_tidy_rt.so", static_cast<int>(Slash - Own.dli_fname), Own.dli_fname);
  void *Runtime = dlopen(Path, RTLD_LAZY);
  void *Found = Runtime ? dlsym(Runtime, "devtidyOperands") : nullptr;
  if (!Found)
    fprintf(stderr, "device-tidy: error: cannot verify this program: %s\n", dlerror());
  else if (void *Hide = dlsym(Runtime, "devtidyHideFrames"))
    reinterpret_cast<void (*)(const void *)>(Hide)(static_cast<const void *>(Real));
  if (Found) {
    Made = reinterpret_cast<MadeHook *>(dlsym(Runtime, "devtidyMade"));
    Moved = reinterpret_cast<MovedHook *>(dlsym(Runtime, "devtidyModuleMoved"));
  }
  return reinterpret_cast<Hook *>(Found);
}

/// Null while another thread is loading it.
Hook *hook() {
  enum { Unknown, Loading, Loaded };
  static int State = Unknown;
  static Hook *Known = nullptr;
  int Before = Unknown;
  if (__atomic_load_n(&State, __ATOMIC_ACQUIRE) == Loaded)
    return Known;
  if (!__atomic_compare_exchange_n(&State, &Before, Loading, /*weak=*/false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
    return nullptr;
  Known = loadHook();
  __atomic_store_n(&State, Loaded, __ATOMIC_RELEASE);
  return Known;
}

void *findNext(const char *Symbol, const char *Name) {
  void *Found = dlsym(RTLD_NEXT, Symbol);
  if (!Found) // LibTorch was loaded for one library only
    if (void *Torch = dlopen("libtorch_cpu.so", RTLD_LAZY | RTLD_NOLOAD))
      Found = dlsym(Torch, Symbol);
  if (!Found) {
    fprintf(stderr, "device-tidy: error: this LibTorch has no operator '%s'\n", Name);
    abort();
  }
  return Found;
}

void *findReal(unsigned Index) {
  void *Found = findNext(Symbols[Index], Sites[Index].Operation);
  __atomic_store_n(&Real[Index], Found, __ATOMIC_RELAXED);
  return Found;
}

/// The hook itself calls no operator; what it calls may.
thread_local bool Busy [[gnu::tls_model("initial-exec")]] = false;

const uintptr_t *wordAt(unsigned Place, const uintptr_t *Registers, const uintptr_t *Stack) {
  constexpr unsigned InRegisters = 6;
  return Place < InRegisters ? Registers + Place : Stack + (Place - InRegisters);
}

void look(Hook *F, Site &S, const uintptr_t *Registers, const uintptr_t *Stack) {
  constexpr unsigned MaxSlots = 32;
  const void *Slots[MaxSlots];
  unsigned Used = 0;
  const auto *Place = Places + (S.Operands - Operands);
  for (unsigned I = 0; I != S.OperandCount; ++I) {
    if (Used + 2 > MaxSlots)
      return;
    const uintptr_t *At = wordAt(Place[I], Registers, Stack);
    OperandKind Kind = S.Operands[I].Kind;
    // What is passed in memory lies on the stack itself.
    Slots[Used++] =
        Kind == OperandKind::TensorListObject ? static_cast<const void *>(At) : reinterpret_cast<const void *>(At[0]);
    if (Kind == OperandKind::TensorList)
      Slots[Used++] = reinterpret_cast<const void *>(At[1]);
  }
  F(&S, Slots);
}

} // namespace

/// Called by every entry; gives the operator to go on with.
extern "C" [[gnu::visibility("hidden")]] void *devtidyInterposed(uint64_t Index, const uintptr_t *Registers,
                                                                 const uintptr_t *Stack) {
  if (!Busy) {
    Busy = true;
    if (Hook *F = hook(); F && Makers[Index].IsChecked)
      look(F, Sites[Index], Registers, Stack);
    Busy = false;
  }
  void *Known = __atomic_load_n(&Real[Index], __ATOMIC_RELAXED);
  return Known ? Known : findReal(static_cast<unsigned>(Index));
}

/// Called when an operator that makes a tensor has returned to its entry. The first register had the place of the
/// result.
extern "C" [[gnu::visibility("hidden")]] void devtidyReturned(uint64_t Index, const uintptr_t *Registers,
                                                              const uintptr_t *Stack, const void *Caller) {
  if (Busy || !hook() || !Made)
    return;
  Busy = true;
  const Maker &M = Makers[Index];
  constexpr uint32_t HasDevice = 0x10000;
  const auto Device = static_cast<uint32_t>(*wordAt(M.Device, Registers, Stack)) & 0x1FFFF;
  Made(&Sites[Index], reinterpret_cast<const void *>(Registers[0]), M.IsOptional ? Device : Device | HasDevice, Caller);
  Busy = false;
}

/// Called by the entries of operators that make a tensor, beside devtidyInterposed.
extern "C" [[gnu::visibility("hidden")]] uint64_t devtidyStackWords(uint64_t Index) { return Makers[Index].StackWords; }

// A module's to() of torch::nn and torch::jit. A c10::Device and a c10::ScalarType are passed as numbers. Exceptions go
// through: these functions have nothing to clean up.
#define DEVTIDY_MODULE_TO(NAME, SYMBOL, IS_SCRIPT, PARAMETERS, ...)                                                    \
  extern "C" [[gnu::visibility("default")]] void NAME(void *Module, PARAMETERS) asm(SYMBOL);                           \
  extern "C" void NAME(void *Module, PARAMETERS) {                                                                     \
    static void *Next = nullptr;                                                                                       \
    void *To = __atomic_load_n(&Next, __ATOMIC_RELAXED);                                                               \
    if (!To)                                                                                                           \
      __atomic_store_n(&Next, To = findNext(SYMBOL, "Module::to"), __ATOMIC_RELAXED);                                  \
    reinterpret_cast<void (*)(void *, PARAMETERS)>(To)(Module, __VA_ARGS__);                                           \
    if (hook() && Moved)                                                                                               \
      Moved(Module, IS_SCRIPT, __builtin_return_address(0));                                                           \
  }
#define DEVTIDY_TWO uint64_t First, uint64_t Second
#define DEVTIDY_THREE uint64_t First, uint64_t Second, uint64_t Third
DEVTIDY_MODULE_TO(devtidyTo, "_ZN5torch2nn6Module2toEN3c106DeviceEb", false, DEVTIDY_TWO, First, Second)
DEVTIDY_MODULE_TO(devtidyToAs, "_ZN5torch2nn6Module2toEN3c106DeviceENS2_10ScalarTypeEb", false, DEVTIDY_THREE, First,
                  Second, Third)
DEVTIDY_MODULE_TO(devtidyScriptTo, "_ZN5torch3jit6Module2toEN3c106DeviceEb", true, DEVTIDY_TWO, First, Second)
DEVTIDY_MODULE_TO(devtidyScriptToAs, "_ZN5torch3jit6Module2toEN3c106DeviceENS2_10ScalarTypeEb", true, DEVTIDY_THREE,
                  First, Second, Third)
#undef DEVTIDY_THREE
#undef DEVTIDY_TWO
#undef DEVTIDY_MODULE_TO

// The common part of the entries, which have pushed their number: keeps the registers that arguments are in (System V
// ABI for x86-64, section 3.2.3), calls devtidyInterposed, and jumps on, so that the real operator returns to the
// caller.
asm(R"(
.text
.globl devtidyInterposeCommon
.hidden devtidyInterposeCommon
.type devtidyInterposeCommon, @function
devtidyInterposeCommon:
  .cfi_startproc
  .cfi_def_cfa_offset 16
  pushq %rbp
  .cfi_def_cfa_offset 24
  .cfi_offset %rbp, -24
  movq %rsp, %rbp
  .cfi_def_cfa_register %rbp
  subq $200, %rsp
  movq %rdi, 0(%rsp)
  movq %rsi, 8(%rsp)
  movq %rdx, 16(%rsp)
  movq %rcx, 24(%rsp)
  movq %r8, 32(%rsp)
  movq %r9, 40(%rsp)
  movq %rax, 48(%rsp)
  movaps %xmm0, 64(%rsp)
  movaps %xmm1, 80(%rsp)
  movaps %xmm2, 96(%rsp)
  movaps %xmm3, 112(%rsp)
  movaps %xmm4, 128(%rsp)
  movaps %xmm5, 144(%rsp)
  movaps %xmm6, 160(%rsp)
  movaps %xmm7, 176(%rsp)
  movq 8(%rbp), %rdi
  movq %rsp, %rsi
  leaq 24(%rbp), %rdx
  call devtidyInterposed
  movq %rax, %r11
  movq 0(%rsp), %rdi
  movq 8(%rsp), %rsi
  movq 16(%rsp), %rdx
  movq 24(%rsp), %rcx
  movq 32(%rsp), %r8
  movq 40(%rsp), %r9
  movq 48(%rsp), %rax
  movaps 64(%rsp), %xmm0
  movaps 80(%rsp), %xmm1
  movaps 96(%rsp), %xmm2
  movaps 112(%rsp), %xmm3
  movaps 128(%rsp), %xmm4
  movaps 144(%rsp), %xmm5
  movaps 160(%rsp), %xmm6
  movaps 176(%rsp), %xmm7
  leave
  .cfi_def_cfa %rsp, 16
  addq $8, %rsp
  .cfi_def_cfa_offset 8
  jmp *%r11
  .cfi_endproc
)");

// The same for operators that make a tensor: calls the real operator with a copy of the arguments that are on the
// stack, and returns what it does.
asm(R"(
.text
.globl devtidyInterposeMaker
.hidden devtidyInterposeMaker
.type devtidyInterposeMaker, @function
devtidyInterposeMaker:
  .cfi_startproc
  .cfi_def_cfa_offset 16
  pushq %rbp
  .cfi_def_cfa_offset 24
  .cfi_offset %rbp, -24
  movq %rsp, %rbp
  .cfi_def_cfa_register %rbp
  subq $200, %rsp
  movq %rdi, -200(%rbp)
  movq %rsi, -192(%rbp)
  movq %rdx, -184(%rbp)
  movq %rcx, -176(%rbp)
  movq %r8, -168(%rbp)
  movq %r9, -160(%rbp)
  movups %xmm0, -136(%rbp)
  movups %xmm1, -120(%rbp)
  movups %xmm2, -104(%rbp)
  movups %xmm3, -88(%rbp)
  movups %xmm4, -72(%rbp)
  movups %xmm5, -56(%rbp)
  movups %xmm6, -40(%rbp)
  movups %xmm7, -24(%rbp)
  movq 8(%rbp), %rdi
  call devtidyStackWords
  movq %rax, -8(%rbp)
  movq 8(%rbp), %rdi
  leaq -200(%rbp), %rsi
  leaq 24(%rbp), %rdx
  call devtidyInterposed
  movq %rax, %r11
  movq -8(%rbp), %rcx
  leaq 1(%rcx), %rax
  andq $-2, %rax
  shlq $3, %rax
  subq %rax, %rsp
  leaq 24(%rbp), %rsi
  movq %rsp, %rdi
  cld
  rep movsq
  movq -200(%rbp), %rdi
  movq -192(%rbp), %rsi
  movq -184(%rbp), %rdx
  movq -176(%rbp), %rcx
  movq -168(%rbp), %r8
  movq -160(%rbp), %r9
  movups -136(%rbp), %xmm0
  movups -120(%rbp), %xmm1
  movups -104(%rbp), %xmm2
  movups -88(%rbp), %xmm3
  movups -72(%rbp), %xmm4
  movups -56(%rbp), %xmm5
  movups -40(%rbp), %xmm6
  movups -24(%rbp), %xmm7
  call *%r11
  movq %rax, -8(%rbp)
  movq 8(%rbp), %rdi
  leaq -200(%rbp), %rsi
  leaq 24(%rbp), %rdx
  movq 16(%rbp), %rcx
  call devtidyReturned
  movq -8(%rbp), %rax
  leave
  .cfi_def_cfa %rsp, 16
  addq $8, %rsp
  .cfi_def_cfa_offset 8
  ret
  .cfi_endproc
)");
