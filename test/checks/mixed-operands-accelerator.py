# A program that is written for another accelerator than CUDA: it asks whether that is there, and never speaks of CUDA.
# RUN: not %device_tidy check --isolated %s | FileCheck %s -DACC=mps --implicit-check-not='warning:'
# RUN: sed 's/torch.backends.mps/torch.xpu/; s/"mps"/"xpu"/' %s > %t.xpu.py
# RUN: not %device_tidy check --isolated %t.xpu.py | FileCheck %s -DACC=xpu --implicit-check-not='warning:'
# RUN: sed 's/torch.backends.mps/torch.npu/; s/"mps"/"npu"/' %s > %t.npu.py
# RUN: not %device_tidy check --isolated %t.npu.py | FileCheck %s -DACC=npu --implicit-check-not='warning:'
# RUN: sed 's/torch.backends.mps/torch.hpu/; s/"mps"/"hpu"/' %s > %t.hpu.py
# RUN: not %device_tidy check --isolated %t.hpu.py | FileCheck %s -DACC=hpu --implicit-check-not='warning:'
import torch
from torch import nn

device = torch.device("mps" if torch.backends.mps.is_available() else "cpu")


def trains(x):
    model = nn.Linear(4, 2).to(device)
    return model(torch.randn(3, 4))
    # CHECK: :[[#@LINE-1]]:12: warning: operands of 'Linear' may be on different devices: 'model' on [[ACC]], 'torch.randn(3, 4)' on cpu


def trains_ok(x):
    model = nn.Linear(4, 2).to(device)
    return model(torch.randn(3, 4, device=device))


def adds():
    if torch.backends.mps.is_available():
        h = torch.zeros(3, device="mps")
        return h + torch.zeros(3)
        # CHECK: :[[#@LINE-1]]:18: warning: operands of '+' are on different devices: 'h' on [[ACC]], 'torch.zeros(3)' on cpu


def adds_ok():
    if torch.backends.mps.is_available():
        h = torch.zeros(3, device="mps")
        return h + torch.zeros_like(h)


def reads():
    return torch.ones(3, device=device).numpy()
    # CHECK: :[[#@LINE-1]]:41: warning: 'numpy' reads memory of 'torch.ones(3, device=device)' on the host, but 'torch.ones(3, device=device)' may be on [[ACC]]


def reads_ok():
    return torch.ones(3, device=device).cpu().numpy()
