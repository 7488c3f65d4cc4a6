# RUN: not %device_tidy check --isolated --level 2 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# What is asked of a device's name is asked of the device.
import torch


def add_on_gpu(x):
    return x + torch.ones(3, device="cuda")


def add_on_cpu(x):
    return x + torch.ones(3)


def begins(d: str):
    add = add_on_gpu if d.startswith("cuda") else add_on_cpu
    return add(torch.rand(3, device=d))


def begins_bad(d: str):
    add = add_on_cpu if d.startswith("cuda") else add_on_gpu
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' may be on different devices: 'x' on 'd', 'torch.ones(3)' on cpu [device-mixed-operands]
    return add(torch.rand(3, device=d))


def one_of(d: str):
    add = add_on_gpu if d in ("cuda", "cuda:0") else add_on_cpu
    return add(torch.rand(3, device=d))


def cut(d: str):
    add = add_on_gpu if d[:4] == "cuda" else add_on_cpu
    return add(torch.rand(3, device=d))


def cut_at_end(d: str):
    # What is behind the type says nothing of it.
    add = add_on_gpu if d[4:] == "cuda" else add_on_cpu
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' may be on different devices: 'x' on 'd', 'torch.ones(3)' on cpu [device-mixed-operands]
    return add(torch.rand(3, device=d))


def is_gpu(d):
    return d.lower().find("cuda") != -1


def found(d: str):
    add = add_on_gpu if is_gpu(d) else add_on_cpu
    return add(torch.rand(3, device=d))


def of_tensor(x):
    add = add_on_gpu if str(x.device).split(":")[0] == "cuda" else add_on_cpu
    return add(x)


def not_there(d: str):
    add = add_on_cpu if not d.startswith("cuda") else add_on_gpu
    return add(torch.rand(3, device=d))


def run():
    begins("cpu")
    begins("cuda:0")
