//===- Stack.h - Where the program is ---------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A stack is kept as return addresses, which is cheap, and becomes source positions when somebody reads it.
// libbacktrace reads the debug information inside the process; where it is not there when device-tidy is built, or the
// program has none, a frame has its module and offset.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_RUNTIME_REPORT_STACK_H
#define DEVTIDY_RUNTIME_REPORT_STACK_H

#include "runtime/report/Options.h"
#include <cstdint>
#include <string>
#include <vector>

namespace devtidy::runtime {

/// Return addresses, innermost first.
struct Stack {
  unsigned Count = 0;
  uintptr_t Frames[Options::MaxStackDepth];

  bool operator==(const Stack &Other) const;
};

/// One function of a stack; several frames have one address where functions are inlined.
struct Frame {
  std::string Function; ///< demangled; "" if nobody knows
  std::string File;     ///< as the compiler wrote it; "" without debug information
  unsigned Line = 0;
  unsigned Column = 0; ///< 0: nobody knows
  std::string Module;  ///< path of the program or library
  uintptr_t Offset = 0;

  /// "train.cpp:4:10", relative to the working folder; "train+0x1234" without debug information.
  std::string position() const;
};

/// The caller's stack, at most Depth frames, without the innermost ones that belong to modules of ours. Any thread; not
/// from a signal handler.
[[gnu::visibility("default")]] void captureStack(Stack &Into, unsigned Depth = Options::MaxStackDepth);

/// Frames of the module that holds Address do not count as the program's: called once by each library of ours.
[[gnu::visibility("default")]] void hideModule(const void *Address);

/// The functions of a stack, with inlined ones, innermost first. One thread at a time.
std::vector<Frame> symbolize(const uintptr_t *Frames, unsigned Count);

/// Takes out what is between the functions of the program and says nothing of it: LibTorch's own and Python's. False if
/// there is nothing else; then all stay.
bool dropMachinery(std::vector<Frame> &Frames);

/// Which of the frames is the user's place: the first whose file belongs to no library, else the first of a module that
/// is none of LibTorch's and its like; 0 if there is none.
size_t userFrame(const std::vector<Frame> &Frames);

} // namespace devtidy::runtime

#endif // DEVTIDY_RUNTIME_REPORT_STACK_H
