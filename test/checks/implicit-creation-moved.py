# RUN: %device_tidy check --isolated --level 2 --output-format concise %s | count 0
# RUN: not %device_tidy check --isolated --level 3 --select device-implicit-creation --output-format concise %s | FileCheck %s --check-prefixes=SLOW --implicit-check-not=warning:
# What is made on the CPU, and is moved before it meets anything, works: it is slow, and no more.
import torch


def points_bad(h: int, w: int, src: torch.Tensor):
    # SLOW: :[[#@LINE+1]]:{{.*}} warning: 'y' is created without a device, so on the default one
    y = torch.arange(0, h)
    # SLOW: :[[#@LINE+1]]:{{.*}} warning: 'x' is created without a device, so on the default one
    x = torch.arange(0, w)
    src.mul_(y.reshape(h, 1))
    return src.add_(x)


def points_ok(h: int, w: int, src: torch.Tensor):
    # SLOW: :[[#@LINE+1]]:{{.*}} warning: the result of 'arange' is created without a device, so on the default one
    y = torch.arange(0, h) + 0.5
    x = torch.arange(0, w) + 0.5
    y, x = torch.meshgrid(y, x, indexing="ij")
    points = torch.vstack([y.flatten(), x.flatten()]).permute(1, 0).to(src.device)
    return src + points
