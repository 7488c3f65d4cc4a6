# A program that chooses a default device, for itself and for what it calls.
# RUN: split-file %s %t
# RUN: cd %t && %device_tidy check --isolated --level 1 chosen.py net.py
# RUN: cd %t && not %device_tidy check --isolated --level 1 --output-format concise written.py | FileCheck written.py --implicit-check-not=warning:
#--- net.py
import torch
from torch import nn


class Positions(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("frequencies", torch.arange(0, 10, 2.0))

    def forward(self, n):
        return torch.arange(n).unsqueeze(1) * self.frequencies


#--- chosen.py
import torch
from net import Positions

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.set_default_device(device)
Positions().to(device)(3)


#--- written.py
# The type says where: on the CPU.
import torch
from torch import nn

torch.set_default_tensor_type("torch.DoubleTensor")


class Positions(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("frequencies", torch.arange(0, 10, 2.0))

    def forward(self, n):
        return torch.arange(n).unsqueeze(1) * self.frequencies
        # CHECK: :[[@LINE-1]]:45: warning: operands of '*' may be on different devices
