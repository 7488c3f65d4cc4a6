# RUN: not %device_tidy check --isolated --level 2 --output-format concise %s | FileCheck %s --implicit-check-not=warning:
# Who asks a tensor for its device does not expect the CPU.
import torch
from torch import Tensor


def round_trip_bad(x: Tensor):
    device = x.device
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'numpy' reads memory of 'x' on the host, but 'x' may be on its caller's device [device-host-access]
    return torch.from_numpy(x.numpy() * 2).to(device)


def round_trip_good(x: Tensor):
    device = x.device
    return torch.from_numpy(x.cpu().numpy() * 2).to(device)


def tested_good(x: Tensor):
    if x.device.type == "cpu":
        return x.numpy()
    return x.cpu().numpy()


def plain_bad(x: Tensor):
    # Others of the file copy what they are given.
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'numpy' reads memory of 'x' on the host, but 'x' may be on its caller's device [device-host-access]
    return x.numpy()


def plain_good(x: Tensor):
    return x.cpu().numpy()


def _private_good(x: Tensor):
    return x.numpy()


def untyped_good(x):
    return x.numpy()


def made_beside_bad(edges, n):
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'numpy' reads memory of 'edges' on the host, but 'edges' may be on its caller's device [device-host-access]
    rows = edges.numpy()
    return rows, torch.arange(n, device=edges.device)


def made_beside_good(edges, n):
    rows = edges.cpu().numpy()
    return rows, torch.arange(n, device=edges.device)


def brought_back_good(x, n):
    # Whoever gives an array gets one back, and it was on the CPU all the time.
    is_array = not isinstance(x, Tensor)
    if is_array:
        x = torch.tensor(x)
    y = x * torch.arange(n, device=x.device)
    return y.numpy() if is_array else y
