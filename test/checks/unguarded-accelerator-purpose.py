# Code that is for accelerators by its name, by what it asks for, or that is a test, is of level 2.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise %s | FileCheck %s --implicit-check-not=warning:
# RUN: not %device_tidy check --isolated --output-format concise --select device-unguarded-accelerator %s | FileCheck %s --check-prefix=TWO --implicit-check-not=warning:
import torch

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"


class CudaTimer:
    def start(self):
        return torch.zeros(2).cuda()
        # TWO: :[[@LINE-1]]:31: warning: 'cuda' needs an accelerator


class Timer:
    def start(self):
        return torch.zeros(2).cuda()
        # CHECK: :[[@LINE-1]]:31: warning: 'cuda' needs an accelerator
        # TWO: :[[@LINE-2]]:31: warning: 'cuda' needs an accelerator

    def stop(self):
        torch.cuda.synchronize()
        # TWO: :[[@LINE-1]]:9: warning: 'synchronize' needs an accelerator


def to_gpu(x):
    return x.cuda()
    # TWO: :[[@LINE-1]]:14: warning: 'cuda' needs an accelerator


def to_device(x):
    return x.cuda()
    # CHECK: :[[@LINE-1]]:14: warning: 'cuda' needs an accelerator
    # TWO: :[[@LINE-2]]:14: warning: 'cuda' needs an accelerator


class TestMoves:
    def test_move(self, x):
        return x.cuda()
        # TWO: :[[@LINE-1]]:18: warning: 'cuda' needs an accelerator


# What scripts call so is evaluation.
def test(model, x):
    return x.cuda()
    # CHECK: :[[@LINE-1]]:14: warning: 'cuda' needs an accelerator
    # TWO: :[[@LINE-2]]:14: warning: 'cuda' needs an accelerator


def without_gpu_support(x):
    return x.cuda()
    # CHECK: :[[@LINE-1]]:14: warning: 'cuda' needs an accelerator
    # TWO: :[[@LINE-2]]:14: warning: 'cuda' needs an accelerator


# Whoever names two of them divides a model.
class Halves(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.front = torch.nn.Linear(2, 2).to("cuda:0")
        # TWO: :[[@LINE-1]]:44: warning: 'to' needs an accelerator

    def forward(self, x):
        return self.front(x).to("cuda:1")
        # TWO: :[[@LINE-1]]:30: warning: 'to' needs an accelerator


class Whole(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.front = torch.nn.Linear(2, 2).to("cuda:0")
        # CHECK: :[[@LINE-1]]:44: warning: 'to' needs an accelerator
        # TWO: :[[@LINE-2]]:44: warning: 'to' needs an accelerator

    def forward(self, x):
        return self.front(x)


def one_of_several(x, n):
    return x.to(["cuda:0", "cuda:1"][n])
    # TWO: :[[@LINE-1]]:14: warning: 'to' needs an accelerator


# Who asks how many there are for the second one takes the first without asking.
def second_if_any(x):
    y = x.to("cuda:0")
    # CHECK: :[[@LINE-1]]:11: warning: 'to' needs an accelerator
    # TWO: :[[@LINE-2]]:11: warning: 'to' needs an accelerator
    if torch.cuda.device_count() > 1:
        y = y.to("cuda:1")
    return y
