# What PyTorch refuses by itself on an accelerator needs no test: Tensor.apply_, and methods of that name of others.
# RUN: not %device_tidy check --isolated --output-format concise --select device-unchecked-data-ptr,device-host-access %s | FileCheck %s --implicit-check-not=warning:
import torch


class Environment:
    def step(self, data):
        data.apply_(lambda x: x + 1)
        return data


def scaled(x: torch.Tensor):
    return x.apply_(lambda v: 2 * v)


def on_gpu_bad():
    x = torch.ones(2, device="cuda:0")
    return x.apply_(lambda v: 2 * v)
    # CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 'apply_' {{.*}} [device-host-access]


def on_cpu_ok():
    x = torch.ones(2, device="cuda:0").cpu()
    return x.apply_(lambda v: 2 * v)
