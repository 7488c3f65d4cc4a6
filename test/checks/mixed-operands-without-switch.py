# What meets in the `else` of a switch whose other way goes to an accelerator is where it is without one: of level 3.
# RUN: not %device_tidy check --isolated --output-format concise --ignore device-unguarded-accelerator %s | FileCheck %s --implicit-check-not=warning:
# RUN: not %device_tidy check --isolated --output-format concise --level 3 --ignore device-unguarded-accelerator %s | FileCheck %s --check-prefixes=CHECK,THREE --implicit-check-not=warning:
import torch
from models import make


class Trainer:
    def __init__(self, use_cuda):
        self.use_cuda = use_cuda
        self.model = make(use_cuda)
        self.criterion = torch.nn.SmoothL1Loss()

    def switched_ok(self, label):
        if self.use_cuda:
            loss = self.criterion(self.model.output[0].view(1, 4), torch.from_numpy(label).float().cuda())
        else:
            loss = self.criterion(self.model.output[0].view(1, 4), torch.from_numpy(label).float())
            # THREE: :[[@LINE-1]]:20: warning: operands of 'SmoothL1Loss' may be on different devices
        return loss

    def weighted_bad(self, label, weight):
        if self.use_cuda:
            weight = torch.from_numpy(weight).cuda()
        loss = self.criterion(self.model.output[0].view(1, 4), torch.from_numpy(label).float())
        # CHECK: :[[@LINE-1]]:16: warning: operands of 'SmoothL1Loss' may be on different devices
        return loss, weight
