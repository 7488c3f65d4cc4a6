# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-invalid-index %s | FileCheck %s --implicit-check-not=warning:
# Names of devices that no backend has.
import torch


def misspelled_bad(x: torch.Tensor):
    return x.to("cude:0")
    # CHECK: :[[#@LINE-1]]:17: warning: '"cude:0"' names no accelerator for 'to': it is no device


def misspelled_ok(x: torch.Tensor):
    return x.to("cuda:0")


def gpu_bad():
    return torch.zeros(2, device="gpu")
    # CHECK: :[[#@LINE-1]]:34: warning: '"gpu"' names no accelerator for 'zeros': it is no device


def gpu_ok():
    return torch.zeros(2, device="cuda")


def upper_bad():
    return torch.device("CUDA:1")
    # CHECK: :[[#@LINE-1]]:25: warning: '"CUDA:1"' names no accelerator for 'device': it is no device


def joined_bad():
    return torch.device("cuda0")
    # CHECK: :[[#@LINE-1]]:25: warning: '"cuda0"' names no accelerator for 'device': it is no device


# A backend that is not PyTorch's own calls itself what it wants.
def other_backend_ok(x: torch.Tensor):
    return x.to("npu:0"), x.to("privateuseone"), x.to("cpu"), x.to("mlu")
