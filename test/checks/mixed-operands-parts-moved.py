# Parts of a module that are moved one by one, or given another one.
# RUN: not %device_tidy check --isolated --worlds multi --level 1 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(2, 2)
        self.second = nn.Linear(2, 2)

    def forward(self, x):
        return self.second(self.first(x))


def each_ok():
    net = Net()
    net.first.to(device)
    net.second.to(device)
    return net(torch.ones(2, 2, device=device))


def each_bad():
    net = Net()
    net.first.to("cuda")
    net.second.to("cuda")
    return net(torch.ones(2, 2))
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'Linear' are on different devices: 'self.first' on cuda, 'x' on cpu


def one_left_bad():
    net = Net()
    net.first.to("cuda:0")
    return net(torch.ones(2, 2, device="cuda:0"))
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'Linear' are on different devices: 'self.second' on cpu, 'self.first(x)' on cuda:0


def reassigned_ok():
    net = Net()
    net.first = net.first.to(device)
    net.second = net.second.to(device)
    return net(torch.ones(2, 2, device=device))


def whole_after_ok():
    net = Net()
    net.first.to("cuda:1")
    net.to("cuda:0")
    return net(torch.ones(2, 2, device="cuda:0"))


def part_after_bad():
    net = Net().to("cuda:0")
    net.second.to("cuda:1")
    return net(torch.ones(2, 2, device="cuda:0"))
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'Linear' are on different devices: 'self.second' on cuda:1, 'self.first(x)' on cuda:0


class Head(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(2, 2)
        self.head = nn.Linear(2, 2)

    def forward(self, x):
        return self.head(self.body(x))


def head_ok():
    model = Head().to("cuda")
    model.head = nn.Linear(2, 3)
    model.head.to("cuda")
    return model(torch.ones(2, 2, device="cuda"))


def head_bad():
    model = Head().to("cuda")
    model.head = nn.Linear(2, 3)
    return model(torch.ones(2, 2, device="cuda"))
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'Linear' are on different devices: 'self.head' on cpu, 'self.body(x)' on cuda


class Own(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(2, 2)
        self.a.cuda()

    def forward(self, x):
        return self.a(x)


def own_ok():
    return Own()(torch.ones(2, 2).cuda())


def own_bad():
    return Own()(torch.ones(2, 2))
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'Linear' are on different devices: 'self.a' on cuda, 'x' on cpu


class Setup(nn.Module):
    def __init__(self):
        super().__init__()
        self.b = nn.Linear(2, 2)

    def forward(self, x):
        return self.b(x)

    def setup(self, device):
        self.b.to(device)


def setup_ok():
    m = Setup()
    m.setup("cuda")
    return m(torch.ones(2, 2, device="cuda"))


def setup_bad():
    m = Setup()
    m.setup("cuda")
    return m(torch.ones(2, 2))
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'Linear' are on different devices: 'self.b' on cuda, 'x' on cpu


class Split(nn.Module):
    def __init__(self):
        super().__init__()
        self.front = nn.Linear(2, 2)
        self.back = nn.Linear(2, 2)

    def forward(self, x):
        return self.back(self.front(x).to("cuda:1"))


def split_ok():
    m = Split()
    m.front.to("cuda:0")
    m.back.to("cuda:1")
    return m(torch.ones(2, 2, device="cuda:0"))


def split_bad():
    m = Split()
    m.front.to("cuda:0")
    m.back.to("cuda:0")
    return m(torch.ones(2, 2, device="cuda:0"))
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'Linear' are on different devices: 'self.back' on cuda:0, 'self.front(x).to("cuda:1")' on cuda:1


class Stack(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(2, 2), nn.Linear(2, 2)])

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x


def stack_ok():
    m = Stack()
    for layer in m.layers:
        layer.to("cuda")
    return m(torch.ones(2, 2, device="cuda"))


def stack_bad():
    m = Stack()
    for layer in m.layers:
        layer.to("cuda")
    return m(torch.ones(2, 2))
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'Linear' {{are|may be}} on different devices: 'layer' on cuda, 'x' on cpu


def sequential_ok():
    m = nn.Sequential(nn.Linear(2, 2), nn.Linear(2, 2))
    m[0].to("cuda")
    m[1].to("cuda")
    return m(torch.ones(2, 2, device="cuda"))


def sequential_bad():
    m = nn.Sequential(nn.Linear(2, 2), nn.Linear(2, 2))
    m[0].to("cuda")
    m[1].to("cuda")
    return m(torch.ones(2, 2))
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'Sequential' are on different devices: 'm' on cuda, 'torch.ones(2, 2)' on cpu


class Layered(nn.Module):
    def __init__(self, n):
        super().__init__()
        for i in range(n):
            self.add_module("layer%d" % i, nn.Linear(2, 2))
        for i in range(n):
            self.add_module("layer" + str(n + i), nn.Linear(2, 2))

    def forward(self, x):
        for m in self.children():
            x = m(x)
        return x


class Numbered(nn.Sequential):
    def __init__(self, n):
        super().__init__()
        for i in range(n):
            self.add_module(str(i), nn.Linear(2, 2))


def numbered_ok():
    stack, numbered = Layered(3), Numbered(3)
    for m in stack.children():
        m.to("cuda")
    for m in numbered:
        m.to("cuda")
    return stack(numbered(torch.ones(2, 2, device="cuda")))


def numbered_bad():
    numbered = Numbered(3)
    for m in numbered.children():
        m.to("cuda")
    return numbered(torch.ones(2, 2))
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'Numbered' are on different devices: 'numbered' on cuda, 'torch.ones(2, 2)' on cpu
