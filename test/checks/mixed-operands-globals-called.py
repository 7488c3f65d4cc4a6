# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-mixed-operands,device-unregistered-state %s | FileCheck %s --implicit-check-not=warning:
# What functions do to global variables, to what these hold and to what that holds, is done when they are called.
import torch
from torch import nn

model = nn.Linear(2, 2)
mask = torch.ones(2)
parts = {"head": nn.Linear(2, 2)}
rows = [torch.ones(2), torch.ones(2)]
stays = torch.ones(2)


def setup():
    global mask
    model.cuda()
    mask = mask.cuda()
    parts["head"].cuda()
    rows[0] = rows[0].cuda()


setup()
good_model = model(torch.ones(2, 2).cuda())
good_mask = mask + torch.ones(2).cuda()
good_part = parts["head"](torch.ones(2, 2).cuda())
good_row = rows[0] + torch.ones(2).cuda()
good_other = rows[1] + torch.ones(2)
good_stays = stays + torch.ones(2)


def bad_model():
    setup()
    # CHECK: called.py:[[#@LINE+1]]:{{.*}}operands of 'Linear' are on different devices: 'model' on cuda
    return model(torch.ones(2, 2))


def bad_mask():
    setup()
    # CHECK: called.py:[[#@LINE+1]]:{{.*}}operands of '+' are on different devices: 'mask' on cuda
    return mask + torch.ones(2)


# CHECK: called.py:[[#@LINE+1]]:{{.*}}operands of '+' are on different devices: 'mask' on cuda
bad_at_top = mask + torch.ones(2)
# CHECK: called.py:[[#@LINE+1]]:{{.*}}operands of '+' are on different devices: 'stays' on cpu
bad_stays = stays + torch.ones(2).cuda()
