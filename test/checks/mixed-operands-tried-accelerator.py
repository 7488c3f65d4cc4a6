# `try: x.cuda()`: its handler runs on machines without an accelerator, and what is behind knows which way was taken.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
import torch

device = "cuda" if torch.cuda.is_available() else "cpu"
x = torch.ones(3, device=device)


def moved_ok():
    try:
        v = torch.ones(3).cuda()
    except (AssertionError, RuntimeError):
        v = torch.ones(3)
    return v + x


def moved_bad():
    try:
        v = torch.ones(3).cpu()
    except (AssertionError, RuntimeError):
        v = torch.ones(3)
    # CHECK: :[[#@LINE+1]]:14: warning: operands of '+' may be on different devices
    return v + x


def switch_ok():
    try:
        torch.zeros(1, device="cuda")
        ok = True
    except Exception:
        ok = False
    v = torch.ones(3)
    if ok:
        v = v.cuda()
    return v + x


def switch_bad():
    try:
        torch.zeros(1, device="cuda")
        ok = True
    except Exception:
        ok = False
    v = torch.ones(3)
    if not ok:
        v = v.cpu()
    # CHECK: :[[#@LINE+1]]:14: warning: operands of '+' may be on different devices
    return v + x


def chosen_ok():
    try:
        torch.zeros(1).cuda()
        on = "cuda"
    except RuntimeError:
        on = "cpu"
    return torch.ones(3, device=on) + x


# What fails for another reason leads there with an accelerator, too.
def read_bad(read):
    try:
        v = read().cuda()
    except RuntimeError:
        v = torch.ones(3)
    # CHECK: :[[#@LINE+1]]:14: warning: operands of '+' may be on different devices
    return v + x
