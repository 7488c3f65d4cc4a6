# RUN: not %device_tidy check --isolated --level 1 --ignore device-unguarded-accelerator %s | FileCheck %s --implicit-check-not=warning:
# What moves when a module moves: what is registered, what is the same object as something registered, and what the
# class's own `to`, `cuda` or `_apply` reaches. Nobody can say of such a class alone that a member stays behind, and once
# the module has moved, nobody knows where the member is.
import torch
from torch import nn
from devices import UnknownMover


class OwnTo(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = [nn.Linear(4, 4) for _ in range(3)]

    def to(self, *args, **kwargs):
        super().to(*args, **kwargs)
        for layer in self.layers:
            layer.to(*args, **kwargs)
        return self

    def forward(self, x: torch.Tensor):
        for layer in self.layers:
            x = layer(x)
        return x


class OwnToBad(nn.Module):
    """One that moves another member only."""

    def __init__(self):
        super().__init__()
        self.layers = [nn.Linear(4, 4) for _ in range(3)]
        # CHECK: :[[#@LINE+1]]:22: warning: 'table' is not registered with 'OwnToBad', so 'to' leaves it on cpu
        self.table = torch.zeros(4)

    def to(self, *args, **kwargs):
        super().to(*args, **kwargs)
        for layer in self.layers:
            layer.to(*args, **kwargs)
        return self

    def forward(self, x: torch.Tensor):
        for layer in self.layers:
            x = layer(x)
        return x + self.table


class OwnApply(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = [nn.Linear(4, 4) for _ in range(3)]

    def _apply(self, fn):
        super()._apply(fn)
        self._apply_to_layers(fn)
        return self

    def _apply_to_layers(self, fn):
        for layer in self.layers:
            layer._apply(fn)

    def forward(self, x: torch.Tensor):
        return self.layers[0](x)


class MoverOfVars:
    def to(self, *args, **kwargs):
        for name, value in vars(self).items():
            if isinstance(value, torch.Tensor):
                setattr(self, name, value.to(*args, **kwargs))
        return super().to(*args, **kwargs)


class WithMover(MoverOfVars, nn.Module):
    def __init__(self):
        super().__init__()
        self.table = torch.zeros(4)

    def forward(self, x: torch.Tensor):
        return x + self.table


class MoverOfOther:
    def to(self, *args, **kwargs):
        self.other = self.other.to(*args, **kwargs)
        return super().to(*args, **kwargs)


class WithMoverBad(MoverOfOther, nn.Module):
    def __init__(self):
        super().__init__()
        self.other = torch.zeros(4)
        # CHECK: :[[#@LINE+1]]:22: warning: 'table' is not registered with 'WithMoverBad', so 'to' leaves it on cpu
        self.table = torch.zeros(4)

    def forward(self, x: torch.Tensor):
        return x + self.table


class WithUnknownMover(UnknownMover, nn.Module):
    """At level 2: nobody knows what the base does."""

    def __init__(self):
        super().__init__()
        self.table = torch.zeros(4)

    def forward(self, x: torch.Tensor):
        return x + self.table


class Placed(nn.Module):
    """A method of one's own, which whoever uses the class calls, or not."""

    def __init__(self):
        super().__init__()
        self.layers = [nn.Linear(4, 4) for _ in range(3)]

    def place(self, device):
        self.to(device)
        for layer in self.layers:
            layer.to(device)

    def forward(self, x: torch.Tensor):
        for layer in self.layers:
            x = layer(x)
        return x


class PlacedTensorBad(nn.Module):
    """`to` of a tensor makes another one."""

    def __init__(self):
        super().__init__()
        # CHECK: :[[#@LINE+1]]:22: warning: 'table' is not registered with 'PlacedTensorBad', so 'to' leaves it on cpu
        self.table = torch.zeros(4)

    def other(self, x: torch.Tensor):
        return x * self.table.to(x.device)

    def forward(self, x: torch.Tensor):
        return x + self.table


class PlacedByOthers(nn.Module):
    def __init__(self):
        super().__init__()
        self.stages = [nn.Linear(4, 4) for _ in range(3)]

    def forward(self, x: torch.Tensor):
        return self.stages[0](x)


def move_stages(model: PlacedByOthers, device):
    for stage in model.stages:
        stage.to(device)


def use_own(x: torch.Tensor):
    own, applied, mixed = OwnTo(), OwnApply(), WithMover()
    own.to("cuda")
    applied.cuda()
    return own(x.cuda()), applied(x.cuda()), mixed.to("cuda")(x.cuda())


def use_own_bad(x: torch.Tensor):
    own = OwnTo()
    # CHECK: :[[#@LINE+1]]:12: warning: operands of 'Linear' are on different devices: 'layer' on cpu, 'x' on cuda
    return own(x.cuda())


def use_placed(x: torch.Tensor):
    model = Placed()
    model.place("cuda")
    return model(x.cuda())


def use_placed_bad(x: torch.Tensor):
    model = Placed()
    model.to("cuda")
    # CHECK: :[[#@LINE+1]]:12: warning: operands of 'Linear' are on different devices: 'layer' on cpu, 'x' on cuda
    return model(x.cuda())


def use_passed_on(x: torch.Tensor, *args):
    layer = nn.Linear(4, 4)
    layer.to(*args)
    return layer(x.cuda())


def use_not_passed_on_bad(x: torch.Tensor, *args):
    layer = nn.Linear(4, 4)
    # CHECK: :[[#@LINE+1]]:12: warning: operands of 'Linear' are on different devices: 'layer' on cpu, 'x.cuda()' on cuda
    return layer(x.cuda())
