# cuda() beside to(device) in one function: who chooses the current accelerator means it.
# RUN: not %device_tidy check --isolated --output-format concise --select device-mixed-transfer %s | FileCheck %s --implicit-check-not=warning:
import torch


def batch_bad(x, y, device: torch.device):
    return x.to(device), y.cuda()
    # CHECK: :[[@LINE-1]]:28: warning: 'y' is moved with 'cuda'


def batch_ok(x, y, device: torch.device):
    torch.cuda.set_device(device)
    return x.to(device), y.cuda()


def scope_ok(x, y, device: torch.device):
    with torch.cuda.device(device):
        return x.to(device), y.cuda()
