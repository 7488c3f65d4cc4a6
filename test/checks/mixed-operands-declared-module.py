# RUN: not %device_tidy check --isolated --level 2 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# A parameter that is declared to be a module of the program is where its user has moved it.
import torch
from torch import nn


class Circuit(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("state", torch.zeros(2, 2))

    def get(self):
        return self.state


class Plain:
    def __init__(self):
        self.state = torch.zeros(2, 2)


def bad(q: Circuit):
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of 'mm' may be on different devices: 'q.get()' on {{.*}}, 'torch.eye(2)' on cpu
    return torch.mm(q.get(), torch.eye(2))


def good(q: Circuit):
    state = q.get()
    return torch.mm(state, torch.eye(2, device=state.device))


def good_plain(q: Plain):
    return torch.mm(q.state, torch.eye(2))
