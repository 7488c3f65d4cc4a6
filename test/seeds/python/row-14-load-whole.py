# Row 14: a model that was saved whole is loaded where it was saved. Several ways of reading.
# RUN: not %check --select device-load-without-map-location %s | FileCheck %s --implicit-check-not=warning:
# RUN: %repaired %s > %t.py
# RUN: %check %t.py | count 0
import pickle
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def read(path: str) -> nn.Module:
    with open(path, "rb") as stream:
        model = torch.load(stream, pickle_module=pickle, weights_only=False)  # GOOD: model = torch.load(stream, device, pickle_module=pickle, weights_only=False)
        # CHECK: :[[@LINE-1]]:17: warning: 'torch.load' without a device: fails on a machine without a GPU if the file was saved on one [device-load-without-map-location]
    return model.to(device).eval()


def read_scripted(path: str):
    scripted = torch.jit.load(path)  # GOOD: scripted = torch.jit.load(path, map_location=device)
    # CHECK: :[[@LINE-1]]:16: warning: 'torch.jit.load' without a device: fails on a machine without a GPU if the file was saved on one [device-load-without-map-location]
    return scripted.to(device)
