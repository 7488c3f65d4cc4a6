# The items of a data set that is made of others are theirs.
# RUN: not %device_tidy check --isolated --level 1 --select device-mixed-operands --output-format concise %s | FileCheck %s --implicit-check-not=warning:
import logging

import torch
from torch import nn
from torch.utils.data import ConcatDataset, DataLoader, Dataset, Subset, random_split


class Data(Dataset):
    def __len__(self):
        return 8

    def __getitem__(self, i):
        return torch.zeros(3)


class There(Dataset):
    def __len__(self):
        return 8

    def __getitem__(self, i):
        return torch.zeros(3, device="cuda")


class Rows(Dataset):
    def __init__(self, rows):
        self.rows = rows

    def __len__(self):
        return 8

    def __getitem__(self, i):
        return self.rows[i]


net = nn.Linear(3, 3).to("cuda")
sets, places = [], []
for path in ["a", "b"]:
    sets.append(Data())
    places.append(There())
for x in DataLoader(ConcatDataset(sets), batch_size=4):
    # CHECK: :[[#@LINE+1]]:5: warning: operands of 'Linear' are on different devices
    net(x)
for x in DataLoader(ConcatDataset([Data(), Data()]), batch_size=4):
    # CHECK: :[[#@LINE+1]]:5: warning: operands of 'Linear' are on different devices
    net(x)
for x in DataLoader(Subset(Data(), [1]), batch_size=4):
    # CHECK: :[[#@LINE+1]]:5: warning: operands of 'Linear' are on different devices
    net(x)
first, second = random_split(Data(), [4, 4])
for x in DataLoader(first, batch_size=4):
    # CHECK: :[[#@LINE+1]]:5: warning: operands of 'Linear' are on different devices
    net(x)
for x in DataLoader(ConcatDataset([Data(), Subset(Data(), [1])]), batch_size=4):
    # CHECK: :[[#@LINE+1]]:5: warning: operands of 'Linear' are on different devices
    net(x)

for x in DataLoader(ConcatDataset(places), batch_size=4):
    net(x)
for x in DataLoader(ConcatDataset([Data(), There()]), batch_size=4):
    net(x)
for x in DataLoader(Subset(There(), [1]), batch_size=4):
    net(x)
for x in DataLoader(ConcatDataset([Rows(torch.ones(8, 3, device="cuda"))]), batch_size=4):
    net(x)
for x in DataLoader(Subset(Rows(torch.ones(8, 3).to("cuda")), [1]), batch_size=4):
    net(x)
for x in DataLoader(ConcatDataset(sets), batch_size=4):
    net(x.to("cuda"))


# One of several, of which somebody is told.
class More(Dataset):
    def __init__(self, path):
        self.path = path

    def __getitem__(self, i):
        return torch.ones(3)


def gathered(paths):
    several = []
    for path in paths:
        if path == "a":
            one = Data()
        else:
            one = More(path)
            logging.info(one)
        several.append(one)
    for x in DataLoader(ConcatDataset(several), batch_size=4):
        # CHECK: :[[#@LINE+1]]:9: warning: operands of 'Linear' may be on different devices
        net(x)
        net(x.to("cuda"))
