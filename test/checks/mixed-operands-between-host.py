# Who brings tensors of the CPU to a module and reads what it gives on the host means the CPU: of level 2. Who forgets
# one of the two does not.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(2, 2)

    def forward(self, x):
        return self.fc(x)

    def act_good(self, state):
        x = torch.FloatTensor(state)
        return self.fc(x).detach().numpy()

    def act_bad(self, state):
        x = torch.FloatTensor(state)
        return self.fc(x)
        # CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: operands of 'Linear' may be on different devices

    def read_bad(self):
        return self.fc.weight.detach().numpy()
        # CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 'numpy' reads memory


def train(net):
    return net.to(DEVICE)
