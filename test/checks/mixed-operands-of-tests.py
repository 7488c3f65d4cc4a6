# What a test's own modules meet, the test chooses: nothing of level 1, where nobody says that it is on an accelerator.
# RUN: split-file %s %t
# RUN: cd %t && not %device_tidy check --isolated --level 1 --output-format concise . | FileCheck %s --implicit-check-not=warning:
# CHECK: library.py:8:{{.*}} 'sx' is not registered with 'Spin'
# CHECK: library.py:17:{{.*}} operands of '*' may be on different devices
# Where a test moves its own module, and gives it what is there:
# CHECK: tests/test_noisy.py:11:{{.*}} operands of '+' may be on different devices
# CHECK: tests/test_spin.py:30:{{.*}} operands of 'Linear' are on different devices: 'net' on cuda:0, 'torch.rand(2)' on cpu

# RUN: cd %t && not %device_tidy check --isolated --level 3 --select device-mixed-operands,device-unregistered-state --output-format concise . | FileCheck %s --check-prefix=ALL
# ALL: tests/test_spin.py:9:{{.*}} 'sx' is not registered with 'Spin'
# ALL: tests/test_spin.py:20:{{.*}} operands of '*' may be on different devices

#--- library.py
import torch
from torch import nn


class Spin(nn.Module):
    def __init__(self):
        super().__init__()
        self.sx = torch.tensor([[0.0, 1.0], [1.0, 0.0]])

    def forward(self, x):
        return self.sx @ x


class Scale(nn.Module):
    def forward(self, data: torch.Tensor):
        factors = torch.ones(len(data))
        return data.norm(dim=-1) * factors

#--- tests/test_noisy.py
import torch
from torch import nn


class Noisy(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(2, 2)

    def forward(self, x):
        return self.l(x) + torch.randn(2)


class Noisy_good(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(2, 2)

    def forward(self, x):
        return self.l(x) + torch.randn(2, device=x.device)


class OnHost_good(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(2, 2)

    def forward(self, x):
        return self.l(x) + torch.randn(2)


def test_noisy_bad():
    if torch.cuda.is_available():
        assert Noisy().cuda()(torch.ones(2, device="cuda")).shape == (2,)


def test_noisy_good():
    if torch.cuda.is_available():
        assert Noisy_good().cuda()(torch.ones(2, device="cuda")).shape == (2,)
    assert OnHost_good()(torch.ones(2)).shape == (2,)

#--- tests/test_spin.py
import torch
from torch import nn


def test_spin_good():
    class Spin(nn.Module):
        def __init__(self):
            super().__init__()
            self.sx = torch.tensor([[0.0, 1.0], [1.0, 0.0]])

        def forward(self, x):
            return self.sx @ x

    assert Spin()(torch.rand(2, 2)).shape == (2, 2)


class Scale(nn.Module):
    def forward(self, data: torch.Tensor):
        factors = torch.ones(len(data))
        return data.norm(dim=-1) * factors


def test_scale_good():
    assert Scale()(torch.rand(3, 3)).sum() > 0


def test_moved_bad():
    if torch.cuda.is_available():
        net = nn.Linear(2, 2).to("cuda:0")
        assert net(torch.rand(2)).sum() > 0


def test_moved_good():
    if torch.cuda.is_available():
        net = nn.Linear(2, 2).to("cuda:0")
        assert net(torch.rand(2, device="cuda:0")).sum() > 0
