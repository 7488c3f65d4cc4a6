# torch.FloatTensor(t) takes tensors of the CPU alone; torch.Tensor(t) takes any, and numbers and arrays are on the CPU.
# RUN: not %device_tidy check --isolated --output-format concise --level 1 --ignore device-unguarded-accelerator %s | FileCheck %s --implicit-check-not=warning:
import numpy as np
import torch

device = "cuda" if torch.cuda.is_available() else "cpu"
model = torch.nn.Linear(4, 3).to(device)


def calibrate(x):
    logits = model(x.to(device))
    return torch.FloatTensor(logits)
    # CHECK: :[[#@LINE-1]]:12: warning: 'FloatTensor' takes this argument on the CPU only: 'logits' on cuda


def calibrate_good(x):
    logits = model(x.to(device))
    return torch.FloatTensor(logits.cpu())


def any_good(x):
    return torch.Tensor(model(x.to(device)))


def arrays_good(state, n):
    torch.FloatTensor(np.zeros(3)).to(device)
    torch.FloatTensor(state)
    torch.LongTensor([1, 2, n]).to(device)
    return torch.FloatTensor(n, 3)
