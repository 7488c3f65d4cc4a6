# RUN: not %device_tidy check --isolated --level 2 --select device-mixed-operands,device-host-access,device-mixed-return,device-unregistered-state --output-format concise %s | FileCheck %s --implicit-check-not=warning:
# RUN: %device_tidy check --isolated --level 1 --output-format concise %s | count 0
# What a method gives of a part that nobody reads, or a function, is where its input is, as nearly always it is. That
# is of level 2.
import numpy as np
import skimage
import torch
from library import make_encoder, warp
from torch import nn


class GivenBad(nn.Module):
    def __init__(self, encoder):
        super().__init__()
        self.encoder = encoder

    def forward(self, x):
        z = self.encoder.embed(x)
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' may be on different devices: 'z' on its caller's device, {{.*}} on cpu [device-mixed-operands]
        return z + torch.arange(z.shape[1])


class GivenGood(nn.Module):
    def __init__(self, encoder):
        super().__init__()
        self.encoder = encoder

    def forward(self, x):
        z = self.encoder.embed(x)
        return z + torch.arange(z.shape[1], device=z.device)


class EncodesBad(nn.Module):
    def __init__(self, encoder):
        super().__init__()
        self.encoder = encoder

    def forward(self, x):
        z = self.encoder.encode(x).mean(1)
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' may be on different devices: 'z' on its caller's device, {{.*}} on cpu [device-mixed-operands]
        return z + torch.arange(z.shape[1])


class EncodesGood(nn.Module):
    def __init__(self, tokenizer):
        super().__init__()
        self.tokenizer = tokenizer

    def forward(self, text):
        # Numbers, on the host.
        ids = torch.tensor(self.tokenizer.encode(text))
        return ids + torch.arange(3)


class BuiltBad(nn.Module):
    def __init__(self, options):
        super().__init__()
        self.encoder = make_encoder(options)
        self.head = nn.Linear(3, 3)

    def forward(self, x):
        z = self.encoder.pool(self.encoder.embed(x)).latents
        mask = torch.ones(z.shape[0], 3)
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '*' may be on different devices: 'z' on its caller's device, 'mask' on cpu [device-mixed-operands]
        return self.head(z * mask)


class BuiltGood(nn.Module):
    def __init__(self, options):
        super().__init__()
        self.encoder = make_encoder(options)
        self.head = nn.Linear(3, 3)

    def forward(self, x):
        z = self.encoder.pool(self.encoder.embed(x)).latents
        mask = z.new_ones(z.shape[0], 3)
        return self.head(z * mask)


class ReadBad(nn.Module):
    def __init__(self, encoder):
        super().__init__()
        self.encoder = encoder

    def forward(self, x):
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'numpy' reads memory of {{.*}} on the host
        return self.encoder.embed(x).detach().numpy()


class ReadGood(nn.Module):
    def __init__(self, encoder):
        super().__init__()
        self.encoder = encoder

    def forward(self, x):
        return self.encoder.embed(x).detach().cpu().numpy()


class EmptyGood(nn.Module):
    def __init__(self, encoder):
        super().__init__()
        self.encoder = encoder

    def forward(self, x):
        # What gets something, and what is told something, computes nothing.
        size = self.encoder.get_size(x)
        return size + torch.arange(3)


class ReturnsBad(nn.Module):
    def __init__(self, encoder):
        super().__init__()
        self.encoder = encoder

    def forward(self, x):
        if x.shape[0] == 0:
            # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'forward' may return 'torch.zeros(3)' on cpu, but elsewhere a tensor on its caller's device [device-mixed-return]
            return torch.zeros(3)
        return self.encoder.embed(x)


class ReturnsGood(nn.Module):
    def __init__(self, encoder):
        super().__init__()
        self.encoder = encoder

    def forward(self, x):
        if x.shape[0] == 0:
            return torch.zeros(3, device=x.device)
        return self.encoder.embed(x)


class WarpsBad(nn.Module):
    def __init__(self):
        super().__init__()
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'grid' is not registered with 'WarpsBad', so 'to' leaves it on cpu
        self.grid = torch.ones(3, 3)

    def forward(self, x):
        return warp(x, 2) * self.grid


class WarpsGood(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("grid", torch.ones(3, 3))

    def forward(self, x):
        return warp(x, 2) * self.grid


def warped_bad(x: torch.Tensor, device):
    x = x.to(device)
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' may be on different devices: 'warp(x, 2)' on 'device', 'torch.ones(3)' on cpu [device-mixed-operands]
    return warp(x, 2) + torch.ones(3)


def warped_good(x: torch.Tensor, device):
    x = x.to(device)
    return warp(x, 2) + torch.ones(3, device=device)


def array_good(x: torch.Tensor, device):
    # It may as well give an array.
    x = x.to(device)
    return np.sqrt(warp(x, 2))


def host_good(x: torch.Tensor, device):
    # A package for arrays gives one.
    x = x.to(device)
    return torch.from_numpy(skimage.transform.resize(x.cpu().numpy(), (3, 3))) + torch.ones(3)
