//===- Inside.cpp - Linked into programs that have the CUDA runtime inside ------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Nothing stands in front of the functions of a runtime that is linked statically, unless the linker puts it there:
// with
// --wrap=cudaMalloc what calls cudaMalloc calls __wrap_cudaMalloc, and __real_cudaMalloc is the runtime's. Each wrapper
// jumps to what its slot holds: the runtime's function, or, in a program that device-tidy runs, the shim's. The
// arguments stay where they are. Each module has wrappers and slots of its own.
//
//===----------------------------------------------------------------------===//

#include "runtime/abi/Inside.h"
#include <dlfcn.h>
#include <stdio.h>

using devtidy::abi::Slot;

extern "C" [[gnu::visibility("hidden")]] unsigned DeviceTidyModule;
unsigned DeviceTidyModule = 0; ///< our number among the modules that the shim knows

namespace {

/// The program calls what its CUDA runtime does not have.
int notThere() {
  fputs("device-tidy: error: the program calls a function that its CUDA runtime does not have\n", stderr);
  return 500; // cudaErrorSymbolNotFound
}

} // namespace

// A wrapper, its slot, and the slot's name. Weak is what the runtime need not have. One is not: the runtime's archive
// is one object, and a weak symbol does not ask for it.
#define WRAP(Name, Binding)                                                                                            \
  asm(".pushsection .text\n"                                                                                           \
      ".globl __wrap_" #Name "\n"                                                                                      \
      ".hidden __wrap_" #Name "\n"                                                                                     \
      ".type __wrap_" #Name ", @function\n"                                                                            \
      "__wrap_" #Name ": movl DeviceTidyModule(%rip), %r11d\n"                                                         \
      "jmp *.Lslot_" #Name "(%rip)\n"                                                                                  \
      ".size __wrap_" #Name ", .-__wrap_" #Name "\n"                                                                   \
      ".popsection\n"                                                                                                  \
      "." #Binding " __real_" #Name "\n"                                                                               \
      ".hidden __real_" #Name "\n"                                                                                     \
      ".pushsection .rodata.str1.1, \"aMS\", @progbits, 1\n"                                                           \
      ".Lname_" #Name ": .asciz \"" #Name "\"\n"                                                                       \
      ".popsection\n"                                                                                                  \
      ".pushsection device_tidy_slots, \"aw\", @progbits\n"                                                            \
      ".balign 8\n"                                                                                                    \
      ".quad .Lname_" #Name "\n"                                                                                       \
      ".Lslot_" #Name ": .quad __real_" #Name "\n"                                                                     \
      ".popsection\n");
#include "Functions.inc"
#undef WRAP

// The linker's names for the ends of a section.
// NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming)
extern "C" [[gnu::visibility("hidden")]] Slot __start_device_tidy_slots[], __stop_device_tidy_slots[];
// NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming)

/// Before the constructors that register kernels.
[[gnu::constructor(101)]] static void connect() {
  if (auto *Ask = reinterpret_cast<devtidy::abi::Connect *>(dlsym(RTLD_DEFAULT, devtidy::abi::ConnectFunction)))
    DeviceTidyModule = Ask(__start_device_tidy_slots, __stop_device_tidy_slots);
  for (Slot *S = __start_device_tidy_slots; S != __stop_device_tidy_slots; ++S)
    if (!S->Function)
      S->Function = reinterpret_cast<void *>(&notThere);
}
