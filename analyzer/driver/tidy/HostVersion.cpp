//===- HostVersion.cpp - Refuses a clang-tidy of another LLVM -------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The plugin takes LLVM and clang from the program that loads it, and their classes change with every release. In
// another release it would crash somewhere in the middle, so it stops the program before it registers anything.
//
//===----------------------------------------------------------------------===//

#include "llvm/Config/llvm-config.h"
#include <cstdio>
#include <cstdlib>
#include <string>

namespace clang {
// As in clang/Basic/Version.h, but weak: a host without the symbol gets the same answer as one of the wrong release.
[[gnu::weak]] std::string getClangFullVersion();
} // namespace clang

#define STRING(X) #X
#define EXPANDED_STRING(X) STRING(X)
#define BUILT_FOR EXPANDED_STRING(LLVM_VERSION_MAJOR) "." EXPANDED_STRING(LLVM_VERSION_MINOR)

// 101 is the first priority that is not reserved: all other initialisers of the plugin come later.
[[gnu::constructor(101)]] static void refuseOtherRelease() {
  const std::string Host = clang::getClangFullVersion ? clang::getClangFullVersion() : "a program without clang";
  if (Host.find("clang version " BUILT_FOR ".") != std::string::npos)
    return;
  std::fprintf(stderr,
               "DeviceTidyModule.so: built for LLVM " BUILT_FOR " and loaded by %s; use clang-tidy-%d or build "
               "device-tidy with that LLVM\n",
               Host.c_str(), LLVM_VERSION_MAJOR);
  // Without the checks a run would look clean.
  std::_Exit(EXIT_FAILURE);
}
