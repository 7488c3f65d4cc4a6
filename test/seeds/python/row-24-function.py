# Row 24: layers that a forward makes for itself are on the CPU.
# RUN: not %check --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# RUN: %repaired %s > %t.py
# RUN: %check %t.py | count 0
import torch
from torch import nn


class Upsampler(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.channels = channels
        self.conv = nn.Conv2d(channels, channels, 3, padding=1)

    def forward(self, x):
        up = nn.ConvTranspose2d(self.channels, self.channels, 2, stride=2)  # GOOD: up = nn.ConvTranspose2d(self.channels, self.channels, 2, stride=2, device=x.device)
        return up(self.conv(x))
        # CHECK: :[[@LINE-1]]:16: warning: operands of 'ConvTranspose2d' may be on different devices: 'up' on cpu, 'self.conv(x)' on the module's device [device-mixed-operands]


def main():
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    model = Upsampler(3).to(device)
    print(model(torch.rand(1, 3, 4, 4, device=device)).shape)


main()
