# RUN: not %device_tidy check --isolated --level 2 --select device-mixed-operands --output-format concise %s | FileCheck %s --implicit-check-not='warning:'
# The columns of a list of tuples, zip(*rows): what is appended on one branch meets what is on the other, column by column.
import torch


def unpacked_bad(batches, device):
    rows = []
    for x in batches:
        x = x.to(device)
        if x.shape[0] == 0:
            rows.append((x, torch.zeros(0)))
            continue
        rows.append((x, x))
    first, second = zip(*rows)
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of 'cat' may be on different devices: an element of 'second'
    return torch.cat(first), torch.cat(second)


def unpacked_good(batches, device):
    rows = []
    for x in batches:
        x = x.to(device)
        if x.shape[0] == 0:
            rows.append((x, torch.zeros(0, device=device)))
            continue
        rows.append((x, x))
    first, second = zip(*rows)
    return torch.cat(first), torch.cat(second)


def each_bad(batches, device):
    rows = []
    for x in batches:
        x = x.to(device)
        if x.shape[0] == 0:
            rows.append((x, *torch.zeros((2, 0))))
            continue
        rows.append((x, x[0], x[1]))
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of 'cat' may be on different devices: an element of 'column'
    return [torch.cat(column, 0).cpu() for column in zip(*rows)]


def each_good(batches, device):
    rows = []
    for x in batches:
        x = x.to(device)
        if x.shape[0] == 0:
            rows.append((x, *torch.zeros((2, 0), device=device)))
            continue
        rows.append((x, x[0], x[1]))
    return [torch.cat(column, 0).cpu() for column in zip(*rows)]


# Each column is in a place of its own.
def apart_good(batches, device):
    rows = []
    for x in batches:
        rows.append((x.to(device), torch.zeros(2)))
    return [torch.cat(column) for column in zip(*rows)]
