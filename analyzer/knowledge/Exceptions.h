//===- Exceptions.h - Failures that somebody wants ---------------*- C++ -*-===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A test says that a call has to fail: `with pytest.raises(RuntimeError):`, `self.assertRaises(RuntimeError, f)`,
// `@unittest.expectedFailure`.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_KNOWLEDGE_EXCEPTIONS_H
#define DEVTIDY_KNOWLEDGE_EXCEPTIONS_H

#include <string_view>

namespace devtidy::knowledge {

/// True for a function or method that fails unless what it is given, or what stands in its scope, raises.
bool wantsFailure(std::string_view Name);
/// True for a decorator that says so of a test.
bool marksFailure(std::string_view Decorator);
/// True for a function whose scope ends the exceptions that it is given: `contextlib.suppress(RuntimeError)`.
bool suppressesGiven(std::string_view Name);
/// True for a function whose scope leaves those that were entered into it: `contextlib.ExitStack`.
bool stacksScopes(std::string_view Name);
/// True for what operands on different devices raise, and its bases.
bool isRaisedForDevices(std::string_view Exception);

/// True if one of the classes, "TypeError, RuntimeError", is what is raised for the place of a tensor; OnlyByName: and
/// not for everything.
bool catchesDeviceFailure(std::string_view Classes, bool OnlyByName);

/// True if one of the classes is what operands on different devices raise, and not raised for everything.
bool catchesMismatch(std::string_view Classes);

/// True if none of the classes, "KeyError, OSError", is raised for devices or where an accelerator is missing: builtin
/// exceptions for something else.
bool areForOthers(std::string_view Classes);

/// True for a method that ends the test which calls it: unittest's skipTest.
bool skipsTest(std::string_view Method);

} // namespace devtidy::knowledge

#endif // DEVTIDY_KNOWLEDGE_EXCEPTIONS_H
