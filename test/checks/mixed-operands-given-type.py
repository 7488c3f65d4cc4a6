# A type that somebody gives says a place, if it is what x.type() gives.
# RUN: not %device_tidy check --isolated --level 2 %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn


class Head(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 3, 1)
        self.strides = [8, 16]

    def forward_ok(self, inputs):
        outputs = torch.cat([self.conv(x).flatten(2) for x in inputs], dim=2).permute(0, 2, 1)
        return self.decode(outputs, inputs[0].type())

    def decode(self, outputs, dtype):
        strides = torch.cat([torch.full((1, 4, 1), s) for s in self.strides], dim=1).type(dtype)
        outputs[..., 2:4] = torch.exp(outputs[..., 2:4]) * strides
        return outputs

    def scaled(self, outputs):
        strides = torch.cat([torch.full((1, 4, 1), s) for s in self.strides], dim=1).type(torch.float32)
        # CHECK: :[[@LINE+1]]:58: warning: operands of '*' may be on different devices
        outputs[..., 2:4] = torch.exp(outputs[..., 2:4]) * strides
        return outputs

    def forward_bad(self, inputs):
        outputs = torch.cat([self.conv(x).flatten(2) for x in inputs], dim=2).permute(0, 2, 1)
        return self.halved(outputs, torch.float16)

    def halved(self, outputs, dtype):
        strides = torch.cat([torch.full((1, 4, 1), s) for s in self.strides], dim=1).type(dtype)
        # CHECK: :[[@LINE+1]]:58: warning: operands of '*' may be on different devices
        outputs[..., 2:4] = torch.exp(outputs[..., 2:4]) * strides
        return outputs
