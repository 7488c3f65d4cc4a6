# Functions of numpy make an array of what they are given; tensors of an accelerator refuse.
# RUN: not %device_tidy check --isolated --worlds multi --select device-host-access %s | FileCheck %s --implicit-check-not='warning:'
import numpy as np
import torch


def array_ok(x):
    y = torch.ones(3).cuda()
    return np.array(y.cpu())


def array_bad(x):
    y = torch.ones(3).cuda()
    return np.array(y)
    # CHECK: :[[@LINE-1]]:12: warning: 'array' reads memory of 'y' on the host, but 'y' is on cuda


def list_ok():
    losses = [torch.ones(3)]
    return np.asarray(losses)


def list_bad():
    losses = [torch.ones(3).cuda()]
    return np.asarray(losses)
    # CHECK: :[[@LINE-1]]:12: warning: 'asarray' reads memory of 'losses' on the host, but 'losses' is on cuda


# Anything may be given to them.
def given_ok(values):
    return np.array(values), np.sqrt(values)


def mean_ok(net: torch.nn.Module, batches):
    net.cuda()
    losses = []
    for x in batches:
        losses.append(net(x.cuda()).sum().item())
    return np.mean(losses)


def mean_bad(net: torch.nn.Module, batches):
    net.cuda()
    losses = []
    for x in batches:
        losses.append(net(x.cuda()).sum())
    return np.mean(losses)
    # CHECK: :[[@LINE-1]]:12: warning: 'mean' reads memory of 'losses' on the host, but 'losses' is on cuda


# A tensor of which the mean is asked makes it itself.
def own_mean_ok(x):
    return np.mean(x.cuda())


def layers_ok(layers, adjacency, items):
    all_items = [items]
    for layer in range(layers):
        items = torch.sparse.mm(adjacency.cuda(), items)
        all_items.append(items)
    return torch.stack(all_items).sum(0)


def layers_bad(layers, adjacency, items):
    all_items = [items]
    for layer in range(layers):
        items = torch.sparse.mm(adjacency.cuda(), items)
        all_items.append(items)
    return np.sum(all_items, 0)
    # CHECK: :[[@LINE-1]]:12: warning: 'sum' reads memory of 'all_items' on the host, but 'all_items' may be on cuda


# Whichever of the arguments it is.
def saved_ok(x):
    np.save("x.npy", x.cuda().cpu())


def saved_bad(x):
    np.save("x.npy", x.cuda())
    # CHECK: :[[@LINE-1]]:5: warning: 'save' reads memory of 'x.cuda()' on the host, but 'x.cuda()' is on cuda
