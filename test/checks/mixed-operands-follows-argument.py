# A helper makes something where its argument is, which it asks by name. What it gives for two arguments is in two places
# only if they are.
# RUN: not %device_tidy check --isolated --output-format concise --level 1 --ignore device-unguarded-accelerator,device-create-then-move %s | FileCheck %s --implicit-check-not='{{warning|note}}:'
import torch


def centres(box):
    device = "cuda:0" if box.is_cuda else "cpu"
    grid = torch.arange(4.0).to(device)
    return box + grid


def by_type(box):
    device = torch.device("cuda" if box.device.type == "cuda" else "cpu")
    return torch.arange(4.0).to(device)


def overlap_ok(pred, truth):
    return torch.max(centres(pred), centres(truth))


def by_type_ok(pred, truth):
    return torch.max(by_type(pred), by_type(truth))


def both_ok(pred, truth):
    first = pred.cuda() if pred.is_cuda else pred.cpu()
    second = truth.cuda() if truth.is_cuda else truth.cpu()
    return first + second


def known_bad(pred):
    return torch.max(by_type(pred.cuda()), by_type(torch.zeros(4)))
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'max' are on different devices: 'by_type(pred.cuda())' on cuda, 'by_type(torch.zeros(4))' on cpu


def place(box, device):
    return torch.arange(4.0).to(device) * len(box)


def named_bad(pred, truth):
    return torch.max(place(pred, "cpu"), place(truth, "cuda:0"))
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'max' are on different devices: 'place(pred, "cpu")' on cpu, 'place(truth, "cuda:0")' on cuda:0


def one_bad(pred):
    return torch.max(by_type(pred), torch.arange(4.0))
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'max' may be on different devices: 'by_type(pred)' on cuda, 'torch.arange(4.0)' on cpu
