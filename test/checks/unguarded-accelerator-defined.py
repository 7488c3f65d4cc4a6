# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-unguarded-accelerator %s | FileCheck %s --implicit-check-not=warning:
# A function that is defined only where there is an accelerator is called only there.
import unittest

import torch


class Test(unittest.TestCase):
    if torch.cuda.is_available():

        def test_on_gpu(self):
            torch.cuda.set_device(0)

    def test_bad(self):
        torch.cuda.set_device(0)
        # CHECK: :[[#@LINE-1]]:9: warning: 'set_device' needs an accelerator


if torch.cuda.is_available():

    def ones():
        return torch.ones(2).cuda()

    class Maker:
        def ones(self):
            return torch.ones(2).cuda()

else:

    def zeros():
        return torch.zeros(2).cuda()
        # CHECK: :[[#@LINE-1]]:31: warning: 'cuda' needs an accelerator


if torch.cuda.is_available():

    def either():
        return torch.ones(2).cuda()

else:

    def either():
        return torch.ones(2)


def bad():
    return torch.ones(2).cuda()
    # CHECK: :[[#@LINE-1]]:26: warning: 'cuda' needs an accelerator


# Whoever calls a function of two definitions gets one of them.
def calls_either():
    either()
    torch.cuda.set_device(0)
    # CHECK: :[[#@LINE-1]]:5: warning: 'set_device' needs an accelerator


# CUDA is initialized where there is an accelerator.
def initialized_ok():
    if torch.cuda.is_initialized():
        torch.cuda.synchronize()
