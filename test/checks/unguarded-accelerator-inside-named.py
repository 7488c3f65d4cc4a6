# What stands in a function whose name says that it is for accelerators is for accelerators, too.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise %s | FileCheck %s --implicit-check-not=warning:
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


class Data:
    def __init__(self, x):
        self.x = x

    def apply(self, func):
        self.x = func(self.x)
        return self

    def cuda(self):
        return self.apply(lambda x: x.cuda())

    def to_gpu(self):
        def move(x):
            return x.cuda()

        return self.apply(move)

    def place(self):
        return self.apply(lambda x: x.cuda())
        # CHECK: :[[@LINE-1]]:39: warning: 'cuda' needs an accelerator and fails on a machine without one
