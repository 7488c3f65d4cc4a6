# RUN: not %device_tidy check --isolated --level 2 --select device-host-access --output-format concise %s | FileCheck %s --implicit-check-not='warning:'
# Objects of libraries make arrays of what their methods are given, and arrays of what they are indexed with.
import h5py
import numpy as np
import pandas as pd
import torch
from sklearn.manifold import TSNE


def fit_bad(x):
    x = x.cuda()
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'fit_transform' reads memory of 'x' on the host, but 'x' is on cuda
    return TSNE(2).fit_transform(x)


def fit_good(x):
    x = x.cuda()
    return TSNE(2).fit_transform(x.cpu())


def stored_bad(x):
    x = x.cuda()
    with h5py.File("x.h5", "w") as file:
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'create_dataset' reads memory of 'x' on the host, but 'x' is on cuda
        file.create_dataset("x", data=x)
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: '__setitem__' reads memory of 'torch.stack([x, x])' on the host, but 'torch.stack([x, x])' is on cuda
        file["y"] = torch.stack([x, x])


def named_bad(x: torch.Tensor, i):
    file = h5py.File("x.h5", "w")
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: '__setitem__' reads memory of 'x.cuda()' on the host, but 'x.cuda()' is on cuda
    file["x"] = x.cuda()
    rows = file.create_dataset("rows", (3,))
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: '__setitem__' reads memory of 'x.cuda().sum()' on the host, but 'x.cuda().sum()' is on cuda
    rows[i] = x.cuda().sum()


def named_good(x: torch.Tensor, i):
    file = h5py.File("x.h5", "w")
    file["x"] = x.cuda().cpu()
    rows = file.create_dataset("rows", (3,))
    rows[i] = x.cuda().sum().cpu()


def stored_good(x):
    x = x.cuda()
    with h5py.File("x.h5", "w") as file:
        file.create_dataset("x", data=x.cpu())
        file["y"] = torch.stack([x, x]).cpu()


def assigned_bad(x, n):
    x = torch.stack([x, x]).cuda()
    rows = np.zeros((n, 2))
    for i in range(n):
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: '__setitem__' reads memory of 'x' on the host, but 'x' is on cuda
        rows[i] = x
    return rows


def assigned_good(x, n):
    x = torch.stack([x, x]).cuda()
    rows = np.zeros((n, 2))
    for i in range(n):
        rows[i] = x.cpu()
    return rows


def scalar_good(x, n):
    # An array takes what has no dimension as a number.
    losses = np.zeros(n)
    for i in range(n):
        losses[i] = x.cuda().sum()
    return losses


def indexed_bad(path, n):
    table = np.load(path)
    order = torch.randperm(n, device="cuda")
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: '__getitem__' reads memory of 'order' on the host, but 'order' is on cuda
    return table[order]


def indexed_good(path, n):
    table = np.load(path)
    order = torch.randperm(n, device="cuda")
    return table[order.cpu()]


def frame_bad(x):
    x = x.cuda()
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'DataFrame' reads memory of {{.*}} on the host, but {{.*}} is on cuda
    return pd.DataFrame({"x": x, "n": np.arange(3)})


def frame_good(x):
    x = x.cuda()
    return pd.DataFrame({"x": x.cpu(), "n": np.arange(3)})


def joined_bad(rows, x):
    x = x.cuda()
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'concatenate' reads memory of '[rows, x]' on the host, but '[rows, x]' is on cuda
    return np.concatenate([rows, x])


def joined_good(rows, x):
    x = x.cuda()
    return np.concatenate([rows, x.cpu()])


def scalar_type_bad(x):
    x = x.cuda()
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'uint8' reads memory of 'x' on the host, but 'x' is on cuda
    return np.uint8(x)


def scalar_type_good(x):
    x = x.cuda()
    return np.uint8(x.cpu())
