# What is asked of a number or of a name twice has one answer, as a flag has.
# RUN: not %device_tidy check --isolated --select device-mixed-operands,device-unguarded-accelerator %s | FileCheck %s --implicit-check-not='warning:'
import torch


def numbers_ok(args):
    x = torch.ones(2)
    y = torch.ones(2)
    if args.gpu >= 0:
        x = x.cuda()
    print(x)
    if args.gpu < 0:
        return x + y
    return x + y.cuda()


def numbers_bad(args):
    x = torch.ones(2)
    y = torch.ones(2)
    if args.gpu >= 0:
        x = x.cuda()
    print(x)
    if args.gpu > 0:
        y = y.cuda()
    return x + y
    # CHECK: :[[@LINE-1]]:14: warning: operands of '+' may be on different devices


def equal_ok(count, names):
    x = torch.ones(2)
    if count == 1 and "meta" in names:
        x = x.to("meta")
    if count != 1 or "meta" not in names:
        return x + torch.ones(2)
    return x


def equal_bad(count, names):
    x = torch.ones(2)
    if count == 1 and "meta" in names:
        x = x.to("meta")
    if count != 1 or "cuda" not in names:
        return x + torch.ones(2)
        # CHECK: :[[@LINE-1]]:18: warning: operands of '+' may be on different devices
    return x


def lengths_ok(names):
    x = torch.ones(2)
    y = torch.ones(2)
    if len(names) > 1:
        x = x.to("meta")
    print(names)
    if len(names) > 1:
        y = y.to("meta")
    return x + y


def lengths_bad(names):
    x = torch.ones(2)
    y = torch.ones(2)
    if len(names) > 1:
        x = x.to("meta")
    print(names)
    if len(names) > 2:
        y = y.to("meta")
    return x + y
    # CHECK: :[[@LINE-1]]:14: warning: operands of '+' may be on different devices


# What was computed from a number is another one.
def computed_bad(count):
    x = torch.ones(2)
    y = torch.ones(2)
    if count > 1:
        x = x.to("meta")
    count = count - 1
    if count > 1:
        y = y.to("meta")
    return x + y
    # CHECK: :[[@LINE-1]]:14: warning: operands of '+' may be on different devices


# The same question in a function and in its callers.
def moved(x, index):
    if index > 2:
        return x.to("meta")
    return x


def called_ok(args):
    y = torch.ones(2)
    if args.index > 2:
        y = y.to("meta")
    return moved(torch.ones(2), args.index) + y


def called_bad(args):
    y = torch.ones(2)
    if args.index > 2:
        y = y.to("meta")
    return moved(torch.ones(2), args.other) + y
    # CHECK: :[[@LINE-1]]:45: warning: operands of '+' may be on different devices


def constant_ok():
    return moved(torch.ones(2), 1) + torch.ones(2)


def constant_bad():
    return moved(torch.ones(2), 3) + torch.ones(2)
    # CHECK: :[[@LINE-1]]:36: warning: operands of '+' are on different devices


# A device that is a string.
def named_ok(x, place: str):
    if place != "cpu":
        x = torch.ones(2).to(place)
    else:
        x = torch.ones(2)
    return x + torch.ones(2).to(place)


def named_bad(x, place: str):
    if place == "cpu":
        x = torch.ones(2).to("meta")
    else:
        x = torch.ones(2).to(place)
    return x + torch.ones(2).to(place)
    # CHECK: :[[@LINE-1]]:14: warning: operands of '+' may be on different devices
