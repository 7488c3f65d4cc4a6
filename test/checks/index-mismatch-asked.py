# RUN: not %device_tidy check --isolated --level 2 --select device-index-mismatch --output-format concise %s | FileCheck %s --implicit-check-not=warning:
# The same question about the same value has the same answer, whatever class it asks for.
import numpy as np
import torch


def asked_twice_good(store, index: torch.Tensor, perm: torch.Tensor):
    for key, value in store.items():
        if isinstance(value, torch.Tensor):
            index = index.to(value.device)
        elif isinstance(value, np.ndarray):
            index = index.cpu()
        if isinstance(value, torch.Tensor):
            perm = perm.to(value.device)
        elif isinstance(value, np.ndarray):
            perm = perm.cpu()
        yield key, perm[index]


def asked_once_bad(store, index: torch.Tensor, perm: torch.Tensor):
    for key, value in store.items():
        if isinstance(value, torch.Tensor):
            index = index.to(value.device)
        elif isinstance(value, np.ndarray):
            index = index.cpu()
        perm = perm.cpu()
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: index may be on another device than the tensor that it indexes: 'perm' on cpu
        yield key, perm[index]


# What somebody gave may be of a class that derives from another, and an object is of its own.
class Kept:
    pass


def asked_class_bad(x: torch.Tensor):
    value = Kept()
    if isinstance(value, Kept):
        x = x.cuda()
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: index may be on another device than the tensor that it indexes: {{.*}} on cpu, 'x' on cuda
    return torch.ones(3)[x]


def asked_class_good(x: torch.Tensor):
    x = x.cpu()
    value = Kept()
    if not isinstance(value, Kept):
        x = x.cuda().cpu()
    return torch.ones(3)[x]
