# RUN: not %device_tidy check --isolated --level 2 --select device-cpu-collective --output-format concise %s | FileCheck %s --implicit-check-not='warning:'
# Groups that callers may leave out: then it is the default one. No call says of what backend that is.
import numpy as np
import torch
from torch import distributed as dist


def agree_bad(flag: bool, group=None) -> bool:
    votes = torch.zeros(1, dtype=torch.int)
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'all_reduce' may fail: 'votes' is on cpu
    dist.all_reduce(votes, group=group)
    return votes.item() > 0


def agree_good(flag: bool, group=None) -> bool:
    votes = torch.zeros(1, dtype=torch.int, device="cuda")
    dist.all_reduce(votes, group=group)
    return votes.item() > 0


def same_seed_bad(group=None) -> int:
    seed = np.random.randint(2**31)
    if group is None:
        group = dist.group.WORLD
    number = torch.tensor(seed if dist.get_rank(group) == 0 else 0)
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'broadcast' may fail: 'number' is on cpu
    dist.broadcast(number, src=0, group=group)
    return number.item()


def same_seed_good(group=None) -> int:
    seed = np.random.randint(2**31)
    if group is None:
        group = dist.group.WORLD
    device = "cuda" if dist.get_backend(group) == "nccl" else "cpu"
    number = torch.tensor(seed if dist.get_rank(group) == 0 else 0).to(device)
    dist.broadcast(number, src=0, group=group)
    return number.item()


# Whoever has to give one may give one of another backend.
def given_good(votes, group):
    dist.all_reduce(torch.zeros(1), group=group)
