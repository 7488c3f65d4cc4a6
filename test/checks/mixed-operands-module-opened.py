# RUN: split-file --leading-lines %s %t
# RUN: not %device_tidy check --isolated --worlds multi --output-format concise --select device-mixed-operands %t/some.py %t/executed.py %t/closed.py | FileCheck %s --implicit-check-not=warning:
# Names that nobody knows are assigned: any variable of the module may be anything afterwards. The first two run.

#--- some.py
import torch

mask = torch.zeros(3)


def restore(saved):
    for name, value in saved.items():
        globals()[name] = value


def good(saved, there):
    restore(saved)
    return mask + there.cuda()

#--- executed.py
import sys

import torch

mask = torch.zeros(3)
exec(open(sys.argv[1]).read())
total = mask + torch.zeros(3).cuda()

#--- closed.py
import torch

mask = torch.zeros(3)


def read(name):
    return globals()[name]


def bad(there):
    # CHECK: closed.py:[[#@LINE+1]]:17: warning: operands of '+' are on different devices: 'mask' on cpu
    return mask + there.cuda()
