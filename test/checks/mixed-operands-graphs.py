# Graphs of torch_geometric: what a program adds under the name of a tensor is where the rest is.
# RUN: not %device_tidy check --isolated --output-format concise --level 2 %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn
from torch_geometric.data import Data, InMemoryDataset
from torch_geometric.datasets import TUDataset
from torch_geometric.loader import DataLoader

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
net = nn.Linear(2, 2).to(device)


class Pair(Data):
    def __init__(self, x_s):
        super().__init__()
        self.x_s = x_s


def pairs(rows):
    for data in DataLoader(rows, batch_size=2, follow_batch=["x_s"]):
        net(data.x_s)
        # CHECK: :[[#@LINE-1]]:9: warning: operands of 'Linear' may be on different devices: 'net' on cuda, 'data.x_s' on cpu


def pairs_good(rows):
    for data in DataLoader(rows, batch_size=2, follow_batch=["x_s"]):
        data = data.to(device)
        net(data.x_s)


def entities():
    net(TUDataset("data", "PROTEINS")[0].x1)
    # CHECK: :[[#@LINE-1]]:5: warning: operands of 'Linear' may be on different devices: 'net' on cuda, {{.*}} on cpu


def entities_good():
    net(TUDataset("data", "PROTEINS")[0].to(device).x1)


# A member that the program itself makes is where it was put.
def own_good():
    net(Pair(torch.zeros(2, 2, device=device)).x_s)
    print(torch.zeros(TUDataset("data", "PROTEINS")[0].num_nodes))


# A number has a name, too, and data sets of the program put their graphs where they want.
def sizes_good(rows):
    for data in DataLoader(rows, batch_size=2):
        data = data.to("cpu")
        print(torch.zeros(2, device=device) / data.batch_size)


class Molecules(InMemoryDataset):
    def get(self, i):
        return Data(x=torch.zeros(2, 2, device=device))


def own_set_good():
    for data in Molecules("data"):
        net(data.x)
