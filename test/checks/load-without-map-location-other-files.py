# A tensor that is saved from the CPU, or anything that is saved in memory, says nothing of a file with a state.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-load-without-map-location %s | FileCheck %s --implicit-check-not=warning:
import io

import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def serialize(tensor):
    buffer = io.BytesIO()
    torch.save(tensor.cpu(), buffer)
    return buffer.getvalue()


def sample(x):
    torch.save(x.cpu(), "sample.pt")


def bad(path):
    net = nn.Linear(2, 2)
    # CHECK: :[[#@LINE+1]]:25: warning: 'torch.load' without a device
    net.load_state_dict(torch.load(path))
    return net.to(device)


def entry_bad(path):
    net = nn.Linear(2, 2)
    # CHECK: :[[#@LINE+1]]:13: warning: 'torch.load' without a device
    state = torch.load(path).get("model")
    net.load_state_dict(state)
    return net.to(device)


def good(path):
    net = nn.Linear(2, 2)
    net.load_state_dict(torch.load(path, map_location="cpu"))
    return net.to(device)
