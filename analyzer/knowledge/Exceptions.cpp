//===- Exceptions.cpp - What lets exceptions through, and what does not ---===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "knowledge/Exceptions.h"
#include "knowledge/Names.h"
#include <algorithm>

bool devtidy::knowledge::swallowsExceptions(std::string_view Name) {
  // A stack leaves what was entered into it, which may be one of the others.
  static constexpr std::string_view Listed[] = {
      "assertRaises",        "assertRaisesRegex",           "assertRaisesRegexp",
      "contextlib.suppress", "contextlib.ExitStack",        "contextlib.AsyncExitStack",
      "pytest.raises",       "numpy.testing.assert_raises", "numpy.testing.assert_raises_regex"};
  return std::ranges::find(Listed, Name) != std::ranges::end(Listed);
}

bool devtidy::knowledge::wantsFailure(std::string_view Name) {
  return Name.starts_with("assertRaises") || Name == "pytest.raises" || Name.starts_with("numpy.testing.assert_raises");
}

bool devtidy::knowledge::marksFailure(std::string_view Decorator) {
  return Decorator == "unittest.expectedFailure" || Decorator == "pytest.mark.xfail";
}

bool devtidy::knowledge::suppressesGiven(std::string_view Name) { return Name == "contextlib.suppress"; }

bool devtidy::knowledge::stacksScopes(std::string_view Name) {
  return Name == "contextlib.ExitStack" || Name == "contextlib.AsyncExitStack";
}

bool devtidy::knowledge::isRaisedForDevices(std::string_view Exception) {
  return Exception == "RuntimeError" || Exception == "Exception" || Exception == "BaseException";
}

bool devtidy::knowledge::areForOthers(std::string_view Classes) {
  // torch/cuda/__init__.py, _lazy_init, raises AssertionError and RuntimeError.
  static constexpr std::string_view Listed[] = {
      "ArithmeticError",  "AttributeError",      "BlockingIOError",    "BrokenPipeError",
      "BufferError",      "ChildProcessError",   "ConnectionError",    "EOFError",
      "FileExistsError",  "FileNotFoundError",   "FloatingPointError", "GeneratorExit",
      "IOError",          "ImportError",         "IndentationError",   "IndexError",
      "InterruptedError", "IsADirectoryError",   "KeyError",           "KeyboardInterrupt",
      "LookupError",      "ModuleNotFoundError", "NameError",          "NotADirectoryError",
      "OSError",          "OverflowError",       "PermissionError",    "StopAsyncIteration",
      "StopIteration",    "SyntaxError",         "SystemExit",         "TimeoutError",
      "TypeError",        "UnboundLocalError",   "UnicodeDecodeError", "UnicodeEncodeError",
      "UnicodeError",     "ValueError",          "ZeroDivisionError",
  };
  auto IsListed = [](std::string_view Class) { return std::ranges::find(Listed, Class) != std::ranges::end(Listed); };
  while (true) {
    const size_t Comma = Classes.find(", ");
    if (!IsListed(Classes.substr(0, Comma)))
      return false;
    if (Comma == std::string_view::npos)
      return true;
    Classes.remove_prefix(Comma + 2);
  }
}

bool devtidy::knowledge::catchesDeviceFailure(std::string_view Classes, bool OnlyByName) {
  while (!Classes.empty()) {
    const size_t Comma = Classes.find(", ");
    const std::string_view Class = Classes.substr(0, Comma);
    // numpy() of a tensor on an accelerator is a TypeError.
    if (Class == "RuntimeError" || Class == "TypeError" ||
        (!OnlyByName && (Class == "Exception" || Class == "BaseException")))
      return true;
    Classes.remove_prefix(Comma == std::string_view::npos ? Classes.size() : Comma + 2);
  }
  return false;
}

bool devtidy::knowledge::catchesMismatch(std::string_view Classes) {
  while (!Classes.empty()) {
    const size_t Comma = Classes.find(", ");
    if (Classes.substr(0, Comma) == "RuntimeError")
      return true;
    Classes.remove_prefix(Comma == std::string_view::npos ? Classes.size() : Comma + 2);
  }
  return false;
}

/// Decorators let through what the function raises, scopes what is raised in them.
bool devtidy::knowledge::passesExceptions(std::string_view Name) {
  static constexpr std::string_view Listed[] = {"contextlib.closing", "contextlib.nullcontext", "numpy.errstate",
                                                "open", "property"};
  static constexpr std::string_view From[] = {"abc.",   "functools.", "tempfile.",          "threading.",
                                              "torch.", "typing.",    "typing_extensions.", "warnings."};
  // Another function may be what is called.
  if (Name.starts_with("functools.singledispatch"))
    return false;
  auto IsFrom = [&](std::string_view Prefix) { return Name.starts_with(Prefix); };
  return Name.ends_with(".setter") || std::ranges::find(Listed, Name) != std::ranges::end(Listed) ||
         std::ranges::any_of(From, IsFrom);
}

bool devtidy::knowledge::skipsTest(std::string_view Method) { return Method == "skipTest"; }
