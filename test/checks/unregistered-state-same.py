# RUN: not %device_tidy check --isolated --level 1 --ignore device-unguarded-accelerator %s | FileCheck %s --implicit-check-not=warning:
# A plain list of what is registered as well holds what moves: a module is one object, and a move gives a parameter other
# memory. A buffer is replaced by another tensor, and a plain tensor becomes another one as a parameter.
import torch
from torch import nn


class InParameterList(nn.Module):
    def __init__(self):
        super().__init__()
        self.weights = [nn.Parameter(torch.zeros(4)) for _ in range(3)]
        self.held = nn.ParameterList(self.weights)

    def forward(self, x: torch.Tensor):
        return x + self.weights[0]


class OtherParameterListBad(nn.Module):
    def __init__(self):
        super().__init__()
        # CHECK: :[[#@LINE+1]]:38: warning: 'weights' is not registered with 'OtherParameterListBad', so 'to' leaves it on cpu
        self.weights = [nn.Parameter(torch.zeros(4)) for _ in range(3)]
        self.held = nn.ParameterList([nn.Parameter(torch.zeros(4)) for _ in range(3)])

    def forward(self, x: torch.Tensor):
        return x + self.weights[0]


class TensorsBad(nn.Module):
    def __init__(self):
        super().__init__()
        # CHECK: :[[#@LINE+1]]:25: warning: 'weights' is not registered with 'TensorsBad', so 'to' leaves it on cpu
        self.weights = [torch.zeros(4) for _ in range(3)]
        self.held = nn.ParameterList(self.weights)

    def forward(self, x: torch.Tensor):
        return x + self.weights[0]


class BuffersBad(nn.Module):
    def __init__(self):
        super().__init__()
        # CHECK: :[[#@LINE+1]]:25: warning: 'weights' is not registered with 'BuffersBad', so 'to' leaves it on cpu
        self.weights = [torch.zeros(4) for _ in range(3)]
        for i, weight in enumerate(self.weights):
            self.register_buffer(f"weight{i}", weight)

    def forward(self, x: torch.Tensor):
        return x + self.weights[0]


class InParameterDict(nn.Module):
    def __init__(self):
        super().__init__()
        self.weights = {"a": nn.Parameter(torch.zeros(4)), "b": nn.Parameter(torch.zeros(4))}
        self.held = nn.ParameterDict(self.weights)

    def forward(self, x: torch.Tensor):
        return x + self.weights["a"]


class Extended(nn.Module):
    def __init__(self):
        super().__init__()
        self.weights = [nn.Parameter(torch.zeros(4)) for _ in range(3)]
        self.held = nn.ParameterList()
        self.held.extend(self.weights)

    def forward(self, x: torch.Tensor):
        return x + self.weights[0]


class Appended(nn.Module):
    def __init__(self):
        super().__init__()
        self.weights = []
        self.held = nn.ParameterList()
        for _ in range(3):
            weight = nn.Parameter(torch.zeros(4))
            self.weights.append(weight)
            self.held.append(weight)

    def forward(self, x: torch.Tensor):
        return x + self.weights[0]


class Registered(nn.Module):
    def __init__(self):
        super().__init__()
        self.weights = [nn.Parameter(torch.zeros(4)) for _ in range(3)]
        for i, weight in enumerate(self.weights):
            self.register_parameter(f"weight{i}", weight)

    def forward(self, x: torch.Tensor):
        return x + self.weights[0]


class Set(nn.Module):
    def __init__(self):
        super().__init__()
        self.weights = [nn.Parameter(torch.zeros(4)) for _ in range(3)]
        for i, weight in enumerate(self.weights):
            setattr(self, f"weight{i}", weight)

    def forward(self, x: torch.Tensor):
        return x + self.weights[0]


class SetLayers(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = [nn.Linear(4, 4) for _ in range(3)]
        for i, layer in enumerate(self.layers):
            setattr(self, f"layer{i}", layer)

    def forward(self, x: torch.Tensor):
        return self.layers[0](x)


class InRegistry(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = [nn.Linear(4, 4) for _ in range(3)]
        for i, layer in enumerate(self.layers):
            self._modules[f"layer{i}"] = layer

    def forward(self, x: torch.Tensor):
        return self.layers[0](x)


class OtherRegistryBad(nn.Module):
    def __init__(self):
        super().__init__()
        # CHECK: :[[#@LINE+1]]:24: warning: 'layers' is not registered with 'OtherRegistryBad', so 'to' leaves it on cpu
        self.layers = [nn.Linear(4, 4) for _ in range(3)]
        for i in range(3):
            self._modules[f"layer{i}"] = nn.Linear(4, 4)

    def forward(self, x: torch.Tensor):
        return self.layers[0](x)


def use(x: torch.Tensor):
    return [
        InParameterList().to("cuda")(x.cuda()),
        InParameterDict().to("cuda")(x.cuda()),
        Extended().to("cuda")(x.cuda()),
        Appended().to("cuda")(x.cuda()),
        Registered().to("cuda")(x.cuda()),
        Set().to("cuda")(x.cuda()),
        SetLayers().to("cuda")(x.cuda()),
        InRegistry().to("cuda")(x.cuda()),
    ]


class EachInTurn(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.layers = [nn.Conv2d(n, n, 1), nn.GroupNorm(1, n), nn.ReLU()]
        for i, layer in enumerate(self.layers):
            self.add_module(str(i), layer)

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x
