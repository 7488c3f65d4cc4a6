# A function that calls itself, with an object of its own that unknown code is handed.
# RUN: not %device_tidy check --isolated --level 3 --output-format concise --select device-implicit-creation %s | FileCheck %s --implicit-check-not=warning:
import torch
from somewhere import helper


def walk_ok(tree):
    parts = [tree]
    helper(parts, torch.zeros(2))
    return [walk_ok(t) for t in tree]


def walk_bad(tree, x: torch.Tensor):
    parts = [tree]
    helper(parts, x.cuda(), torch.zeros(2))
    # CHECK: :[[@LINE-1]]:29: warning: the result of 'zeros' is created without a device
    return [walk_bad(t, x) for t in tree]
