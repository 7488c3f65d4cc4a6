# Types of tensors that are imported where there is an accelerator, and others where there is none.
# RUN: not %device_tidy check --isolated --output-format concise --select device-mixed-operands,device-unguarded-accelerator %s | FileCheck %s --implicit-check-not=warning:
import torch

if torch.cuda.is_available():
    from torch.cuda import FloatTensor, LongTensor as Ints
else:
    from torch import FloatTensor, LongTensor as Ints

from torch.cuda import DoubleTensor


def chosen_ok():
    return FloatTensor([1.0, 2.0]) + Ints([1, 2])


def chosen_bad():
    return FloatTensor([1.0, 2.0]) + torch.ones(2)
    # CHECK: :[[@LINE-1]]:36: warning: operands of '+' may be on different devices: 'FloatTensor([1.0, 2.0])' on cuda, 'torch.ones(2)' on cpu


def always_bad():
    return DoubleTensor([1.0, 2.0])
    # CHECK: :[[@LINE-1]]:12: warning: 'DoubleTensor' needs an accelerator and fails on a machine without one
