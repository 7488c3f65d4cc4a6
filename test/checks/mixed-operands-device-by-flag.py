# What is brought to where a flag says meets there what is there as well: nobody has taken it to the CPU.
# RUN: not %device_tidy check --isolated --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn

device = torch.device("cuda")


class Biased(nn.Module):
    def __init__(self, args):
        super().__init__()
        self.device = torch.device("cuda" if args["cuda"] else "cpu")

    def forward(self, x):
        return torch.cat((torch.ones(x.size(0), 1).to(self.device), x), 1)


class BiasedOnHost(nn.Module):
    def forward(self, x):
        return torch.cat((torch.ones(x.size(0), 1).cpu(), x), 1)
        # CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: operands of 'cat' may be on different devices: {{.*}} on cpu, 'x' on its caller's device


class Good(nn.Module):
    def __init__(self, args):
        super().__init__()
        self.net = Biased(args).to(device)

    def step(self, rows, index):
        out = self.net(torch.tensor(rows).to(device))
        return out.gather(1, torch.tensor(index).to(device))


class Bad(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = BiasedOnHost().to(device)

    def step(self, rows, index):
        out = self.net(torch.tensor(rows).to(device))
        return out.gather(1, torch.tensor(index).to(device))
        # CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: operands of 'gather' are on different devices: 'out' on cpu, {{.*}} on cuda
