# Tensors that are created on the CPU only to be moved.
# RUN: not %device_tidy check --isolated --select device-create-then-move %s | FileCheck %s --implicit-check-not='{{warning|note}}:'
import torch


def at_once_bad(x: torch.Tensor):
    return x + torch.zeros(2, 3).to(x.device)
    # CHECK: :[[@LINE-1]]:34: warning: 'torch.zeros(2, 3)' is created on cpu only to be moved to 'x.device' [device-create-then-move]


def at_once_ok(x: torch.Tensor):
    return x + torch.zeros(2, 3, device=x.device)


def cuda_bad():
    return torch.randn(4).cuda()
    # CHECK: :[[@LINE-1]]:27: warning: 'torch.randn(4)' is created on cpu only to be moved to cuda [device-create-then-move]
    # CHECK: note: possible fix: create the result of 'randn' on 'cuda'


def cuda_ok():
    return torch.randn(4, device="cuda")


def chosen_bad(n):
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    mask = torch.tril(torch.ones(n, n)).unsqueeze(0)
    # CHECK: :[[@LINE+2]]:17: warning: 'mask' is created on cpu only to be moved to 'device' [device-create-then-move]
    # CHECK: note: 'mask' created on cpu here, the default device
    return mask.to(device)


def chosen_ok(n):
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    return torch.tril(torch.ones(n, n, device=device)).unsqueeze(0)


# Random numbers of the host, memory of the host, memory that is pinned for the copy.
def generator_ok(x: torch.Tensor, generator):
    return torch.randn(4, generator=generator).to(x.device)


def numpy_ok(x: torch.Tensor, array):
    return torch.from_numpy(array).to(x.device)


def pinned_ok(x: torch.Tensor, values):
    return torch.tensor(values, pin_memory=True).to(x.device, non_blocking=True)


def both_ok(x: torch.Tensor):
    host = torch.arange(8)
    return host, host.to(x.device)
