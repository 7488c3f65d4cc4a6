# RUN: not %device_tidy check --isolated --worlds multi --level 1 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# Failures that a test wants, or that somebody ends.
import contextlib
import unittest
from contextlib import suppress

import pytest
import torch


def suppressed_ok():
    with contextlib.suppress(RuntimeError):
        torch.ones(2, device="cuda") + torch.ones(2)
    with suppress(ValueError, Exception):
        torch.ones(2, device="cuda") + torch.ones(2)


def suppressed_bad():
    with suppress(ValueError):
        torch.ones(2, device="cuda") + torch.ones(2)
        # CHECK: :[[#@LINE-1]]:38: warning: operands of '+' are on different devices


def helper_ok():
    torch.ones(2, device="cuda") + torch.ones(2)


def helper_bad():
    torch.ones(2, device="cuda") + torch.ones(2)
    # CHECK: :[[#@LINE-1]]:34: warning: operands of '+' are on different devices


def below_ok():
    torch.ones(2, device="cuda") + torch.ones(2)


def between_ok():
    below_ok()


class Tests(unittest.TestCase):
    def test_lambda_ok(self):
        self.assertRaises(RuntimeError, lambda: torch.ones(2, device="cuda") + torch.ones(2))
        self.assertRaisesRegex(RuntimeError, "device", lambda: torch.ones(2, device="cuda") + torch.ones(2))
        pytest.raises(RuntimeError, lambda: torch.ones(2, device="cuda") + torch.ones(2))

    def test_lambda_bad(self):
        self.assertTrue(lambda: torch.ones(2, device="cuda") + torch.ones(2))
        # CHECK: :[[#@LINE-1]]:62: warning: operands of '+' are on different devices

    def test_called_ok(self):
        def f():
            return torch.ones(2, device="cuda") + torch.ones(2)

        with pytest.raises(RuntimeError):
            f()

    def test_called_bad(self):
        def f():
            return torch.ones(2, device="cuda") + torch.ones(2)
            # CHECK: :[[#@LINE-1]]:49: warning: operands of '+' are on different devices

        with pytest.raises(RuntimeError):
            f()
        f()

    def test_given_ok(self):
        def f():
            return torch.ones(2, device="cuda") + torch.ones(2)

        self.assertRaises(RuntimeError, f)

    def test_given_bad(self):
        def f():
            return torch.ones(2, device="cuda") + torch.ones(2)
            # CHECK: :[[#@LINE-1]]:49: warning: operands of '+' are on different devices

        return f

    def test_helpers(self):
        self.assertRaises(RuntimeError, helper_ok)
        self.assertRaises(RuntimeError, helper_bad)
        helper_bad()
        with self.assertRaises(RuntimeError):
            between_ok()

    @unittest.expectedFailure
    def test_expected_ok(self):
        torch.ones(2, device="cuda") + torch.ones(2)

    @pytest.mark.xfail(reason="two devices", raises=RuntimeError)
    def test_marked_ok(self):
        torch.ones(2, device="cuda") + torch.ones(2)

    @unittest.skip("slow")
    def test_skipped_bad(self):
        torch.ones(2, device="cuda") + torch.ones(2)
        # CHECK: :[[#@LINE-1]]:38: warning: operands of '+' are on different devices
