# RUN: %device_tidy check --isolated --level 2 --output-format concise --select device-mixed-operands %s
# Who makes the accelerator of a number the current one has both on it.
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)

    def forward(self, x):
        return self.fc(x) + torch.zeros(3).cuda()


def run_good(args, x):
    torch.cuda.set_device(args.gpu)
    device = torch.device("cuda:%d" % args.gpu)
    return Net().to(device)(x.to(device))
