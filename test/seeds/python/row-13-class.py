# Row 13: DataParallel around a model that is still on the CPU. A class that evaluates on the GPUs that it is given.
# RUN: not %check --select device-parallel-before-move %s | FileCheck %s --implicit-check-not=warning:
# RUN: %repaired %s > %t.py
# RUN: %check %t.py | count 0
import torch
from torch import nn
from torch.nn import DataParallel


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 6, 3)

    def forward(self, x):
        return self.conv(x).mean(dim=(2, 3))


class Evaluator:
    def __init__(self, state):
        self.state = state

    @torch.no_grad()
    def scores(self, images):
        net = Net()
        net.load_state_dict(self.state)
        # GOOD: net.cuda(0)
        parallel = DataParallel(net, device_ids=[0, 1])
        return parallel(images).softmax(dim=1).cpu()
        # CHECK: :[[@LINE-1]]:16: warning: 'DataParallel' meets a module that is not in its place: 'parallel' on cpu, the first device on cuda:0 [device-parallel-before-move]


if __name__ == "__main__":
    if torch.cuda.device_count() >= 2:
        print(Evaluator(Net().state_dict()).scores(torch.rand(8, 3, 16, 16)))
