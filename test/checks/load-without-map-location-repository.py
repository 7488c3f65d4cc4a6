# A file that lies in the repository says where it was saved.
# RUN: split-file %s %t
# RUN: %python %S/Inputs/saved_files.py %t
# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-load-without-map-location %t | FileCheck %s --implicit-check-not=warning:

#--- package/norms.py
import os
from pathlib import Path

import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
FOLDER = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def constant_good():
    return torch.load("data/cpu.pt")


def constant_bad():
    # CHECK: norms.py:16:12: warning: 'torch.load' without a device
    return torch.load("data/cuda.pt")


def old_good():
    return torch.load("data/old.pt")


def joined_good():
    return torch.load(os.path.join(FOLDER, "data", "cpu.pt"))


def joined_bad():
    # CHECK: norms.py:29:12: warning: 'torch.load' without a device
    return torch.load(os.path.join(FOLDER, "data", "cuda.pt"))


def path_good():
    return torch.load(Path(__file__).resolve().parent.parent / "data" / "cpu.pt")


# Another folder, where there is none.
def path_bad():
    # CHECK: norms.py:39:12: warning: 'torch.load' without a device
    return torch.load(Path(__file__).parent / "data" / "cpu.pt")


# What cannot be read.
def compressed_bad():
    # CHECK: norms.py:45:12: warning: 'torch.load' without a device
    return torch.load("data/compressed.pt")


def short_bad():
    # CHECK: norms.py:50:12: warning: 'torch.load' without a device
    return torch.load("data/short.pt")


# What the program itself writes is another file tomorrow.
def written_bad():
    # CHECK: norms.py:56:12: warning: 'torch.load' without a device
    return torch.load("data/written.pt")


def write(x):
    torch.save(x.to(device), "data/written.pt")
