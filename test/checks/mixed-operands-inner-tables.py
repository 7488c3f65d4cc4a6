# A table in a table is changed without the outer one: under keys that nobody knows, in whatever way it is taken out.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise --ignore device-unguarded-accelerator %s | FileCheck %s --implicit-check-not=warning:
import json
import torch
from torch import nn

UPDATED = {"train": {"device": "cpu", "n": 3}}
LOOPED = {"train": {"device": "cpu", "n": 3}}
ADDED = {"train": {"device": "cpu", "n": 3}}
TAKEN = {"train": {"device": "cpu", "n": 3}}
STORED = {"train": {"device": "cpu", "n": 3}}
FLAT = {"device": "cpu", "n": 3}
KEPT = {"train": {"device": "cpu", "n": 3}}


def load(section, new):
    UPDATED["train"].update(json.load(open("options.json")))
    for table in LOOPED.values():
        table.update(new)
    ADDED.setdefault(section, {}).update(new)
    TAKEN.get("train").update(new)
    for key, value in new.items():
        STORED["train"][key] = value


def run(net, x):
    return net(x)


def good(x):
    run(nn.Linear(3, 3).to(UPDATED["train"]["device"]), x)
    run(nn.Linear(3, 3).to(LOOPED["train"]["device"]), x)
    run(nn.Linear(3, 3).to(ADDED["train"]["device"]), x)
    run(nn.Linear(3, 3).to(TAKEN["train"]["device"]), x)
    run(nn.Linear(3, 3).to(STORED["train"]["device"]), x)


def bad(x):
    net = nn.Linear(3, 3).to(KEPT["train"]["device"])
    return net(x)


load("train", {"device": "cuda"})
FLAT.update(json.load(open("options.json")))
nn.Linear(3, 3).to(FLAT["device"])(torch.zeros(2, 3).cuda())
good(torch.zeros(2, 3).cuda())
bad(torch.zeros(2, 3).cuda())
# CHECK: :[[@LINE-1]]:1: warning: operands of 'Linear' may be on different devices: 'net' on cpu, 'x' on cuda
