# What is read with numpy() without cpu() is on the CPU wherever the program gets that far: nothing else is said of it.
# RUN: not %device_tidy check --isolated --level 2 --output-format concise --select device-mixed-operands,device-host-access %s | FileCheck %s --implicit-check-not=warning:
import torch


def own_good(xt):
    eye = torch.eye(3).to(device=xt.device)
    nxt = xt.numpy() * 2
    # CHECK: :[[@LINE-1]]:14: warning: 'numpy' reads memory of 'xt' on the host, but 'xt' may be on its caller's device
    return torch.from_numpy(nxt) + xt @ eye


def frames(xt):
    return xt.numpy() * 2


def frames_from_anywhere(xt):
    return xt.cpu().numpy() * 2


def callee_good(xt):
    eye = torch.eye(3).to(device=xt.device)
    nxt = frames(xt)
    return torch.from_numpy(nxt) + xt @ eye


def callee_bad(xt):
    eye = torch.eye(3).to(device=xt.device)
    nxt = frames_from_anywhere(xt)
    return torch.from_numpy(nxt) + xt @ eye
    # CHECK: :[[@LINE-1]]:34: warning: operands of '+' may be on different devices: 'torch.from_numpy(nxt)' on cpu, 'xt @ eye' on its caller's device


def later_good(dataset, render, device):
    for i, rays in enumerate(dataset.rays):
        rgb = render(rays.to(device)).cpu()
        gt = dataset.rgbs[i].view(4, 4, 3)
        print(((rgb - gt) ** 2).item(), gt.numpy())


def later_bad(dataset, render, device):
    for i, rays in enumerate(dataset.rays):
        rgb = render(rays.to(device)).cpu()
        gt = dataset.rgbs[i].view(4, 4, 3)
        print(((rgb - gt) ** 2).item(), gt.cpu().numpy())
        # CHECK: :[[@LINE-1]]:21: warning: operands of '-' may be on different devices: 'rgb' on cpu, 'gt' on its caller's device


def sometimes_bad(xt, shows):
    eye = torch.eye(3).to(device=xt.device)
    if shows:
        print(xt.cpu().numpy())
    elif xt.device.type == "cpu":
        print(xt.numpy())
    return torch.ones(3, 3) + xt @ eye
    # CHECK: :[[@LINE-1]]:29: warning: operands of '+' may be on different devices: 'torch.ones(3, 3)' on cpu, 'xt @ eye' on its caller's device
