# Variables are reached by their names, too: locals(), vars(), eval, exec.
# RUN: not %device_tidy check --isolated --output-format concise --level 1 --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn


def named_bad(x):
    net, other = nn.Linear(4, 4), nn.Linear(4, 4)
    vars()["other"].cuda()
    return net(x.cuda())
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'Linear' are on different devices: 'net' on cpu, 'x.cuda()' on cuda [device-mixed-operands]


def named_ok(x):
    net, other = nn.Linear(4, 4), nn.Linear(4, 4)
    vars()["net"].cuda()
    locals()["other"].cuda()
    return other(net(x.cuda()))


def each_ok(x):
    net, other = nn.Linear(4, 4), nn.Linear(4, 4)
    for part in [v for v in locals().values() if isinstance(v, nn.Module)]:
        part.cuda()
    return other(net(x.cuda()))


def printed_bad(x):
    net, name = nn.Linear(4, 4), "net"
    print("{name}: {net}".format(**locals()))
    return net(x.cuda())
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'Linear' are on different devices: 'net' on cpu, 'x.cuda()' on cuda [device-mixed-operands]


def evaluated_bad(x):
    net = nn.Linear(4, 4)
    eval("net").train()
    return net(x.cuda())
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'Linear' are on different devices: 'net' on cpu, 'x.cuda()' on cuda [device-mixed-operands]


def evaluated_ok(x):
    net = nn.Linear(4, 4)
    eval("net").cuda()
    return net(x.cuda())


def executed_bad(x):
    net, other = nn.Linear(4, 4), nn.Linear(4, 4)
    exec("other.cuda()")
    return net(x.cuda())
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'Linear' are on different devices: 'net' on cpu, 'x.cuda()' on cuda [device-mixed-operands]


def executed_ok(x, device):
    net = nn.Linear(4, 4)
    exec(f"net.to('{device}')")
    return net(x.cuda())


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(4, 4)
        exec("self.a.cuda()")

    def forward(self, x):
        return self.a(x)


def members_ok():
    return Net()(torch.ones(2, 4, device="cuda"))
