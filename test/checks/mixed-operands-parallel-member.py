# RUN: not %device_tidy check --isolated --output-format concise --select device-mixed-operands,device-host-access,device-unguarded-accelerator %s | FileCheck %s --implicit-check-not=warning:
# A constructor that wraps a module runs none: whoever calls the wrapper does, when all has been moved.
import torch
import torch.nn as nn


class Bad(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)

    def forward(self, x):
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' may be on different devices: 'self.fc(x)' on the module's device, 'torch.ones(3)' on cpu
        return self.fc(x) + torch.ones(3)


class Good(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)

    def forward(self, x):
        return self.fc(x) + torch.ones(3, device=x.device)


class Dry(nn.Module):
    """A constructor that runs it itself does so before it moves."""

    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)
        self.size = self._run(torch.ones(1, 3)).shape

    def _run(self, x):
        return self.fc(x) + torch.ones(3)

    def forward(self, x):
        return self.fc(x)


class Trainer:
    def __init__(self, net, parallel):
        if parallel:
            self.net = nn.DataParallel(net)
        else:
            self.net = net
        self.net.to("cuda" if torch.cuda.is_available() else "cpu")


class Other:
    def __init__(self, net, parallel):
        self.net = nn.DataParallel(net) if parallel else net


class Third:
    def __init__(self, net):
        self.net = nn.DataParallel(net)


def main(parallel: bool):
    Trainer(Bad(), parallel)
    Other(Good(), parallel)
    Third(Dry())
