# What a function leaves on the CPU that it fills with what it computed of its arguments: level 2, where anybody calls it.
# RUN: not %device_tidy check --isolated --level 2 --select device-mixed-return %s | FileCheck %s --implicit-check-not='{{warning|note}}:'
# RUN: %device_tidy check --isolated --level 1 %s | FileCheck %s --check-prefix=CERTAIN --allow-empty
# CERTAIN-NOT: warning:
import torch


def pairwise(a: torch.Tensor, b: torch.Tensor):
    out = torch.empty(a.shape[0], b.shape[0])
    for i in range(a.shape[0]):
        out[i] = (b - a[i]).norm(dim=1)
    return out
    # CHECK: :[[@LINE-1]]:5: warning: 'pairwise' may return 'out' on cpu, but stores results on its caller's device in it [device-mixed-return]
    # CHECK: :[[@LINE-5]]:11: note: 'out' created on cpu here, the default device
    # CHECK: :[[@LINE-4]]:16: note: a tensor on its caller's device stored in 'out' here


def pairwise_ok(a: torch.Tensor, b: torch.Tensor):
    out = torch.empty(a.shape[0], b.shape[0], device=a.device)
    for i in range(a.shape[0]):
        out[i] = (b - a[i]).norm(dim=1)
    return out


# What is computed of it is there as well; nobody has to say what is indexed as tensors are.
def counts(embeddings, groups):
    total = torch.zeros(len(groups), embeddings.size(-1))
    for k, g in enumerate(groups):
        total[k] = embeddings[k, g]
    return total / total.sum()
    # CHECK: :[[@LINE-1]]:5: warning: 'counts' may return
    # CHECK: note: {{.*}} created on cpu here
    # CHECK: note: a tensor on its caller's device stored in {{.*}} here


def counts_ok(embeddings, groups):
    total = torch.zeros(len(groups), embeddings.size(-1))
    for k, g in enumerate(groups):
        total[k] = embeddings[k, g]
    return (total / total.sum()).to(embeddings.device)


# Lists are batched on the CPU, and so is what a function with such a name is given.
def padded(rows: list[torch.Tensor], width: int):
    out = torch.zeros(len(rows), width)
    for i, row in enumerate(rows):
        out[i, :len(row)] = row
    return out


def collate(rows: torch.Tensor):
    out = torch.zeros(len(rows), 4)
    for i in range(len(rows)):
        out[i] = rows[i]
    return out


# The copy to the CPU is meant.
def gathered(x: torch.Tensor):
    out = torch.zeros(4, 2)
    for i in range(4):
        out[i] = x[i].cpu()
    return out


# Its callers give it what is on the CPU.
def tabulated(x: torch.Tensor):
    out = torch.zeros(4, 2)
    for i in range(4):
        out[i] = x[i]
    return out


print(tabulated(torch.ones(4, 2)))
