# The number of accelerators as part of a text.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-invalid-index %s | FileCheck %s --implicit-check-not=warning:
import torch


def format_bad(x):
    return x.to(f"cuda:{torch.cuda.device_count()}")
    # CHECK: :[[@LINE-1]]:17: warning: 'f"cuda:{torch.cuda.device_count()}"' names no accelerator for 'to': it is the number of accelerators


def format_ok(x):
    return x.to(f"cuda:{torch.cuda.device_count() - 1}")


def joined_bad():
    return torch.device("cuda:" + str(torch.cuda.device_count()))
    # CHECK: :[[@LINE-1]]:25: warning: {{.*}} names no accelerator for 'device'


def joined_ok():
    return torch.device("cuda:" + str(torch.cuda.device_count() - 1))
