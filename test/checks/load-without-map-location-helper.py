# A helper that loads may stand in a file of its own: it means to run without an accelerator if all who call it do.
# RUN: rm -rf %t && split-file %s %t
# RUN: not %device_tidy check --isolated --output-format concise --level 1 %t/bad | FileCheck %s --implicit-check-not=warning:
# RUN: %device_tidy check --isolated --level 1 --ignore device-unguarded-accelerator %t/good
# RUN: %device_tidy check --isolated --level 1 --ignore device-unguarded-accelerator %t/mixed

# CHECK-DAG: store.py:5:18: warning: 'torch.load' without a device
# CHECK-DAG: net.py:6:16: warning: 'torch.load' without a device

#--- bad/store.py
import torch


def restore(model, path):
    checkpoint = torch.load(path)
    model.load_state_dict(checkpoint["state"])


def restore_all(models, folder):
    for name, model in models.items():
        restore(model, folder + name)

#--- bad/main.py
import sys

import torch

import store

if __name__ == "__main__":
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    model = torch.nn.Linear(2, 2).to(device)
    store.restore(model, sys.argv[1])
    store.restore_all({"a": model}, sys.argv[1])

#--- bad/net.py
import torch


class Net(torch.nn.Linear):
    def restore(self, path):
        kept = torch.load(path)
        self.load_state_dict(kept)

#--- bad/resume.py
import sys

import torch
from net import Net

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
net = Net(2, 2).to(device)
net.restore(sys.argv[1])

#--- good/net.py
import torch


class Net(torch.nn.Linear):
    def restore(self, path, device):
        kept = torch.load(path, map_location=device)
        self.load_state_dict(kept)

#--- good/resume.py
import sys

import torch
from net import Net

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
net = Net(2, 2).to(device)
net.restore(sys.argv[1], device)

#--- good/store.py
import torch


def restore(model, path):
    checkpoint = torch.load(path, map_location="cpu")
    model.load_state_dict(checkpoint["state"])

#--- good/main.py
import sys

import torch

import store

if __name__ == "__main__":
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    model = torch.nn.Linear(2, 2).to(device)
    store.restore(model, sys.argv[1])

#--- mixed/store.py
import torch


def restore(model, path):
    checkpoint = torch.load(path)
    model.load_state_dict(checkpoint["state"])

#--- mixed/main.py
import sys

import torch

import store

if __name__ == "__main__":
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    model = torch.nn.Linear(2, 2).to(device)
    store.restore(model, sys.argv[1])

#--- mixed/train.py
import sys

import torch

import store

if __name__ == "__main__":
    model = torch.nn.Linear(2, 2).cuda()
    store.restore(model, sys.argv[1])
