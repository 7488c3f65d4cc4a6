# Whoever has asked whether a value is a tensor has one.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise %s | FileCheck %s --implicit-check-not=warning:
import torch


def batch_bad(batch, device: torch.device):
    for name, x in batch.items():
        if torch.is_tensor(x):
            x = x.to(device)
            # CHECK: :[[@LINE-1]]:19: warning: result of 'to' is discarded; 'x' stays where it was [device-discarded-move]
    return batch


def batch_ok(batch, device: torch.device):
    for name, x in batch.items():
        if torch.is_tensor(x):
            batch[name] = x.to(device)
    return batch


# A round that moves several parts of what it takes apart has a batch: who leaves one out keeps the others.
def first_ok(loader, net, device: torch.device):
    for image, label in loader:
        image, label = image.to(device), label.to(device)
        break
    return net(image)


# Of what one part alone is moved, the container keeps it where it was.
def first_bad(pairs, net, device: torch.device):
    for image, label in pairs:
        if torch.is_tensor(label):
            label = label.to(device)
            # CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: result of 'to' is discarded; 'label' stays where it was
    return net(pairs)


def given_bad(x, device: torch.device):
    if isinstance(x, torch.Tensor):
        x.to(device)
        # CHECK: :[[@LINE-1]]:11: warning: result of 'to' is discarded; 'x' stays where it was [device-discarded-move]
    return x


def given_ok(x, device: torch.device):
    if isinstance(x, torch.nn.Module):
        x.to(device)
    return x


# For all that is known, this is a module.
def open_ok(x, device: torch.device):
    x.to(device)
    return x
