# Who asks whether a device is None knows that it may be: what stands in the other branch runs.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
import torch


def given(device):
    if device is not None:
        torch.ones(3).to(device)
    else:
        torch.ones(3).cuda() + torch.ones(3)
        # CHECK: :[[@LINE-1]]:30: warning: operands of '+' are on different devices


def option(args):
    if args.gpu is None:
        torch.ones(3).cuda() + torch.ones(3)
        # CHECK: :[[@LINE-1]]:30: warning: operands of '+' are on different devices
    else:
        torch.cuda.set_device(args.gpu)


def asked(device):
    if device:
        torch.ones(3).to(device)
    else:
        torch.ones(3).cuda() + torch.ones(3)
        # CHECK: :[[@LINE-1]]:30: warning: operands of '+' are on different devices


class Member:
    def run(self):
        if self.gpu is not None:
            return torch.ones(3).cuda(self.gpu)
        return torch.ones(3).cuda() + torch.ones(3)
        # CHECK: :[[@LINE-1]]:37: warning: operands of '+' are on different devices


def made():
    device = torch.device("cuda")
    if device is None or not device:
        torch.ones(3).cuda() + torch.ones(3)
    return device
