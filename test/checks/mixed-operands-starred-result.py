# RUN: not %device_tidy check --isolated --worlds gpu --level 2 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# What a function gives that is handed a list nobody knows is known as far as the list does not matter.
import torch


def grid(height, width):
    rows = torch.arange(height)[:, None]
    return rows + torch.arange(width)


def sized(x, height, width):
    return torch.zeros(height, width, device=x.device)


def optional(height, width, device=None):
    return torch.zeros(height, width, device=device)


def bad(x, size):
    x = x.cuda()
    # CHECK: :[[#@LINE+1]]:{{.*}} operands of '+' are on different devices: 'x' on cuda, 'grid(*size)' on cpu
    return x + grid(*size)


def good(x, size):
    x = x.cuda()
    return x + grid(*size).cuda() + sized(x, *size)


def good_may_have_device(x, arguments):
    x = x.cuda()
    return x + optional(*arguments)
