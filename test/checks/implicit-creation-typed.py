# RUN: not %device_tidy check --isolated --level 2 --output-format concise %s | FileCheck %s --implicit-check-not=warning:
# What is made of the type of a tensor that nobody knows, and meets it, is meant to be where that is.
import torch


def stored_bad(data, keys, values):
    index = data.get("index")
    # CHECK: :[[#@LINE+1]]:27: warning: the result of 'tensor' is created without a device, so on the default one
    index[list(values)] = torch.tensor([keys, keys], dtype=index.dtype)
    return index


def stored_good(data, keys, values):
    index = data.get("index")
    index[list(values)] = torch.tensor([keys, keys], dtype=index.dtype, device=index.device)
    return index


# A slice takes what is elsewhere.
def sliced_good(data, keys):
    index = data.get("index")
    index[2:4] = torch.tensor([keys, keys], dtype=index.dtype)
    index[0] = torch.tensor([keys, keys], dtype=index.dtype)
    return index


def added_bad(data):
    index = data.get("index")
    # CHECK: :[[#@LINE+1]]:20: warning: the result of 'tensor' is created without a device, so on the default one
    return index + torch.tensor([1, 2], dtype=index.dtype)


def added_good(data):
    index = data.get("index")
    return index + torch.tensor([1, 2], dtype=index.dtype).to(index.device)


# A number may be anywhere.
def shifted_good(data):
    index = data.get("index")
    return index + torch.tensor(1, dtype=index.dtype)
