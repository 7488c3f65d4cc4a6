# What makes batches may be a function, a method of an object that is known, or an object that is called; a member that is
# stored again behind the loader may say another place. A tensor of an array of the host is on the host.
# RUN: not %device_tidy check --isolated --level 2 --select device-mixed-operands --output-format concise %s | FileCheck %s --implicit-check-not=warning:
import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


class Numbers(Dataset):
    def __len__(self):
        return 9

    def __getitem__(self, i):
        return torch.zeros(3)

    def collate(self, batch):
        return torch.stack(batch)


class Collater:
    def __call__(self, batch):
        return torch.stack(batch)


class Mover:
    def __init__(self, device):
        self.device = device

    def __call__(self, batch):
        return torch.stack(batch).to(self.device)


def method_bad():
    model, data = nn.Linear(3, 3).to(device), Numbers()
    for x in DataLoader(data, 4, collate_fn=data.collate):
        model(x)
        # CHECK: :[[@LINE-1]]:9: warning: operands of 'Linear' may be on different devices: 'model' on cuda, 'x' on cpu


def object_bad():
    model = nn.Linear(3, 3).to(device)
    for x in DataLoader(Numbers(), 4, collate_fn=Collater()):
        model(x)
        # CHECK: :[[@LINE-1]]:9: warning: operands of 'Linear' may be on different devices: 'model' on cuda, 'x' on cpu


def mover_ok():
    model = nn.Linear(3, 3).to(device)
    for x in DataLoader(Numbers(), 4, collate_fn=Mover(device)):
        model(x)


def moved_ok():
    model, data = nn.Linear(3, 3).to(device), Numbers()
    for x in DataLoader(data, 4, collate_fn=data.collate):
        model(x.to(device))


def array_bad():
    model = nn.Linear(3, 3).to(device)
    numbers = np.zeros((4, 3)).astype(np.float32) / 2
    model(torch.as_tensor(numbers))
    # CHECK: :[[@LINE-1]]:5: warning: operands of 'Linear' may be on different devices: 'model' on cuda, 'torch.as_tensor(numbers)' on cpu


def array_ok(x):
    model = nn.Linear(3, 3).to(device)
    numbers = np.zeros((4, 3)).astype(np.float32) / 2
    model(torch.as_tensor(numbers, device=device))
    model(torch.as_tensor(x * numbers))


class Changed:
    def __init__(self, data):
        self.device = "cuda"
        self.loader = DataLoader(data, collate_fn=self.collate)
        self.device = "cpu"

    def collate(self, batch):
        return torch.stack(batch).to(self.device)

    def run_good(self):
        for x in self.loader:
            print(x + torch.zeros(3))


class Kept:
    def __init__(self, data):
        self.device = "cuda"
        self.loader = DataLoader(data, collate_fn=self.collate)

    def collate(self, batch):
        return torch.stack(batch).to(self.device)

    def run_bad(self):
        for x in self.loader:
            print(x + torch.zeros(3))


def changed_ok():
    Changed(Numbers()).run_good()


def kept_bad():
    Kept(Numbers()).run_bad()
    # CHECK: :[[@LINE-1]]:21: warning: operands of '+' are on different devices: 'x' on cuda, 'torch.zeros(3)' on cpu


class Reset:
    def __init__(self, device):
        self.device = device

    def __call__(self, batch):
        return torch.stack(batch).to(self.device)

    def reset(self):
        self.device = "cpu"


def reset_ok():
    make = Reset("cuda")
    loader = DataLoader(Numbers(), 4, collate_fn=make)
    make.reset()
    for x in loader:
        print(x + torch.zeros(3))


def put_ok():
    make = Mover("cuda")
    loader = DataLoader(Numbers(), 4, collate_fn=make)
    make.device = "cpu"
    for x in loader:
        print(x + torch.zeros(3))


def left_bad():
    make = Mover("cuda")
    loader = DataLoader(Numbers(), 4, collate_fn=make)
    for x in loader:
        print(x + torch.zeros(3))
        # CHECK: :[[@LINE-1]]:17: warning: operands of '+' are on different devices: 'x' on cuda, 'torch.zeros(3)' on cpu
