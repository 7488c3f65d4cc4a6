# Where a callee gets only if something is on an accelerator, of which nobody knows where it is: nothing is told.
# RUN: not %device_tidy check --isolated --output-format concise --level 1 --ignore device-unguarded-accelerator %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn


class Critic(nn.Module):
    def __init__(self, replicas):
        super().__init__()
        self.replicas = replicas
        self.layers = nn.Sequential(nn.Linear(8, 1))

    def forward(self, batch):
        if batch.is_cuda and self.replicas > 1:
            return nn.parallel.data_parallel(self.layers, batch, range(self.replicas))
        return self.layers(batch)


def score_ok(make, replicas):
    return Critic(replicas).to("cpu")(make(torch.zeros(2, 8)).detach())


def score_bad(replicas):
    return Critic(replicas).to("cpu")(torch.zeros(2, 8, device="cuda"))
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'Sequential' are on different devices
    # CHECK: :[[@LINE-2]]:12: warning: 'data_parallel' meets a module that is not in its place


def filtered(x, kernel):
    if x.device.type == "cpu":
        return torch.nn.functional.conv2d(x, kernel)
    return fast(x, kernel)


def on_cuda_ok(images):
    return filtered(augmented(images), torch.ones(1, 1, 3, 3).to("cuda"))


def on_host_bad():
    return filtered(torch.ones(1, 1, 9, 9), torch.ones(1, 1, 3, 3).to("cuda"))
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'conv2d' are on different devices
