# A parameter that is asked for its shape is no number: what is made in that shape meets it.
# RUN: not %device_tidy check --isolated --level 2 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn


class Kernel(nn.Module):
    def sample_bad(self, train):
        noise = torch.randn(train.shape)
        # CHECK: :[[#@LINE+1]]:22: warning: operands of '+' may be on different devices
        return train + noise

    def sample_good(self, train):
        noise = torch.randn(train.shape, device=train.device)
        return train + noise

    def scaled_ok(self, factor):
        return factor * torch.randn(3)
