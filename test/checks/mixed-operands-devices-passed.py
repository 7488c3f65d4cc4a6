# What a helper takes for a device is one where it comes from, too.
# RUN: not %device_tidy check --isolated --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
import torch


def move(x, device):
    return x.to(device)


def helper_bad(x, device):
    y = move(x, device)
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '*' may be on different devices: 'y' on 'device', 'torch.ones(3)' on cpu
    return y * torch.ones(3)


def helper_good(x, device):
    y = move(x, device)
    return y * torch.ones(3, device=device)


def mapped_bad(xs, device):
    x, y = map(lambda t: t.to(device), xs)
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '*' may be on different devices: 'x' on 'device', 'torch.ones(3)' on cpu
    return x * torch.ones(3), y


def mapped_good(xs, device):
    x, y = map(lambda t: t.to(device), xs)
    return x * torch.ones(3, device=device), y


class Data:
    pass


def load(device):
    data = Data()
    data.x = torch.ones(3).to(device)
    data.mask = torch.ones(3)
    return data


def loaded_bad(device):
    data = load(device)
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '*' may be on different devices: {{.*}} on 'device', 'data.mask' on cpu
    return data.x * data.mask


def loaded_good(device):
    data = load(device)
    return data.x * data.mask.to(device)


# Without a device both are on the default one.
def grid(n, device=None):
    if device is None:
        device = torch.get_default_device()
    return torch.arange(n, device=device)


def matrix(n, device=None):
    return torch.zeros(n, n, device=device)


def left_out(n, device=None):
    return matrix(n, device=device) @ grid(n, device=device)


# A tensor that is None is nowhere.
def masked(q, mask=None):
    is_tpu = q.device.type == "xla"
    if mask is not None and mask.dim() == 0:
        mask = None
    if mask is not None and is_tpu:
        q = q.transpose(0, 2)
        return q.masked_fill(mask, 0.0)
    return q


# A helper that moves what is a tensor of a batch: in an operator nothing else meets.
def batch_there(batch, device):
    for key, value in batch.items():
        if isinstance(value, torch.Tensor):
            batch[key] = value.to(device)
    return batch


def batch_bad(batch, device):
    batch = batch_there(batch, device)
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' may be on different devices: 'batch["x"]' on 'device', 'torch.zeros(3)' on cpu
    return batch["x"] + torch.zeros(3)


def batch_good(batch, device):
    batch = batch_there(batch, device)
    return batch["x"] + torch.zeros(3, device=device)
