//===- Missing.cpp - What the stand-in does not have ---------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program that is linked to such a function starts; if it calls one, it gets CUDA's error for what a device does not
// support, and the first call is said.
//
//===----------------------------------------------------------------------===//

#include "runtime/cudart/Entry.h"
#include <cstdio>

using namespace devtidy::cudart;

static int missing(const char *Name, std::atomic<bool> &Said) {
  // Without devices there is nothing to miss.
  if (!deviceCount())
    return done(NoDevice);
  if (!Said.exchange(true))
    std::fprintf(stderr, "device-tidy: warning: simulated devices have no %s; it gives cudaErrorNotSupported\n", Name);
  return done(NotSupported);
}

#define MISSING(Name)                                                                                                  \
  CUDA_ENTRY(Name)() {                                                                                                 \
    static std::atomic<bool> Said;                                                                                     \
    return missing(#Name, Said);                                                                                       \
  }
#include "runtime/cudart/Missing.def"
