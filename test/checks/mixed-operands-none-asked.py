# None is asked for of what may be one of several values.
# RUN: not %device_tidy check --isolated --worlds multi --level 2 --select device-mixed-operands %s | FileCheck %s --implicit-check-not='warning:'
import torch


def read_ok(device, tokens):
    if isinstance(tokens, str):
        tokens = torch.tensor([1])
    if tokens is not None:
        tokens = tokens.to(device)
    return tokens + torch.ones(1, device=device)


def read_bad(device, tokens):
    if isinstance(tokens, str):
        tokens = torch.tensor([1])
    elif tokens is not None:
        tokens = tokens.to(device)
    return tokens + torch.ones(1, device=device)
    # CHECK: :[[@LINE-1]]:19: warning: operands of '+' may be on different devices: 'tokens' on cpu


def left_ok(device, tokens):
    if isinstance(tokens, str):
        tokens = torch.tensor([1])
    if tokens is None:
        return torch.ones(1)
    return tokens.to(device) + torch.ones(1, device=device)


# Made where a flag says so.
def made_ok(device, flag):
    kept = torch.ones(2) if flag else None
    if kept is not None:
        kept = kept.to(device)
    return torch.ones(2, device=device) + kept


def made_bad(device, flag):
    kept = torch.ones(2) if flag else None
    if kept is None:
        kept = torch.ones(2, device=device)
    return torch.ones(2, device=device) + kept
    # CHECK: :[[@LINE-1]]:41: warning: operands of '+' may be on different devices: {{.*}}, 'kept' on cpu


def maybe(flag):
    return torch.ones(2) if flag else None


def called_ok(device, flag):
    kept = maybe(flag)
    if kept is not None:
        kept = kept.to(device)
    return torch.ones(2, device=device) + kept
