# A function that calls itself, or another that calls it, with its arguments exchanged or moved.
# RUN: not %device_tidy check --isolated --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
import torch


def swapped(x, y, n):
    if n == 0:
        return x + y
    return swapped(y, x, n - 1)


def rotated(a, b, c, d, n):
    if n == 0:
        return a + b
    return rotated(b, c, d, a, n - 1)


def ping(x, y, n):
    return pong(y, x, n) if n else x


def pong(x, y, n):
    z = x + y
    return ping(z, y, n - 1)


def gathered(x, out, n):
    if n == 0:
        return out
    out.append(x)
    return gathered(x.cuda(), out, n - 1)


def bad(n):
    here, there = torch.ones(2), torch.ones(2, device="cuda")
    swapped(here, there, n)
    # CHECK: :[[@LINE-1]]:5: warning: operands of '+' are on different devices: 'x' on cpu, 'y' on cuda [device-mixed-operands]
    rotated(here, here, here, there, n)
    # CHECK: :[[@LINE-1]]:5: warning: operands of '+' are on different devices: {{.*}} [device-mixed-operands]
    ping(here, there, n)
    # CHECK: :[[@LINE-1]]:5: warning: operands of '+' are on different devices: 'x' on cuda, 'y' on cpu [device-mixed-operands]
    torch.cat(gathered(here, [], n))
    # CHECK: :[[@LINE-1]]:5: warning: operands of 'cat' are on different devices: {{.*}} [device-mixed-operands]


def ok(n):
    here, there = torch.ones(2), torch.ones(2, device="cuda")
    swapped(here, here, n)
    rotated(there, there, there, there, n)
    ping(there, there, n)
    torch.cat(gathered(there, [], n))


def linked(node, x, y):
    if node is None:
        return x + y
    return linked(node.next, y, x)


def linked_bad(node):
    return linked(node, torch.ones(2), torch.ones(2, device="cuda"))
    # CHECK: :[[@LINE-1]]:12: warning: operands of '+' are on different devices: 'x' on cpu, 'y' on cuda


def linked_ok(node):
    return linked(node, torch.ones(2), torch.ones(2))


def joined(x, y, n):
    if n == 0:
        return torch.cat([x, y])
    return joined(y, x, n - 1)


def FN_joined(n):
    # What a list of exchanged arguments becomes never settles.
    return joined(torch.ones(2), torch.ones(2, device="cuda"), n)
