# A container that a caller may leave out: what is replaced in it is replaced in the caller's, if there is one.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
import torch


def put(x, out=None):
    if out is None:
        out = {}
    out["x"] = x.cuda()
    return out


def update(x, out=None):
    out = out or {}
    out.update(x=x.cuda())
    return out


def swap(x, out=None):
    if out is None:
        out = [torch.ones(3)]
    out[0] = x.cuda()
    return out


def given_good():
    d = {"x": torch.ones(3)}
    put(torch.ones(3), d)
    return d["x"] + torch.ones(3, device="cuda")


def updated_good():
    d = {"x": torch.ones(3)}
    update(torch.ones(3), d)
    return d["x"] + torch.ones(3, device="cuda")


def swapped_good():
    d = [torch.ones(3)]
    swap(torch.ones(3), d)
    return d[0] + torch.ones(3, device="cuda")


# What nobody replaces stays known, and so does what is made where none is given.
def look(x, out=None):
    if out is None:
        out = {"x": x.cuda()}
    return out["x"]


def looked_bad():
    d = {"x": torch.ones(3)}
    look(torch.ones(3), d)
    return d["x"] + torch.ones(3, device="cuda")
    # CHECK: :[[@LINE-1]]:19: warning: operands of '+' are on different devices: 'd["x"]' on cpu


def left_bad():
    d = put(torch.ones(3))
    return d["x"] + torch.ones(3)
    # CHECK: :[[@LINE-1]]:19: warning: operands of '+' are on different devices: 'd["x"]' on cuda


def left_good():
    d = put(torch.ones(3))
    return d["x"] + torch.ones(3, device="cuda")


# Other entries of the caller's: nobody says which one is replaced.
def FN_other_bad():
    d = {"y": torch.ones(3)}
    put(torch.ones(3), d)
    return d["y"] + torch.ones(3, device="cuda")
