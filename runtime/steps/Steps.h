//===- Steps.h - Methods of Python's C classes with a step behind them ----------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What takes the place of torch.Tensor.to and its like while a program is watched. A function of Python would do, but
// it has a frame: warnings that PyTorch issues for the line that calls it (PyErr_WarnEx, stack level 1) would be those
// of our file, be shown once for the whole program, and pass filters that name the program's modules.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_RUNTIME_STEPS_STEPS_H
#define DEVTIDY_RUNTIME_STEPS_STEPS_H

#include <cstdint>

extern "C" {
/// An object of Python, of which only the stable ABI is used.
struct _object;

/// When a step tells.
enum DevtidyStepKind : int32_t {
  DevtidyStepMoves = 0,     ///< the result is another object than self: something may have moved
  DevtidyStepReads = 1,     ///< unless self.is_cpu is true before the call: values of an accelerator were read
  DevtidyStepEach = 2,      ///< after each call
  DevtidyStepOutermost = 3, ///< after each call, but for those that such a call makes itself, in its thread
};

/// A method of Class under this name that calls Own with what it is given and returns what that returns. Before it
/// returns it calls After(self, result, positional, keywords or None, seconds), if Kind has it told. After a call that
/// fails nothing is told.
///
/// Own must not raise for that; what After raises is the method's error. Takes references to Own and After that it
/// never gives up: there are as many methods as a process needs once. Null with Python's error set, or without one if
/// there are more than 32. With the GIL only. Name and Documentation have to stay; a Documentation that begins with
/// "name($self, /, x)\n--\n\n" gives the method its signature.
[[gnu::visibility("default")]] _object *devtidyMakeStep(_object *Class, const char *Name, const char *Documentation,
                                                        _object *Own, _object *After, int32_t Kind);
}

#endif // DEVTIDY_RUNTIME_STEPS_STEPS_H
