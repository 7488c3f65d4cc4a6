# The keys of a dictionary that name devices say where its values are, one by one.
# RUN: not %device_tidy check --isolated --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn

devices = ["cpu"] + [f"cuda:{i}" for i in range(torch.cuda.device_count())]


def made_ok():
    copies = {d: torch.ones(3, device=d) for d in devices}
    for d, x in copies.items():
        print(x + torch.ones(3, device=d))
    return [copies[d] * torch.zeros(3, device=d) for d in copies]


def filled_ok():
    nets = {"cpu": nn.Linear(3, 3)}
    if torch.cuda.is_available():
        nets["cuda"] = nn.Linear(3, 3).cuda()
    return [net(torch.ones(2, 3, device=d)) for d, net in nets.items()]


def made():
    copies = {d: torch.ones(3, device="cuda") for d in "ab"}
    # CHECK: :[[@LINE+1]]:15: warning: operands of '+' are on different devices: 'x' on cuda, 'torch.ones(3)' on cpu
    return [x + torch.ones(3) for d, x in copies.items()]
