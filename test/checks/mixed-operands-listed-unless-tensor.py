# torch.tensor(v) of a tensor is where that is, of a list on the CPU: of one of the two nobody knows.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
import torch

t = torch.ones(3, device="cuda" if torch.cuda.is_available() else "cpu")


def unless_tensor(v):
    if not torch.is_tensor(v):
        v = [v]
    return torch.tensor(v)


def of_number(v):
    if isinstance(v, float):
        v = [v]
    return torch.tensor(v)


def of_many(v, many=False):
    v = [v] if many else v
    return torch.tensor(v)


def unless_list(v):
    if not isinstance(v, list):
        v = [v]
    return torch.tensor(v).reshape(-1)


def always(v):
    v = [v]
    return torch.tensor(v)


def good():
    return unless_tensor(t) + t, of_number(t) + t, of_many(t) + t


def bad():
    # CHECK: :[[#@LINE+1]]:26: warning: operands of '+' may be on different devices
    a = unless_list(1.0) + t
    # CHECK: :[[#@LINE+1]]:27: warning: operands of '+' may be on different devices
    return a, always(1.0) + t
