# RUN: not %device_tidy check --isolated --level 3 --select device-implicit-creation --output-format concise %s | FileCheck %s --implicit-check-not=warning:
# What one operator gives as several tensors, each of which has dimensions; and numbers that nobody knows to be one.
import torch
from torch import Tensor


def grid_bad(x: Tensor, n):
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: the result of 'arange' is created without a device, so on the default one [device-implicit-creation]
    rows, columns = torch.meshgrid(torch.arange(n), torch.arange(n))
    return rows + x


def grid_good(x: Tensor, n):
    rows, columns = torch.meshgrid(torch.arange(n, device=x.device), torch.arange(n, device=x.device))
    return rows + x


def halves_bad(x: Tensor, n):
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: the result of 'ones' is created without a device, so on the default one [device-implicit-creation]
    left, right = torch.ones(n).chunk(2)
    return left + x


def halves_good(x: Tensor, n):
    left, right = torch.ones(n, device=x.device).chunk(2)
    return left + x


def numbers_good(x: Tensor, n):
    # Each is a number in a tensor, which fits anywhere.
    left, right = torch.ones(2).unbind()
    return left + x


def scaled_bad(x: Tensor, options):
    scale = options.get("scale", 0.1)
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: the result of 'ones' is created without a device, so on the default one [device-implicit-creation]
    return scale * x + torch.ones(3)


def scaled_good(x: Tensor, options):
    scale = options.get("scale", 0.1)
    return scale * x + torch.ones(3, device=x.device)


def number_good(x: Tensor, options):
    # A number in a tensor on the CPU gives way to what is given, wherever that is.
    given = options.get("given")
    return torch.tensor(1.0) * given + x.cuda() if torch.cuda.is_available() else x
