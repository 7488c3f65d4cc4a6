//===- Inside.h - Programs that have the CUDA runtime inside -----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program or library that is linked to libcudart_static.a with lib/device-tidy-cudart.link calls the runtime through
// a table (runtime/inside). When it is loaded it asks the shim what is to stand in there. Includes nothing of ours.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_RUNTIME_ABI_INSIDE_H
#define DEVTIDY_RUNTIME_ABI_INSIDE_H

namespace devtidy::abi {

/// A function of the CUDA runtime, and what such a module calls for it. Null: the module's runtime does not have it.
struct Slot {
  const char *Name;
  void *Function;
};

/// Exported by the shim: puts what verifies into the slots of a module, which hold the functions of the runtime inside,
/// and gives the number by which the module says in %r11 who calls; 0 if it has left the slots as they were.
inline constexpr char ConnectFunction[] = "device_tidy_connect";
using Connect = unsigned(Slot *Begin, Slot *End);

/// What begins the name of the shim's entry for calls from such a module.
inline constexpr char InsidePrefix[] = "device_tidy_inside_";

} // namespace devtidy::abi

#endif // DEVTIDY_RUNTIME_ABI_INSIDE_H
