# RUN: not %device_tidy check --isolated --level 1 --ignore device-unguarded-accelerator --output-format concise %s | FileCheck %s --implicit-check-not='warning:'
# One integer selects as a number does, wherever it is; what a helper catches is no failure.
import torch


def first(values, index):
    return values[index[0]]


def best(values, scores):
    _, i = scores.max(0)
    return values[i]


def pick(values, index):
    return values[index]


def tried(values, mask):
    try:
        return values[mask]
    except RuntimeError:
        return values[mask.cpu()]


def integers_good():
    index = torch.zeros(3, device="cuda").long()
    return (
        first(torch.zeros(3), index),
        best(torch.zeros(3), torch.rand(3, device="cuda")),
        [pick(torch.zeros(3), i) for i in index],
        pick(torch.zeros(3, 3), (index[0], 1)),
        tried(torch.zeros(3), index),
    )


def indices_bad():
    index = torch.zeros(3, device="cuda").long()
    # CHECK: :[[#@LINE+1]]:12: warning: index is on another device than the tensor that it indexes
    return pick(torch.zeros(3), index)
