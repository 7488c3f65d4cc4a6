# Tensors on the CPU in collectives of NCCL.
# RUN: not %device_tidy check --isolated --select device-cpu-collective %s | FileCheck %s --implicit-check-not='{{warning|note}}:'
import torch
import torch.distributed as dist


def start():
    dist.init_process_group("nccl")


def count_bad(samples):
    total = torch.tensor(samples)
    # CHECK: :[[@LINE+2]]:5: warning: 'all_reduce' fails: 'total' is on cpu, and NCCL takes tensors on accelerators only [device-cpu-collective]
    # CHECK: :[[@LINE-2]]:13: note: 'total' created on cpu here, the default device
    dist.all_reduce(total)
    return total.item()


def count_ok(samples, rank):
    total = torch.tensor(samples, device=torch.device("cuda", rank))
    dist.all_reduce(total)
    return total.item()


def gathered_bad(x: torch.Tensor):
    host = x.cpu()
    parts = [torch.empty(4) for _ in range(dist.get_world_size())]
    dist.all_gather(parts, host)
    # CHECK: :[[@LINE-1]]:5: warning: 'all_gather' fails: 'parts' is on cpu, and NCCL takes tensors on accelerators only [device-cpu-collective]
    # CHECK: note:


def gathered_ok(x: torch.Tensor):
    parts = [torch.empty_like(x) for _ in range(dist.get_world_size())]
    dist.all_gather(parts, x)


# A group may be another backend's.
def other_group_ok(group):
    dist.broadcast(torch.zeros(4), 0, group=group)
    dist.broadcast(torch.zeros(4), 0, group)
