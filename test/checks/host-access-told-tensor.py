# RUN: not %device_tidy check --isolated --level 2 --select device-host-access --output-format concise %s | FileCheck %s --implicit-check-not='warning:'
# RUN: %device_tidy check --isolated --level 1 --output-format concise %s
# A branch says that what came is a tensor, and tensors come from anywhere. What has a state_dict is a module.
import numpy as np
import torch


def array_bad(x):
    if isinstance(x, torch.Tensor):
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'numpy' reads memory of 'x' on the host, but 'x' may be on its caller's device
        x = x.numpy()
    return np.sqrt(x)


def array_good(x):
    if isinstance(x, torch.Tensor):
        x = x.cpu().numpy()
    return np.sqrt(x)


def forced_good(x):
    if isinstance(x, torch.Tensor):
        return x.numpy(force=True)
    return np.sqrt(x)


def forced_bad(x):
    if isinstance(x, torch.Tensor):
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'numpy' reads memory of 'x' on the host, but 'x' may be on its caller's device
        return x.numpy(force=False)
    return np.sqrt(x)


def typed_bad(x):
    if type(x) is torch.Tensor:
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'numpy' reads memory of 'x.detach()' on the host, but 'x.detach()' may be on its caller's device
        return x.detach().numpy()
    return np.array(x)


def typed_good(x):
    if type(x) is torch.Tensor:
        return x.detach().cpu().numpy()
    return np.array(x)


def entries_bad(batch):
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'numpy' reads memory of 'v' on the host, but 'v' may be on its caller's device
    return {k: v.numpy() if torch.is_tensor(v) else v for k, v in batch.items()}


def entries_good(batch):
    return {k: v.cpu().numpy() if torch.is_tensor(v) else v for k, v in batch.items()}


def other_good(x):
    # What is no tensor is no tensor of another device.
    if type(x) is not torch.Tensor:
        return x.numpy()
    return x.cpu()


def asked_good(x):
    if isinstance(x, torch.Tensor):
        if x.is_cuda:
            x = x.cpu()
        return x.numpy()
    return np.array(x)


def _inner(x):
    # All who call it have it on the CPU.
    if isinstance(x, torch.Tensor):
        return x.numpy()
    return x


def outer_good():
    return _inner(torch.ones(3))


def weights_bad(model):
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'numpy' reads memory of 'v' on the host, but 'v' may be on its caller's device
    return {k: v.numpy() for k, v in model.state_dict().items()}


def weights_good(model):
    return {k: v.cpu().numpy() for k, v in model.state_dict().items()}


def norms_bad(model):
    for name, p in model.named_parameters():
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'numpy' reads memory of 'p.data' on the host, but 'p.data' may be on its caller's device
        print(name, np.linalg.norm(p.data.numpy()))


def norms_good(model):
    for name, p in model.named_parameters():
        print(name, np.linalg.norm(p.data.cpu().numpy()))
