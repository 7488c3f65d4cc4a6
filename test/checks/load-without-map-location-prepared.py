# What a function that names no device makes and saves is on the CPU: a data set that its class prepares.
# RUN: split-file %s %t
# RUN: %device_tidy check --isolated --output-format concise %t/prepared.py | count 0
# RUN: %device_tidy check --isolated --output-format concise %t/elsewhere | count 0
# RUN: not %device_tidy check --isolated --level 3 --select device-load-without-map-location --output-format concise %t/trained.py | FileCheck %t/trained.py --implicit-check-not='warning:'

#--- prepared.py
import torch
from torch_geometric.data import Data, InMemoryDataset


class Molecules(InMemoryDataset):
    def __init__(self, root):
        super().__init__(root)
        self.data, self.slices = torch.load(self.processed_paths[0])

    def process(self):
        rows = []
        for i in range(8):
            data = Data(x=torch.tensor([[float(i)]]))
            if self.pre_transform is not None:
                data = self.pre_transform(data)
            rows.append(data)
        torch.save(self.collate(rows), self.processed_paths[0])

#--- elsewhere/prepare.py
import pandas as pd
import torch

table = pd.read_table("trajectories.txt")
sizes = {}
for car in set(table["id"]):
    pick = lambda i: table[table["id"] == i]
    sizes[car] = tuple(pick(car).loc[0, ["width", "length"]].values)
torch.save(sizes, "data/{}/car_sizes.pth".format(1))

#--- elsewhere/loader.py
import torch


class Loader:
    def __init__(self, folder):
        self.sizes = torch.load(folder + "/car_sizes.pth")

#--- trained.py
import torch
from torch_geometric.data import Data, InMemoryDataset


class Embedded(InMemoryDataset):
    def __init__(self, root, net):
        self.net = net
        super().__init__(root)
        self.data, self.slices = torch.load(self.processed_paths[0])
        # CHECK: :[[@LINE-1]]:34: warning: 'torch.load' without a device

    def process(self):
        rows = []
        for i in range(8):
            rows.append(Data(x=self.net(torch.tensor([[float(i)]], device="cuda"))))
        torch.save(self.collate(rows), self.processed_paths[0])


class Kept(InMemoryDataset):
    def __init__(self, root, rows):
        super().__init__(root)
        self.rows = rows
        self.data, self.slices = torch.load(self.processed_paths[0])
        # CHECK: :[[@LINE-1]]:34: warning: 'torch.load' without a device

    def process(self):
        torch.save(self.collate(self.rows), self.processed_paths[0])
