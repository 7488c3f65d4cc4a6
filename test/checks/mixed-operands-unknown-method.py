# What a method of a module of an unknown class does with its inputs nobody knows, and a loss that has been moved mostly
# has nothing that moves: both are of level 2, however sure the places are. A call is a call.
# RUN: not %device_tidy check --isolated --output-format concise --level 1 --ignore device-unguarded-accelerator %s | FileCheck %s --implicit-check-not=warning:
# RUN: not %device_tidy check --isolated --output-format concise --ignore device-unguarded-accelerator %s | FileCheck %s --check-prefixes=CHECK,TWO --implicit-check-not=warning:
import torch
from torch import nn
from models import make_vocoder


def generated_ok(mel):
    net = make_vocoder().cuda()
    net.eval()
    return net.generate(torch.from_numpy(mel))
    # TWO: :[[@LINE-1]]:16: warning: operands of 'generate' {{.*}} on cuda


def called_bad(mel):
    net = make_vocoder().cuda()
    net.eval()
    return net(torch.from_numpy(mel))
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'forward' {{.*}} on cuda
