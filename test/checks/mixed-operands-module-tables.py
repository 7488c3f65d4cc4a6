# RUN: not %device_tidy check --isolated --worlds multi --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# The variables of a module, assigned by their names: `globals()`, `sys.modules[__name__]`, `.data = ...` of one.
import sys

import torch

named = torch.zeros(3)
listed = torch.zeros(3)
first = torch.zeros(3)
second = torch.zeros(3)
updated = torch.zeros(3)
member = torch.zeros(3)
through = torch.zeros(3)
filled = torch.zeros(3)
kept = torch.zeros(3)


def setup():
    globals()["named"] = torch.zeros(3).cuda()
    table = globals()
    table["listed"] = torch.zeros(3).cuda()
    for name in ("first", "second"):
        globals()[name] = globals()[name].cuda()
    globals().update(updated=torch.zeros(3).cuda())
    setattr(sys.modules[__name__], "member", torch.zeros(3).cuda())
    module = sys.modules[__name__]
    module.through = torch.zeros(3).cuda()
    filled.data = filled.data.cuda()


def good():
    setup()
    return (
        named + torch.ones(3).cuda(),
        listed + torch.ones(3).cuda(),
        first + torch.ones(3).cuda(),
        second + torch.ones(3).cuda(),
        updated + torch.ones(3).cuda(),
        member + torch.ones(3).cuda(),
        through + torch.ones(3).cuda(),
        filled + torch.ones(3).cuda(),
        kept + torch.ones(3),
    )


def bad():
    setup()
    # CHECK: tables.py:[[#@LINE+1]]:{{[0-9]+}}: warning: operands of '+' are on different devices: 'named' on cuda
    return named + torch.ones(3)


def bad_second():
    setup()
    # CHECK: tables.py:[[#@LINE+1]]:{{[0-9]+}}: warning: operands of '+' are on different devices: 'second' on cuda
    return second + torch.ones(3)


def bad_through():
    setup()
    # CHECK: tables.py:[[#@LINE+1]]:{{[0-9]+}}: warning: operands of '+' are on different devices: 'through' on cuda
    return through + torch.ones(3)


def bad_kept():
    setup()
    # CHECK: tables.py:[[#@LINE+1]]:{{[0-9]+}}: warning: operands of '+' are on different devices: 'kept' on cpu
    return kept + torch.ones(3).cuda()
