# A part of a batch that stays where the loader has put it, in a list beside what was moved, has been forgotten.
# RUN: not %device_tidy check --isolated --output-format concise --level 2 %s | FileCheck %s --implicit-check-not=warning:
import torch


def pairs(loader, device):
    for clean, noisy in loader:
        noisy = noisy.to(device)
        yield torch.cat((clean, noisy), dim=1)
        # CHECK: :[[#@LINE-1]]:15: warning: operands of 'cat' may be on different devices: 'clean' on cpu, 'noisy' on 'device'


def pairs_good(loader, device):
    for clean, noisy in loader:
        clean, noisy = clean.to(device), noisy.to(device)
        yield torch.cat((clean, noisy), dim=1)
