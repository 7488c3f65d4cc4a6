# What a callee does for another number of dimensions may never run: of level 2.
# RUN: not %device_tidy check --isolated --output-format concise --level 1 %s | FileCheck %s --implicit-check-not=warning:
# RUN: not %device_tidy check --isolated --output-format concise --level 2 %s | FileCheck %s --check-prefixes=CHECK,TWO --implicit-check-not=warning:
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
host = torch.zeros(2, 1, 1)
batch = torch.zeros(1, 2, 1, 1, device=device)


def normalise(img):
    if img.dim() == 3:
        return img - host
    return img - batch


def scale(img):
    if img.dim() == 3:
        img = img.unsqueeze(0)
    return img * batch


def checked(img):
    assert img.dim() == 4
    return img * batch


normalise(torch.zeros(2, 3, 3))
# TWO: :[[#@LINE-1]]:1: warning: operands of '-' may be on different devices: 'img' on cpu, 'batch' on cuda
scale(torch.zeros(2, 3, 3))
# CHECK: :[[#@LINE-1]]:1: warning: operands of '*' may be on different devices: 'img' on cpu, 'batch' on cuda
checked(torch.zeros(1, 2, 3, 3))
# CHECK: :[[#@LINE-1]]:1: warning: operands of '*' may be on different devices: 'img' on cpu, 'batch' on cuda
