# A default device that a module sets when it is imported counts for whoever imports it.
# RUN: split-file %s %t
# RUN: cd %t && not %device_tidy check --isolated --level 1 --output-format concise . | FileCheck %s --implicit-check-not=warning:
# CHECK: other.py:5:7: warning: operands of '+' may be on different devices: 'x' on cuda, 'torch.zeros(2)' on cpu

#--- setup_default.py
import torch

if torch.cuda.is_available():
    torch.set_default_tensor_type(torch.cuda.FloatTensor)

#--- chosen.py
import torch


def choose():
    torch.set_default_device("cuda")


choose()

#--- through.py
from chosen import choose

__all__ = ["choose"]

#--- use.py
import setup_default
import torch

device = "cuda" if torch.cuda.is_available() else "cpu"
x = torch.ones(2, device=device)
y = x + torch.zeros(2)

#--- far.py
import through
import torch

device = "cuda" if torch.cuda.is_available() else "cpu"
x = torch.ones(2, device=device)
y = x + torch.zeros(2)

#--- copied.py
import torch

torch.set_default_device("cuda")
y = torch.tensor(torch.ones(3, device="cpu")) + torch.ones(3)

#--- other.py
import torch

device = "cuda" if torch.cuda.is_available() else "cpu"
x = torch.ones(2, device=device)
y = x + torch.zeros(2)
