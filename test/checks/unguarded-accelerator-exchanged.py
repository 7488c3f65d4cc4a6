# What processes exchange is on accelerators where their group is one of NCCL: level 2. What stays in the process is level 1.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-unguarded-accelerator %s | FileCheck %s --implicit-check-not=warning: --check-prefixes=BOTH,EACH
# RUN: %device_tidy check --isolated --level 1 --ignore device-create-then-move --output-format concise %s --exit-zero | FileCheck %s --implicit-check-not=warning: --check-prefix=BOTH
import torch
import torch.distributed as dist

device = "cuda" if torch.cuda.is_available() else "cpu"


def gathered(size, n):
    # EACH: :[[#@LINE+1]]:{{.*}} warning: 'tensor' needs an accelerator
    size = torch.tensor([size], device="cuda")
    sizes = [torch.zeros_like(size) for _ in range(n)]
    dist.all_gather(sizes, size)
    return sizes


def reduced(t):
    # EACH: :[[#@LINE+1]]:{{.*}} warning: 'cuda' needs an accelerator
    t = torch.ones(2).cuda() * t
    dist.all_reduce(t)
    return t.item()


def kept_bad(t):
    # BOTH: :[[#@LINE+1]]:{{.*}} warning: 'cuda' needs an accelerator
    t = torch.ones(2).cuda() * t
    return t.item()


# Who exchanges something on a condition runs alone as well.
def trained_bad(loader, is_distributed):
    # BOTH: :[[#@LINE+1]]:{{.*}} warning: 'cuda' needs an accelerator
    total = torch.zeros(1).cuda()
    for x in loader:
        total += x
    if is_distributed:
        dist.all_reduce(total)
    return total
