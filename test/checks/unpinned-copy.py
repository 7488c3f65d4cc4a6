# Copies from pageable memory, and loaders that could pin it.
# RUN: not %device_tidy check --isolated --select device-unpinned-copy %s | FileCheck %s --implicit-check-not='{{warning|note}}:'
import torch
from torch.utils.data import DataLoader


def made_here_bad():
    x = torch.zeros(8)
    return x.to("cuda", non_blocking=True)
    # CHECK: :[[@LINE-1]]:14: warning: 'x' is copied to cuda from pageable memory: the copy cannot overlap with other work [device-unpinned-copy]
    # CHECK: :[[@LINE-3]]:9: note: 'x' created on cpu here


def made_here_ok():
    x = torch.zeros(8, pin_memory=True)
    return x.to("cuda", non_blocking=True)


def loader_bad(data, device: torch.device):
    loader = DataLoader(data, batch_size=8, shuffle=True)
    # CHECK: :[[@LINE-1]]:14: warning: each batch of the data loader is copied to 'device' from pageable memory: the copy cannot overlap with other work [device-unpinned-copy]
    # CHECK: :[[@LINE+3]]:15: note: 'x' moved to 'device' here
    # CHECK: :[[@LINE-3]]:57: note: possible fix: pin the batches
    for x, y in loader:
        x = x.to(device)
        y = y.to(device)
        (x * y).sum()


def loader_ok(data, device: torch.device):
    loader = DataLoader(data, batch_size=8, shuffle=True, pin_memory=True)
    for x, y in loader:
        x = x.to(device)
        y = y.to(device)
        (x * y).sum()


# What the caller asks for, or another function makes.
def option_ok(data, device: torch.device, pin):
    for x in DataLoader(data, pin_memory=pin):
        x.to(device).sum()


def options_ok(data, device: torch.device, **options):
    for x in DataLoader(data, **options):
        x.to(device).sum()


def waits_ok():
    return torch.zeros(8).to("cuda")


def host_ok(data):
    for x in DataLoader(data):
        x.sum()


def numbered_bad(data, device: torch.device):
    # CHECK: :[[@LINE+3]]:31: warning: each batch of the data loader is copied to 'device' from pageable memory: the copy cannot overlap with other work [device-unpinned-copy]
    # CHECK: :[[@LINE+3]]:24: note: 'batch["x"]' moved to 'device' here
    # CHECK: :[[@LINE+1]]:46: note: possible fix: pin the batches
    for i, batch in enumerate(DataLoader(data)):
        x = batch["x"].to(device)
        x.sum()


def numbered_ok(data, device: torch.device):
    for i, batch in enumerate(DataLoader(data, pin_memory=True)):
        x = batch["x"].to(device)
        x.sum()


class Held:
    def __init__(self, data, device: torch.device):
        self.device = device
        self.loader = DataLoader(data)

    # Whether a loader that somebody else made pins is not known.
    def FN_member(self):
        for x in self.loader:
            x.to(self.device).sum()


def FN_parameter(loader: DataLoader, device: torch.device):
    for x in loader:
        x.to(device).sum()


def calls(data, device: torch.device):
    FN_parameter(DataLoader(data), device)


# Variables of a module, which a loop writes again.
host = [torch.zeros(2)]
gpu = torch.device("cuda" if torch.cuda.is_available() else "cpu")
pages = DataLoader(host)
for page in pages:
    page = page.to(gpu)
    page.sum()
# CHECK: :[[@LINE-4]]:9: warning: each batch of the data loader is copied to 'gpu' from pageable memory: the copy cannot overlap with other work [device-unpinned-copy]
# CHECK: :[[@LINE-3]]:17: note: 'page' moved to 'gpu' here
# CHECK: :[[@LINE-6]]:24: note: possible fix: pin the batches

pinned = DataLoader(host, pin_memory=True)
for page in pinned:
    page = page.to(gpu)
    page.sum()
