# Row 23: to() of a module, an optimizer's state or a batch that moves itself: silent.
# RUN: %check %s | count 0
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(2, 2)
        self.fc.to("cpu")

    def forward(self, x):
        return self.fc(x)


class Batch:
    def __init__(self, x):
        self.x = x

    def to(self, device):
        self.x = self.x.to(device)
        return self


def run(loader, criterion, device):
    net = Net()
    net.to(device)
    net.eval()
    criterion.to(device)
    for batch in loader:
        batch.to(device)
        print(criterion(net(batch.x)))


device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
run([Batch(torch.ones(1, 2))], nn.Identity(), device)
