# That the text of a device is not "cuda:1" does not say that it is no accelerator.
# RUN: not %device_tidy check --isolated --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
import torch


def other_index_bad(per):
    for d, x in per.items():
        if str(d) == "cuda:1":
            return x
        if d.type == "cuda":
            return torch.zeros(2).cuda() + torch.zeros(2)
            # CHECK: :[[@LINE-1]]:42: warning: operands of '+' are on different devices


def two_texts_bad(per):
    for d, x in per.items():
        if str(d) == "cuda:1":
            return x
        if str(d) == "cuda:0":
            return torch.zeros(2).cuda() + torch.zeros(2)
            # CHECK: :[[@LINE-1]]:42: warning: operands of '+' are on different devices


# Nothing gets there.
def same_type_ok(per):
    for d, x in per.items():
        if d.type == "cuda":
            return x
        if d.type == "cuda":
            return torch.zeros(2).cuda() + torch.zeros(2)
