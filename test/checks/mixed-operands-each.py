# Functions that replace each element of what they are given, and those of their own objects.
# RUN: not %device_tidy check --isolated --worlds multi --level 2 --select device-mixed-operands %s | FileCheck %s --implicit-check-not='warning:'
import torch


def move(batch, device):
    for k in batch:
        batch[k] = batch[k].to(device)


def move_tensors(batch, device):
    for k, v in batch.items():
        if isinstance(v, torch.Tensor):
            batch[k] = v.to(device)


def move_first(batch, device):
    for k in batch:
        batch[k] = batch[k].to(device)
        break


def dictionary_ok():
    batch = {"a": torch.ones(2), "b": torch.ones(2)}
    move(batch, "cuda")
    return batch["a"] + torch.ones(2, device="cuda")


def dictionary_bad():
    batch = {"a": torch.ones(2), "b": torch.ones(2)}
    move(batch, "cuda")
    return batch["a"] + torch.ones(2)
    # CHECK: :[[@LINE-1]]:23: warning: operands of '+' are on different devices: 'batch["a"]' on cuda, 'torch.ones(2)' on cpu


def tensors_ok():
    batch = {"a": torch.ones(2), "n": 3}
    move_tensors(batch, "cuda")
    return batch["a"] + torch.ones(2, device="cuda")


def tensors_bad():
    batch = {"a": torch.ones(2), "n": 3}
    move_tensors(batch, "cuda")
    return batch["a"] + torch.ones(2)
    # CHECK: :[[@LINE-1]]:23: warning: operands of '+' are on different devices: 'batch["a"]' on cuda, 'torch.ones(2)' on cpu


# A loop that ends early has replaced one, nobody knows which.
def first():
    batch = {"a": torch.ones(2), "b": torch.ones(2)}
    move_first(batch, "cuda")
    return batch["a"] + torch.ones(2, device="cuda")


def read_after(batch, device):
    for k in batch:
        batch[k] = batch[k].to(device)
    return batch["a"] + torch.ones(2, device=device)


def read_after_ok():
    return read_after({"a": torch.ones(2)}, "cuda")


# Keys that are numbers tell elements apart, too.
class Cache:
    def __init__(self):
        self.keys = {0: torch.empty(2), 1: torch.empty(2)}

    def to(self, device):
        self.keys[0] = self.keys[0].to(device)


def numbered_ok():
    cache = Cache()
    cache.to("cuda")
    return cache.keys[0] + torch.ones(2, device="cuda"), cache.keys[1] + torch.ones(2)


def numbered_bad():
    cache = Cache()
    cache.to("cuda")
    return cache.keys[1] + torch.ones(2, device="cuda")
    # CHECK: :[[@LINE-1]]:26: warning: operands of '+' are on different devices: 'cache.keys[1]' on cpu
