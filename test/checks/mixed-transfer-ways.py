# Two ways that exclude each other move nothing that meets.
# RUN: not %device_tidy check --isolated --level 2 --select device-mixed-transfer --output-format concise %s | FileCheck %s --implicit-check-not=warning:
import torch


def ways_good(model, config, device: torch.device):
    if config.count > 1:
        model = model.to(device)
    else:
        model = model.cuda()
    return model


def beside_bad(model, x, config, device: torch.device):
    if config.count > 1:
        model = model.to(device)
    # CHECK: :[[@LINE+1]]:{{[0-9]+}}: warning: 'x' is moved with 'cuda', other tensors with 'to'
    return x.cuda()
