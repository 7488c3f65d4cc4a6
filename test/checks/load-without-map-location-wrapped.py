# A class wraps a module of which nobody knows what it is: it has state, and its move needs an accelerator as well.
# RUN: not %device_tidy check --isolated --output-format concise --level 1 --ignore device-unguarded-accelerator %s | FileCheck %s --implicit-check-not='warning:'
import torch
from torch import nn

print(torch.cuda.is_available())


class Wrapped(nn.Module):
    def __init__(self, net):
        super().__init__()
        self.net = net

    def forward(self, x):
        return self.net.conv(x)


class LoaderGood:
    def __init__(self, make):
        self.net = make()
        self.net.load_state_dict(torch.load("./data/resnet.pth"))
        self.net = Wrapped(self.net)
        self.net.cuda()


class LoaderBad:
    def __init__(self, make, device):
        self.net = make()
        # CHECK: :[[#@LINE+1]]:34: warning: 'torch.load' without a device
        self.net.load_state_dict(torch.load("./data/resnet.pth"))
        self.net = Wrapped(self.net)
        self.net.to(device)
