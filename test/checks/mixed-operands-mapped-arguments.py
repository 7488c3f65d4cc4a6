# What a function makes of each of its arguments, in order, is where each argument is.
# RUN: not %device_tidy check --isolated --output-format concise --level 1 %s | FileCheck %s --implicit-check-not=warning:
import numpy as np
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
model = nn.Embedding(4, 4).to(device)


def shuffle(*arrays):
    order = np.random.permutation(len(arrays[0]))
    return tuple(x[order] for x in arrays)


def minibatch(*tensors):
    for i in range(0, len(tensors[0]), 2):
        yield tuple(x[i:i + 2] for x in tensors)


def shuffled():
    users, items = shuffle(torch.arange(4).to(device), torch.arange(4))
    model(users)
    model(items)
    # CHECK: :[[#@LINE-1]]:5: warning: operands of 'Embedding' may be on different devices: 'model' on cuda, 'items' on cpu


def shuffled_good():
    users, items = shuffle(torch.arange(4).to(device), torch.arange(4).to(device))
    model(users)
    model(items)


def batches():
    for users, items in minibatch(torch.arange(4).to(device), torch.arange(4)):
        model(users)
        model(items)
        # CHECK: :[[#@LINE-1]]:9: warning: operands of 'Embedding' may be on different devices: 'model' on cuda, 'items' on cpu


def batches_good():
    for users, items in minibatch(torch.arange(4).to(device), torch.arange(4).to(device)):
        model(users)
        model(items)
