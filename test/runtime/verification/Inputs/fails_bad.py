# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Each function fails for devices. The argument says which one runs; without one all do, and are explained."""

import sys

import torch
import torch.nn.functional as F
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence
from torch.utils.data import DataLoader, TensorDataset

device = torch.device("cuda:0")


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 2)
        self.scale = torch.ones(2)

    def forward(self, x):
        return self.fc(x) * self.scale


def adds():
    weight = torch.ones(2, device=device)
    bias = torch.ones(2)
    return weight + bias


def unregistered():
    net = Net().to(device)
    return net(torch.ones(3, 4, device=device))


def forgets_input():
    net = nn.Sequential(nn.Linear(4, 2), nn.ReLU())
    net.cuda()
    x = torch.randn(3, 4)
    return net(x)


def forgets_labels():
    model = nn.Linear(4, 2).to(device)
    loader = DataLoader(TensorDataset(torch.ones(4, 4), torch.zeros(4).long()), batch_size=2)
    for inputs, labels in loader:
        outputs = model(inputs.to(device))
        return F.cross_entropy(outputs, labels)


def loss_of(prediction, target):
    return F.mse_loss(prediction, target)


def through_a_call():
    x = torch.ones(3).to(device)
    y = torch.zeros(3)
    return loss_of(x, y)


def forgets_model():
    net = nn.Linear(4, 2)
    x = torch.randn(3, 4).cuda()
    return net(x)


def reads_on_host():
    x = torch.ones(2, device=device, requires_grad=True)
    return x.numpy()


def indexes():
    values = torch.ones(3)
    chosen = torch.tensor([0, 1], device=device)
    return values[chosen]


def packs():
    x = torch.ones(3, 2, 4, device=device)
    lengths = torch.tensor([3, 2]).to(device)
    return pack_padded_sequence(x, lengths)


def two_gpus():
    first = torch.ones(2, device="cuda:0")
    second = torch.ones(2).to("cuda:1")
    return torch.cat([first, second])


def draws():
    generator = torch.Generator()
    return torch.randn(2, device=device, generator=generator)


def names_no_device():
    return torch.ones(2).to("cuda:7")


def in_a_dict():
    batch = {"x": torch.ones(2, device=device), "mask": torch.ones(2)}
    return batch["x"] * batch["mask"]


def augments():
    total = torch.zeros(2)
    total += torch.ones(2, device=device)
    return total


if len(sys.argv) > 1:
    globals()[sys.argv[1]]()
else:
    # Here the explanations are wanted on standard output.
    from device_tidy import explain

    for name, function in list(globals().items()):
        if getattr(function, "__module__", "") == "__main__" and not isinstance(function, type) and name != "loss_of":
            print(f"# {name}")
            try:
                function()
            except Exception as error:
                print(explain(error))
