# Row 21: guards of all kinds: silent.
# RUN: %check %s | count 0
import sys

import torch
from torch import nn

if not torch.cuda.is_available():
    print("no GPU, the first part is left out")
else:
    print(torch.cuda.get_device_name(torch.cuda.current_device()))
    torch.cuda.synchronize()

n_gpu = torch.cuda.device_count()
model = nn.Linear(2, 2)
if n_gpu > 0:
    model.cuda()
    x = torch.ones(1, 2).cuda()
else:
    x = torch.ones(1, 2)
print(model(x))

has_gpu = n_gpu >= 1
y = torch.zeros(3, device="cuda:0" if has_gpu else "cpu")
z = torch.zeros(3, device="cuda:1") if torch.cuda.device_count() >= 2 else torch.zeros(3)


def timed(f, *args):
    use_cuda = torch.cuda.is_available()
    if use_cuda:
        start = torch.cuda.Event(enable_timing=True)
        start.record()
    out = f(*args)
    if use_cuda:
        torch.cuda.synchronize()
    return out


def require_gpu():
    if not torch.cuda.is_available():
        sys.exit("needs a GPU")
    return torch.ones(2, 2, device="cuda")


def demand_gpu():
    assert torch.cuda.is_available(), "needs a GPU"
    return torch.ones(2, 2).cuda()
