# What a pool of threads maps over a list is what its map gives.
# RUN: not %device_tidy check --isolated --level 1 --select device-mixed-operands --output-format concise %s | FileCheck %s --implicit-check-not=warning:
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.pool import ThreadPool

import torch
from torch import nn

net = nn.Linear(3, 3).to("cuda")


def load(path):
    return torch.ones(3)


def load_part(path, part):
    return torch.ones(3)


def load_there(path):
    return torch.ones(3, device="cuda")


with ThreadPoolExecutor() as pool:
    for x in pool.map(load, ["a", "b"]):
        # CHECK: :[[#@LINE+1]]:9: warning: operands of 'Linear' are on different devices
        net(x)
    for x in pool.map(load_part, ["a", "b"], [1, 2]):
        # CHECK: :[[#@LINE+1]]:9: warning: operands of 'Linear' are on different devices
        net(x)
    for x in pool.map(load_there, ["a", "b"]):
        net(x)
    for x in list(pool.map(load, ["a", "b"])):
        net(x.to("cuda"))

threads = ThreadPool(3)
for x in threads.imap(lambda path: torch.ones(3), ["a", "b"]):
    # CHECK: :[[#@LINE+1]]:5: warning: operands of 'Linear' are on different devices
    net(x)
for x in threads.starmap(load_part, [("a", 1)]):
    # CHECK: :[[#@LINE+1]]:5: warning: operands of 'Linear' are on different devices
    net(x)
for x in threads.map(load_there, ["a", "b"]):
    net(x)
