# RUN: not %device_tidy check --isolated --output-format concise --level 1 %s | FileCheck %s --implicit-check-not=warning:
# RUN: not %device_tidy check --isolated --output-format concise --level 2 --select device-mixed-operands %s | FileCheck %s --check-prefix=LIKELY
# A program that catches what operands on different devices raise, and goes on, runs: in the function or where it is called.
import torch
from torch import nn


def fallback_good(x):
    x = x.to("cuda")
    try:
        # LIKELY: :[[#@LINE+1]]:{{[0-9]+}}: warning: operands of '+' are on different devices
        return x + torch.ones(3)
    except RuntimeError:
        return None


# Another failure is meant.
def other_bad(x):
    x = x.to("cuda")
    try:
        # CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: operands of '+' are on different devices
        return x + torch.ones(3)
    except ValueError:
        return None


# Whatever happens is caught: nobody thought of this.
def all_bad(x):
    x = x.to("cuda")
    try:
        # CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: operands of '+' are on different devices
        return x + torch.ones(3)
    except Exception as e:
        print(e)


# What is not for the handler goes on.
def memory_bad(x):
    x = x.to("cuda")
    try:
        # CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: operands of '+' are on different devices
        return x + torch.ones(3)
    except RuntimeError as e:
        if "out of memory" not in str(e):
            raise
        return None


def behind_bad(x):
    x = x.to("cuda")
    try:
        y = int(x.sum())
    except RuntimeError:
        y = 0
    # CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: operands of '+' are on different devices
    return x + torch.ones(3) + y


class CaughtGood(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(3, 3)

    def forward(self, x):
        # LIKELY: :[[#@LINE+1]]:{{[0-9]+}}: warning: operands of '+' may be on different devices
        return self.lin(x) + torch.ones(3)


def caught_good(x):
    net = CaughtGood().cuda()
    try:
        return net(x.cuda())
    except RuntimeError:
        return None


class UncaughtBad(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(3, 3)

    def forward(self, x):
        # CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: operands of '+' may be on different devices
        return self.lin(x) + torch.ones(3)


def uncaught_bad(x):
    net = UncaughtBad().cuda()
    try:
        return net(x.cuda())
    except KeyError:
        return None


# One of two calls is not caught.
class OnceBad(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(3, 3)

    def forward(self, x):
        # CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: operands of '+' may be on different devices
        return self.lin(x) + torch.ones(3)


def once_bad(x):
    net = OnceBad().cuda()
    try:
        return net(x.cuda())
    except RuntimeError:
        return net(x[:2].cuda())


# A caller of the caller catches.
class FarGood(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(3, 3)

    def forward(self, x):
        # LIKELY: :[[#@LINE+1]]:{{[0-9]+}}: warning: operands of '+' may be on different devices
        return self.lin(x) + torch.ones(3)


def step(net, x):
    return net(x)


def far_good(x):
    net = FarGood().cuda()
    try:
        return step(net, x.cuda())
    except RuntimeError:
        return None


# So does a decorator.
def safely(f):
    def run(*args):
        try:
            return f(*args)
        except RuntimeError:
            return None

    return run


@safely
def decorated_good():
    x = torch.ones(3, device="cuda")
    # LIKELY: :[[#@LINE+1]]:{{[0-9]+}}: warning: operands of '+' are on different devices
    return x + torch.ones(3)


# What a callee does is told where it is called.
def add(x):
    return x + torch.ones(3)


def lifted_good(x):
    try:
        # LIKELY: :[[#@LINE+1]]:{{[0-9]+}}: warning: operands of '+' are on different devices
        return add(x.cuda())
    except RuntimeError:
        return None


def add_again(x):
    return x + torch.ones(3)


def lifted_bad(x):
    # CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: operands of '+' are on different devices
    return add_again(x.cuda())


def inside(x):
    try:
        return x + torch.ones(3)
    except RuntimeError:
        return x


def inside_good(x):
    # LIKELY: :[[#@LINE+1]]:{{[0-9]+}}: warning: operands of '+' are on different devices
    return inside(x.cuda())


# A function between the call and the failure catches.
class BetweenGood(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(3, 3)

    def forward(self, x):
        return self.lin(x)


def infer(net, x):
    return net(x)


def on_host_if_it_fails(net, x):
    try:
        return infer(net, x)
    except RuntimeError:
        return infer(net.cpu(), x)


def between_good():
    # LIKELY: :[[#@LINE+1]]:{{[0-9]+}}: warning: operands of 'Linear' are on different devices
    return on_host_if_it_fails(BetweenGood().cuda(), torch.ones(3))


class BetweenBad(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(3, 3)

    def forward(self, x):
        return self.lin(x)


def infer_again(net, x):
    return net(x)


def on_host_if_misspelled(net, x):
    try:
        return infer_again(net, x)
    except ValueError:
        return infer_again(net.cpu(), x)


def between_bad():
    # CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: operands of 'Linear' are on different devices
    # LIKELY: :[[#@LINE+1]]:{{[0-9]+}}: warning: operands of 'Linear' are on different devices
    return on_host_if_misspelled(BetweenBad().cuda(), torch.ones(3))
