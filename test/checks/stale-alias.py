# Another name of a tensor that has moved since.
# RUN: not %device_tidy check --isolated --select device-stale-alias,device-mixed-operands %s | FileCheck %s --implicit-check-not='{{warning|note}}:'
import torch


def symbols_bad(x: torch.Tensor, device: torch.device):
    residual = x
    x = x.to(device)
    return x * 2 + residual
    # CHECK: :[[@LINE-1]]:18: warning: '+' meets 'residual', which is 'x' from before its move: 'residual' on its caller's device, 'x * 2' on 'device' [device-stale-alias]
    # CHECK: :[[@LINE-5]]:17: note: 'x' is a parameter of
    # CHECK: :[[@LINE-4]]:11: note: 'x' moved to 'device' here


def symbols_ok(x: torch.Tensor, device: torch.device):
    x = x.to(device)
    residual = x
    return x * 2 + residual


# The original has a use of its own.
def kept_ok(x: torch.Tensor, device: torch.device):
    host = x
    x = x.to(device)
    print(host.mean())
    return x * 2


# What a module gives is where the moved tensor is, or the module has failed.
class Stage(torch.nn.Module):
    def __init__(self, device):
        super().__init__()
        self.device = device
        self.conv = torch.nn.Conv2d(3, 3, 3, padding=1)
        self.to(device)

    def bad(self, x):
        identity = x
        x = x.to(self.device)
        out = torch.relu(self.conv(x))
        return out + identity
        # CHECK: :[[@LINE-1]]:20: warning: '+' meets 'identity', which is 'x' from before its move: 'identity' on its caller's device, 'out' on 'device' [device-stale-alias]
        # CHECK: :[[@LINE-6]]:19: note: 'x' is a parameter of
        # CHECK: :[[@LINE-5]]:15: note: 'x' moved to 'device' here

    def good(self, x):
        x = x.to(self.device)
        identity = x
        out = torch.relu(self.conv(x))
        return out + identity

    def brought_back_ok(self, x):
        identity = x
        x = x.to(self.device)
        out = torch.relu(self.conv(x)).to(identity.device)
        return out + identity


def joined_bad(tokens, device):
    old = tokens
    tokens = tokens.to(device)
    return torch.cat((old, tokens * 2))
    # CHECK: :[[@LINE-1]]:12: warning: 'cat' meets 'old', which is 'tokens' from before its move: 'old' on its caller's device, 'tokens * 2' on 'device' [device-stale-alias]
    # CHECK: note: 'tokens' is a parameter of
    # CHECK: note: 'tokens' moved to 'device' here


def listed_bad(tokens, device):
    old = tokens
    tokens = tokens.to(device)
    return torch.stack([tokens, old])
    # CHECK: :[[@LINE-1]]:12: warning: 'stack' meets 'old', which is 'tokens' from before its move: 'old' on its caller's device, 'tokens' on 'device' [device-stale-alias]
    # CHECK: note: 'tokens' is a parameter of
    # CHECK: note: 'tokens' moved to 'device' here


def joined_ok(tokens, device):
    tokens = tokens.to(device)
    old = tokens
    return torch.cat((old, tokens * 2)), torch.stack([tokens, old])


def of_the_machine_bad(n: int):
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    x = torch.rand(n)
    y = x
    x = x.to(device)
    return x + y
    # CHECK: :[[@LINE-1]]:14: warning: '+' meets 'y', which is 'x' from before its move: 'y' on cpu, 'x' on cuda [device-stale-alias]
    # CHECK: :[[@LINE-5]]:9: note: 'x' created on cpu here, the default device
    # CHECK: :[[@LINE-4]]:11: note: 'x' moved to cuda here; it fails on a machine with a GPU


def of_the_machine_ok(n: int):
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    x = torch.rand(n)
    x = x.to(device)
    y = x
    return x + y
