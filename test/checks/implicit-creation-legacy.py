# RUN: not %device_tidy check --isolated --level 3 --select device-implicit-creation --output-format concise %s | FileCheck %s --implicit-check-not=warning: --implicit-check-not=fix:
# A tensor type makes tensors on the CPU, and takes no other device.
import torch
from torch import Tensor


def falls_bad(values: Tensor, sizes):
    if isinstance(sizes, (list, tuple)):
        # CHECK: :[[#@LINE+1]]:17: warning: 'sizes' is created without a device, so on cpu [device-implicit-creation]
        sizes = torch.LongTensor(sizes)
    index = values.floor().long()
    return index - (index >= sizes - 1).long()


def falls_good(values: Tensor, sizes):
    if isinstance(sizes, (list, tuple)):
        sizes = torch.LongTensor(sizes).to(values.device)
    index = values.floor().long()
    return index - (index >= sizes - 1).long()


def read_good(pipeline, samples):
    # What nobody knows to be a module may be made for numbers on the host.
    return pipeline["features"](torch.FloatTensor(samples))
