# RUN: not %device_tidy check --isolated --output-format concise --select device-unguarded-accelerator %s | FileCheck %s --implicit-check-not=warning:
# A function that is called as an element of something is under the guard where it is put there.
import torch


def pin(x):
    return x.to("cuda")


def fill(x):
    return x.cuda()


def open_bad(x):
    # CHECK: held.py:[[#@LINE+1]]:14: warning: 'cuda' needs an accelerator
    return x.cuda()


def place(x):
    if torch.cuda.is_available():
        for step in (pin, fill):
            x = step(x)
    return x


def place_open(x):
    for step in (open_bad,):
        x = step(x)
    return x
