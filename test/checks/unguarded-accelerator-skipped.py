# Tests that need an accelerator are skipped on a machine without one: by a call, by a decorator, by a mark of the class.
# RUN: not %device_tidy check --isolated --output-format concise --select device-unguarded-accelerator %s | FileCheck %s --implicit-check-not=warning:
import unittest

import pytest
import torch

needs_device = pytest.mark.skipif(not torch.cuda.is_available(), reason="no device")
without_device = pytest.mark.skipif(torch.cuda.is_available(), reason="only without a device")


def test_call_ok():
    if not torch.cuda.is_available():
        pytest.skip("no device")
    with pytest.raises(RuntimeError):
        torch.ones(2, device="cuda") + torch.ones(2)


def test_call_bad():
    if torch.cuda.is_available():
        pytest.skip("only without a device")
    return torch.ones(2, device="cuda")
    # CHECK: :[[@LINE-1]]:12: warning: 'ones' needs an accelerator


@pytest.mark.skipif(not torch.cuda.is_available(), reason="no device")
def test_mark_ok():
    return torch.ones(2, device="cuda")


@pytest.mark.skipif(torch.cuda.is_available(), reason="only without a device")
def test_mark_bad():
    return torch.ones(2, device="cuda")
    # CHECK: :[[@LINE-1]]:12: warning: 'ones' needs an accelerator


@pytest.mark.parametrize("size", [1, 2])
@needs_device
def test_held_ok(size):
    return torch.ones(size, device="cuda")


@pytest.mark.parametrize("size", [1, 2])
@without_device
def test_held_bad(size):
    return torch.ones(size, device="cuda")
    # CHECK: :[[@LINE-1]]:12: warning: 'ones' needs an accelerator


class Marked(unittest.TestCase):
    def test_call_ok(self):
        if not torch.cuda.is_available():
            self.skipTest("no device")
        torch.ones(2, device="cuda")

    @unittest.skipIf(not torch.cuda.is_available(), "no device")
    def test_if_ok(self):
        torch.ones(2, device="cuda")

    @unittest.skipUnless(torch.cuda.is_available(), "no device")
    def test_unless_ok(self):
        torch.ones(2, device="cuda")

    @unittest.skipUnless(not torch.cuda.is_available(), "only without a device")
    def test_unless_bad(self):
        torch.ones(2, device="cuda")
        # CHECK: :[[@LINE-1]]:9: warning: 'ones' needs an accelerator


@unittest.skipUnless(torch.cuda.is_available(), "no device")
class Class(unittest.TestCase):
    def test_ok(self):
        torch.ones(2, device="cuda")


class TestModule:
    pytestmark = needs_device

    def test_ok(self):
        torch.ones(2, device="cuda")


class TestWithout:
    pytestmark = without_device

    def test_bad(self):
        torch.ones(2, device="cuda")
        # CHECK: :[[@LINE-1]]:9: warning: 'ones' needs an accelerator


def require_torch_gpu(test):
    return unittest.skipUnless(torch.cuda.is_available(), "no device")(test)


@require_torch_gpu
def test_named_ok():
    torch.ones(2, device="cuda")


def clear_cuda_cache(test):
    return test


@clear_cuda_cache
def test_named_bad():
    torch.ones(2, device="cuda")
    # CHECK: :[[@LINE-1]]:5: warning: 'ones' needs an accelerator


# What is unpacked into the mark, and functions in a test that is skipped.
no_gpu: tuple[bool, str] = (not torch.cuda.is_available() or torch.cuda.device_count() == 0, "no GPU")
with_gpu = (torch.cuda.is_available(), "GPU")


class UnpackedTests(unittest.TestCase):
    @unittest.skipIf(*no_gpu)
    def unpacked_ok(self):
        def run():
            return torch.rand(3).cuda()

        return run()

    @unittest.skipIf(*with_gpu)
    def unpacked_bad(self):
        def run():
            return torch.rand(3).cuda()
            # CHECK: :[[@LINE-1]]:34: warning: 'cuda' needs an accelerator

        return run()
