# Only accelerators are numbered: who asks whether a tensor's device has an index asks whether it is on one.
# RUN: not %device_tidy check --isolated --select device-unguarded-accelerator %s | FileCheck %s --implicit-check-not=warning:
import torch

print(torch.cuda.is_available())


def there_ok(x: torch.Tensor):
    if x.device.index is not None:
        return x * torch.arange(x.shape[-1]).type(torch.cuda.FloatTensor)
    return x * torch.arange(x.shape[-1]).type(torch.FloatTensor)


def nowhere_ok(x: torch.Tensor):
    if x.device.index == None:
        return x * torch.arange(x.shape[-1])
    return x * torch.arange(x.shape[-1]).cuda()


def turned(x: torch.Tensor):
    if x.device.index is None:
        # CHECK: :[[@LINE+1]]:46: warning: 'cuda' needs an accelerator
        return x * torch.arange(x.shape[-1]).cuda()
    return x
