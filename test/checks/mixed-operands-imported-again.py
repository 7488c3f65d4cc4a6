# What is imported or assigned first, and then imported again from a file that may be there, is that of the second file.
# RUN: rm -rf %t && split-file %s %t && mkdir -p %t/.git
# RUN: cd %t && not %device_tidy check --isolated --level 1 --output-format concise --ignore device-unguarded-accelerator . | FileCheck %s --implicit-check-not=warning:
# CHECK: main.py:19:12: warning: operands of 'Linear' may be on different devices: 'net' on cpu
#--- config.py
CFG = {"device": "cpu", "n": 3}
OTHER = {"device": "cpu", "n": 3}
KEPT = {"device": "cpu", "n": 3}
#--- local_config.py
CFG = {"device": "cuda", "n": 3}
#--- settings.py
CFG = {"device": "cpu", "n": 3}
try:
    from settings_local import *
except ImportError:
    pass
#--- settings_local.py
CFG = {"device": "cuda", "n": 3}
#--- main.py
import settings
import torch
from config import CFG, KEPT, OTHER
from torch import nn
try:
    from local_config import CFG
    from missing_config import OTHER
except ImportError:
    pass


def build(device, x):
    net = nn.Linear(3, 3).to(device)
    return net(x)


def bad(x):
    net = nn.Linear(3, 3).to(KEPT["device"])
    return net(x)


def good(x):
    first = nn.Linear(3, 3).to(CFG["device"])
    second = nn.Linear(3, 3).to(OTHER["device"])
    third = nn.Linear(3, 3).to(settings.CFG["device"])
    return first(x) + second(x) + third(x)


good(torch.zeros(2, 3).cuda())
bad(torch.zeros(2, 3).cuda())
