# Row 26: the number of GPUs is made the current one. A script that starts its processes.
# RUN: not %check --select device-invalid-index %s | FileCheck %s --implicit-check-not=warning:
# RUN: %repaired %s > %t.py
# RUN: %check %t.py | count 0
import torch
import torch.multiprocessing as mp


def worker(rank: int):
    torch.cuda.set_device(rank)
    x = torch.full((4,), float(rank), device="cuda")
    print(rank, x.sum().item())


def single():
    world = torch.cuda.device_count()
    torch.cuda.set_device(world)  # GOOD: torch.cuda.set_device(world - 1)
    # CHECK: :[[@LINE-1]]:27: warning: 'world' names no accelerator for 'set_device': it is the number of accelerators, one more than the last index [device-invalid-index]
    return torch.ones(2, device="cuda")


if __name__ == "__main__":
    if torch.cuda.is_available():
        mp.spawn(worker, nprocs=torch.cuda.device_count())
        print(single())
