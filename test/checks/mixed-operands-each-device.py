# What one place of the program makes for several devices is on any of them, for who takes one of it; and a module that a
# caller has given says nothing of where the others are.
# RUN: not %device_tidy check --isolated --output-format concise --level 1 --ignore device-unguarded-accelerator %s | FileCheck %s --implicit-check-not='warning:'
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def keys_ok():
    bufs = {d: torch.ones(3, device=d) for d in ("cpu", device.type)}
    return bufs["cpu"] + torch.ones(3), bufs[device.type] + torch.ones(3, device=device)


def unpacked_ok():
    host, dev = [torch.ones(3, device=d) for d in ("cpu", device)]
    return host + torch.ones(3), dev + torch.ones(3, device=device)


def one_device_bad():
    bufs = {d: torch.ones(3, device=device) for d in ("a", "b")}
    return bufs["a"] + torch.ones(3)
    # CHECK: :[[@LINE-1]]:22: warning: operands of '+' may be on different devices: 'bufs["a"]' on cuda, 'torch.ones(3)' on cpu


def each_bad():
    total = torch.ones(3, device=device)
    for part in [torch.ones(3, device=d) for d in ("cpu", device)]:
        total = total + part
        # CHECK: :[[@LINE-1]]:23: warning: operands of '+' may be on different devices: 'total' on cuda, 'part' on cpu
    return total


class Own:
    def __init__(self, d):
        self.x = torch.ones(3, device=d)

    def add(self, y):
        return self.x + y


def objects_ok():
    recs = {d: Own(d) for d in ("cpu", device)}
    return recs["cpu"].x + torch.ones(3), recs["cpu"].add(torch.ones(3)), recs[device].x + torch.ones(3, device=device)


def objects_bad():
    recs = {d: Own(device) for d in ("cpu", "other")}
    return recs["cpu"].x + torch.ones(3)
    # CHECK: :[[@LINE-1]]:26: warning: operands of '+' may be on different devices: 'recs["cpu"].x' on cuda, 'torch.ones(3)' on cpu


def generators_ok():
    gens = {d: torch.Generator(d) for d in ("cpu", "cuda")}
    return torch.randn(2, generator=gens["cpu"]), torch.randn(2, generator=gens["cuda"], device="cuda")


def generators_bad():
    gens = {d: torch.Generator("cuda") for d in ("cpu", "cuda")}
    return torch.randn(2, generator=gens["cpu"])
    # CHECK: :[[@LINE-1]]:12: warning: 'randn' draws from a generator on another device: 'gens["cpu"]' on cuda, the result on cpu


# Nobody writes a loop that goes over nothing.
def stage(x, devices):
    for d in devices:
        x = x.to(d)
    return x


def stages_ok():
    if torch.cuda.device_count() > 1:
        return stage(torch.ones(4), ["cuda:0", "cuda:1"]) + torch.ones(4, device="cuda:1")


class Decoder(nn.Module):
    def __init__(self, activation):
        super().__init__()
        self.linear = nn.Linear(3, 3)
        self.out = nn.Sequential(nn.Linear(3, 3), activation)

    def forward(self, z):
        return self.out(self.linear(z))


def sample_ok(net: Decoder):
    net.to("cuda")
    return net(torch.zeros(3, device="cuda"))


def sample_bad(net: Decoder):
    net.to("cuda")
    return net(torch.zeros(3))
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'Linear' are on different devices: 'self.linear' on cuda, 'z' on cpu


def samples():
    sample_ok(Decoder(nn.ReLU()))
    sample_bad(Decoder(nn.ReLU()))
