# RUN: not %device_tidy check --isolated --level 1 --output-format concise %s | FileCheck %s --implicit-check-not=warning:
# A function that knows what to do without an accelerator may be given one.
import torch

available = torch.cuda.is_available()


def nested(x, device="cuda"):
    device = torch.device(device)
    if device.type != "cpu":
        if not torch.cuda.is_available():
            device = torch.device("cpu")
    return x.to(device)


def tried(x, device="cuda"):
    try:
        torch.zeros(1, device=device)
    except Exception:
        device = "cpu"
    return x.to(device)


def asserted(x, device="cuda"):
    assert device == "cpu" or available, "no GPU"
    return x.to(device)


def plain(x, device="cuda"):
    return x.to(device)


def good(x):
    return nested(x) + tried(x) + asserted(x)


def bad(x):
    # CHECK: :[[#@LINE+1]]:12: warning: 'plain' needs an accelerator and fails on a machine without one
    return plain(x)
