# Where the parts of an object are: moved by its own methods, or put on several GPUs by its constructor.
# RUN: not %device_tidy check --isolated --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn


class Session:
    def __init__(self, device):
        self.device = device
        self.net = nn.Linear(4, 4)

    def place(self):
        self.net.to(self.device)

    def step(self, x):
        return self.net(x.to(self.device))


def session_bad():
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    session = Session(device)
    return session.step(torch.rand(2, 4))
    # CHECK: :[[@LINE-1]]:20: warning: operands of 'Linear' may be on different devices: 'self.net' on cpu, 'x.to(self.device)' on cuda [device-mixed-operands]


def session_ok():
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    session = Session(device)
    session.place()
    return session.step(torch.rand(2, 4))


class Stages(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(16, 16).to("cuda:0")
        self.second = nn.Linear(16, 4).to("cuda:1")

    def forward(self, x):
        x = torch.relu(self.first(x.to("cuda:0")))
        return self.second(x.to(self.second.weight.device))


def stages_ok():
    return Stages()(torch.ones(2, 16))


class Chosen(nn.Module):
    def __init__(self, front, back):
        super().__init__()
        self.front, self.back = front, back
        self.first = nn.Linear(16, 16).to(front)
        self.second = nn.Linear(16, 4).to(back)

    def forward(self, x):
        return self.second(self.first(x.to(self.front)).to(self.back))


def chosen_ok():
    return Chosen("cuda:0", "cuda:1")(torch.ones(2, 16))


class Forgets(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(16, 16).to("cuda:0")
        self.second = nn.Linear(16, 4).to("cuda:1")

    def forward(self, x):
        return self.second(self.first(x.to("cuda:0")))


def forgets_bad():
    return Forgets()(torch.ones(2, 16))
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'Linear' may be on different devices: 'self.second' on cuda:1, 'self.first(x.to("cuda:0"))' on cuda:0 [device-mixed-operands]


# An encoder holds copies of the layer that it is given, where that is.
def encoder_bad():
    layer = nn.TransformerEncoderLayer(4, 1).to("cuda")
    encoder = nn.TransformerEncoder(layer, 2)
    return encoder(torch.ones(1, 1, 4))
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'TransformerEncoder' are on different devices: 'encoder' on cuda, 'torch.ones(1, 1, 4)' on cpu [device-mixed-operands]


def encoder_ok():
    layer = nn.TransformerEncoderLayer(4, 1).to("cuda")
    encoder = nn.TransformerEncoder(layer, 2)
    return encoder(torch.ones(1, 1, 4, device="cuda"))


# The first of the parameters may be on either of two places.
class TwoPlaces(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(2, 2).to("cuda:0")
        self.second = nn.Linear(2, 2).to("cuda:1")

    def forward(self, x):
        return self.second(self.first(x).to("cuda:1"))


def first_parameter_ok():
    model = TwoPlaces()
    x = torch.ones(2, 2).to(next(model.parameters()).device)
    return model(x)


def second_part_bad():
    model = TwoPlaces()
    x = torch.ones(2, 2).to(next(model.second.parameters()).device)
    return model(x)
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'Linear' may be on different devices
