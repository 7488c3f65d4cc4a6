# A flag of the program that puts things on an accelerator puts all of them there, what comes in, too; but a module asks
# its input, whatever its own flag says: of level 3.
# RUN: not %device_tidy check --isolated --worlds multi --level 3 --select device-mixed-operands --output-format concise %s | FileCheck %s --check-prefix=THREE
# RUN: not %device_tidy check --isolated --worlds multi --level 2 --ignore device-unguarded-accelerator,device-implicit-creation --output-format concise %s | FileCheck %s --implicit-check-not='warning:'
import torch
from torch import nn


class Agent:
    def __init__(self, config):
        self.device = "cuda:0" if config.use_gpu else "cpu"
        self.actor = nn.Linear(3, 3).to(self.device)

    def act_ok(self, state=None):
        if state is None:
            state = torch.ones(3).to(self.device)
        return self.actor(state)

    def act_bad(self, state=None):
        if state is None:
            state = torch.ones(3)
        return self.actor(state)
        # CHECK: :[[@LINE-1]]:16: warning: operands of 'Linear' may be on different devices: 'self.actor' on 'device', 'state' on cpu


class Padded(nn.Module):
    def __init__(self, options):
        super().__init__()
        self.linear = nn.Linear(3, 3)
        self.use_gpu = options.use_gpu

    def forward_ok(self, x):
        return torch.cat([torch.zeros(1, 3, device=x.device), self.linear(x)])

    def forward(self, x):
        pad = torch.zeros(1, 3)
        if self.use_gpu:
            pad = pad.cuda()
        return torch.cat([pad, self.linear(x)])
        # THREE: :[[@LINE-1]]:16: warning: operands of 'cat' may be on different devices: 'pad' on cpu, 'self.linear(x)' on the module's device


# More than one is more than none.
def parallel_ok(net: nn.Module, count):
    net = nn.Linear(3, 3).to("cuda" if count > 0 else "cpu")
    if count > 1:
        net = nn.parallel.DistributedDataParallel(net, device_ids=[0])
    return net


def parallel_bad(net: nn.Module, count):
    net = nn.Linear(3, 3).to("cuda" if count > 1 else "cpu")
    if count > 0:
        net = nn.parallel.DistributedDataParallel(net, device_ids=[0])
        # CHECK: :[[@LINE-1]]:15: warning: 'DistributedDataParallel' may meet a module that is not in its place: 'net' on cpu
    return net


# What is numbered is an accelerator, however its name is put together.
def numbered_ok(options):
    device = torch.device("cuda:" + str(options.gpu))
    return nn.Linear(3, 3).to(device)(torch.ones(3, device=device))


def numbered_bad(options):
    net = nn.Linear(3, 3)
    net.to(torch.device("cuda:" + str(options.gpu)))(torch.ones(3))
    # CHECK: :[[@LINE-1]]:5: warning: operands of 'Linear' are on different devices: {{.*}} on cuda, 'torch.ones(3)' on cpu
    net.to("cuda:%d" % options.gpu)(torch.ones(3))
    # CHECK: :[[@LINE-1]]:5: warning: operands of 'Linear' are on different devices: {{.*}} on cuda, 'torch.ones(3)' on cpu
    net.to("cuda:{}".format(options.gpu))(torch.ones(3))
    # CHECK: :[[@LINE-1]]:5: warning: operands of 'Linear' are on different devices: {{.*}} on cuda, 'torch.ones(3)' on cpu
    net.to(f"cuda:{options.gpu}")(torch.ones(3))
    # CHECK: :[[@LINE-1]]:5: warning: operands of 'Linear' are on different devices: {{.*}} on cuda, 'torch.ones(3)' on cpu


# A device that is passed on with the rest is hardly ever there; what is taken to the CPU in the call is for the host.
def passed_on_ok(samples, **kwargs):
    return nn.Linear(3, 3, **kwargs)(torch.tensor(samples))


def called_ok(count, graphs):
    return [count(graph.cpu()) for graph in graphs]
