# A loader collates items where they are: on the CPU as a rule, elsewhere if the data set takes them out of tensors there.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset


class Rows(Dataset):
    def __init__(self, features, targets):
        self.features = features
        self.targets = targets

    def __len__(self):
        return self.features.shape[0]

    def __getitem__(self, index):
        return self.features[index], self.targets[index]


def loader(features, targets):
    return DataLoader(Rows(features, targets), batch_size=4)


def made_good():
    net = nn.Linear(2, 2).cuda()
    for x, y in loader(torch.randn(8, 2).cuda(), torch.zeros(8).long().cuda()):
        nn.functional.cross_entropy(net(x), y)


def made_bad():
    net = nn.Linear(2, 2).cuda()
    for x, y in loader(torch.randn(8, 2), torch.zeros(8).long()):
        # CHECK: :[[#@LINE+1]]:37: warning: operands of 'Linear' are on different devices
        nn.functional.cross_entropy(net(x), y)


# What the function is given its callers know.
def fit(features, targets, net):
    for x, y in loader(features, targets):
        nn.functional.cross_entropy(net(x), y)


def given_good(device):
    features, targets = torch.randn(8, 2).to(device), torch.zeros(8).long().to(device)
    fit(features, targets, nn.Linear(2, 2).to(device))


def given_bad(device):
    features, targets = torch.randn(8, 2), torch.zeros(8).long()
    # CHECK: :[[#@LINE+1]]:5: warning: operands of 'Linear' may be on different devices
    fit(features, targets, nn.Linear(2, 2).to(device))


# Of what nobody gives, the items are rather on the CPU.
def unknown_bad(features, targets, device):
    net = nn.Linear(2, 2).to(device)
    for x, _ in loader(features, targets):
        # CHECK: :[[#@LINE+1]]:9: warning: operands of 'Linear' may be on different devices
        net(x)


def unknown_good(features, targets, device):
    net = nn.Linear(2, 2).to(device)
    for x, _ in loader(features, targets):
        net(x.to(device))


# Each part of an item has its own place.
class Numbered(Dataset):
    def __init__(self, rows):
        self.rows = rows

    def __getitem__(self, index):
        return self.rows[index], index


def parts_good():
    net = nn.Linear(2, 2).cuda()
    for x, i in DataLoader(Numbered(torch.randn(8, 2).cuda())):
        net(x), i + torch.zeros(1, 2)


def parts_bad():
    net = nn.Linear(2, 2).cuda()
    for x, i in DataLoader(Numbered(torch.randn(8, 2).cuda())):
        # CHECK: :[[#@LINE+1]]:19: warning: operands of '+' are on different devices
        net(x), i + torch.zeros(1, 2).cuda()
