# Elements that are stored into a list of placeholders: `[torch.empty(0)] * n` holds what is put there.
# RUN: not %device_tidy check --isolated --output-format concise --level 2 %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


class Cell(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(2, 2)
        self.rnn = nn.GRUCell(2, 2)

    def forward(self, x, first):
        states = [torch.empty(0)] * (x.size(0) + 1)
        states[0] = first
        return [self.rnn(self.fc(x[t]), states[t]) for t in range(x.size(0))]

    def three(self, x, first):
        states = [torch.zeros(3, 2)] * 3
        states[0] = first
        return self.rnn(x, states[0])


cell = Cell().to(device)
x = torch.zeros(5, 3, 2, device=device)
cell(x, torch.zeros(3, 2))
# CHECK: :[[#@LINE-1]]:1: warning: operands of 'GRUCell' may be on different devices: 'self.rnn' on cuda, 'states[t]' on cpu
cell.three(x[0], torch.zeros(3, 2))
# CHECK: :[[#@LINE-1]]:6: warning: operands of 'GRUCell' may be on different devices: 'self.rnn' on cuda, 'states[0]' on cpu
good = torch.zeros(3, 2, device=device)
cell(x, good)
cell.three(x[0], good)


# What else stands in the list has dimensions: nobody knows of one whether it is still there.
class OthersGood(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(2, 2)

    def forward(self, x):
        states = [torch.zeros(3, 2)] * x.size(0)
        states[0] = self.fc(x)
        return torch.zeros(3, 2) + states[1]
