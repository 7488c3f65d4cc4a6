# Who asks for accelerators only to fail without one, to count or to divide them, says nothing of machines without: what
# needs one there is of level 2. Who does something else without one means to run there.
# RUN: split-file %s %t
# RUN: %device_tidy check --isolated --output-format concise --level 1 %t/asserts.py %t/counts.py %t/several.py | count 0
# RUN: not %device_tidy check --isolated --output-format concise --level 3 %t/asserts.py | FileCheck %t/asserts.py --implicit-check-not=warning:
# RUN: not %device_tidy check --isolated --output-format concise --level 1 %t/without.py | FileCheck %t/without.py --implicit-check-not=warning:
# RUN: not %device_tidy check --isolated --output-format concise --level 1 %t/none.py | FileCheck %t/none.py --implicit-check-not=warning:

#--- asserts.py
import torch


def init_distributed():
    assert torch.cuda.is_available(), "distributed training needs CUDA"


def make():
    return torch.nn.Linear(1, 1).cuda()
    # CHECK: :[[@LINE-1]]:34: warning: 'cuda' needs an accelerator and fails on a machine without one [device-unguarded-accelerator]

#--- counts.py
import torch


def rank_of(rank):
    return rank % torch.cuda.device_count()


def make():
    return torch.nn.Linear(1, 1).cuda()

#--- several.py
import torch


def main(train, rank):
    count = torch.cuda.device_count()
    if count > 1:
        print("several")
    train(count, rank)


def make():
    return torch.nn.Linear(1, 1).cuda()

#--- without.py
import torch


def to_gpu(x):
    if torch.cuda.is_available():
        x = x.cuda()
    return x


def make():
    return torch.nn.Linear(1, 1).cuda()
    # CHECK: :[[@LINE-1]]:34: warning: 'cuda' needs an accelerator and fails on a machine without one [device-unguarded-accelerator]

#--- none.py
import torch


def brought(x):
    if torch.cuda.device_count() > 0:
        x = x.cuda()
    return x


def make():
    return torch.nn.Linear(1, 1).cuda()
    # CHECK: :[[@LINE-1]]:34: warning: 'cuda' needs an accelerator and fails on a machine without one [device-unguarded-accelerator]
