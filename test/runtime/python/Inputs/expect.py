# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the tests say of a program on simulated devices."""


def raises(kind, text, function):
    """Calling function raises this kind of exception, with this text in it."""
    try:
        result = function()
    except kind as error:
        assert text in str(error), f"expected {text!r}, got {error}"
        return
    raise AssertionError(f"expected {kind.__name__} with {text!r}, got {result}")
