# RUN: not %device_tidy check --isolated --level 2 --output-format concise %s | FileCheck %s --implicit-check-not='warning:'
# Members with numbers in their names are alike: one stands for all that `setattr` and `getattr` may mean.
import torch
from torch import nn


class Pyramid(nn.Module):
    def __init__(self, sizes):
        super().__init__()
        self.n = len(sizes)
        for i, s in enumerate(sizes):
            # CHECK: :[[#@LINE+1]]:{{.*}} warning: {{.*}} is not registered with 'Pyramid'{{.*}} [device-unregistered-state]
            setattr(self, f"anchor_{i}", torch.linspace(0, 1, s))

    def forward(self, x):
        return [x - getattr(self, f"anchor_{i}") for i in range(self.n)]


class PyramidGood(nn.Module):
    def __init__(self, sizes):
        super().__init__()
        self.n = len(sizes)
        for i, s in enumerate(sizes):
            self.register_buffer(f"anchor_{i}", torch.linspace(0, 1, s))

    def forward(self, x):
        return [x - getattr(self, f"anchor_{i}") for i in range(self.n)]


class Grid(nn.Module):
    def __init__(self, sizes):
        super().__init__()
        self.n = len(sizes)
        for i, s in enumerate(sizes):
            self.register_buffer("grid_" + str(i), torch.linspace(0, 1, s))

    def forward(self, x: torch.Tensor):
        for i in range(self.n):
            setattr(self, "grid_" + str(i), torch.linspace(0, 1, 4))
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '-' may be on different devices: {{.*}} on cpu [device-mixed-operands]
        return [x - getattr(self, "grid_" + str(i)) for i in range(self.n)]


class GridGood(nn.Module):
    def __init__(self, sizes):
        super().__init__()
        self.n = len(sizes)
        for i, s in enumerate(sizes):
            self.register_buffer("grid_" + str(i), torch.linspace(0, 1, s))

    def forward(self, x: torch.Tensor):
        for i in range(self.n):
            setattr(self, "grid_" + str(i), torch.linspace(0, 1, 4).to(x.device))
        return [x - getattr(self, "grid_" + str(i)) for i in range(self.n)]


# What forward moves first is there.
class Moved(nn.Module):
    def __init__(self, sizes):
        super().__init__()
        self.n = len(sizes)
        for i, s in enumerate(sizes):
            setattr(self, f"anchor_{i}", torch.linspace(0, 1, s))

    def forward(self, x):
        for i in range(self.n):
            setattr(self, f"anchor_{i}", getattr(self, f"anchor_{i}").to(x.device))
        return [x - getattr(self, f"anchor_{i}") for i in range(self.n)]


# Parts are registered, whatever their names.
class Parts(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.n = n
        for i in range(n):
            setattr(self, f"layer_{i}", nn.Linear(4, 4))

    def forward(self, x):
        for i in range(self.n):
            x = getattr(self, f"layer_{i}")(x)
        return x


class FN_NamedWithout(nn.Module):
    # A name that is written out is not among those that are computed.
    def __init__(self):
        super().__init__()
        for name in ("low", "high"):
            setattr(self, "grid_" + name, torch.ones(2))

    def forward(self, x):
        return x + self.grid_low
