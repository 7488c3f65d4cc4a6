# A member that is a module of one of several classes: what the constructor asked says of which, and which moves what it
# is given. Where nobody asks, it may be any of them.
# RUN: not %device_tidy check --isolated --level 2 --output-format concise %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn
from torch.utils.data import DataLoader

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


class Moving(nn.Module):
    def __init__(self):
        super().__init__()
        self.emb = nn.Embedding(9, 4)

    def forward(self, v):
        return self.emb(v.long().to(device))


class Plain(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)

    def forward(self, v):
        return self.fc(v.float())


class AskedByText:
    def __init__(self, encoding):
        self.encoding = encoding
        self.model = Moving() if encoding == "Moving" else Plain()
        self.model.to(device)

    def good(self, data):
        for v in DataLoader(data, batch_size=2):
            if self.encoding != "Moving":
                v = v.float().to(device)
            print(self.model(v))

    def bad(self, data):
        for v in DataLoader(data, batch_size=2):
            if self.encoding == "Moving":
                v = v.float().to(device)
            print(self.model(v))
            # CHECK: :[[@LINE-1]]:19: warning: operands of 'Linear' may be on different devices: 'self.fc' on cuda, 'v.float()' on cpu


class AskedByFlag:
    def __init__(self, moves):
        self.moves = moves
        if moves:
            self.model = Moving()
        else:
            self.model = Plain()
        self.model.to(device)

    def good(self, data):
        for v in DataLoader(data, batch_size=2):
            print(self.model(v if self.moves else v.to(device)))

    def bad(self, data):
        for v in DataLoader(data, batch_size=2):
            print(self.model(v.to(device) if self.moves else v))
            # CHECK: :[[@LINE-1]]:19: warning: operands of 'Linear' may be on different devices: 'self.fc' on cuda


def never_good(data):
    for v in DataLoader(data, batch_size=2):
        if v in []:
            torch.load("never.pt")


def ever_bad(data):
    for v in DataLoader(data, batch_size=2):
        if v in [data]:
            torch.load("ever.pt")
            # CHECK: :[[@LINE-1]]:13: warning: 'torch.load' without a device
