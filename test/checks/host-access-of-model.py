# What a model gives for a batch that was put on a device is there, too.
# RUN: not %device_tidy check --isolated --output-format concise --level 1 %s | FileCheck %s --implicit-check-not=warning:
import numpy as np
import torch


def errors(device, model, loader):
    all_errors = []
    for x, t in loader:
        x, t = x.to(device), t.to(device)
        out = model(x)
        all_errors.append(torch.norm(out[:, :3] - t[:, :3], dim=1))
    print(np.mean(all_errors))
    # CHECK: :[[#@LINE-1]]:11: warning: 'mean' reads memory of 'all_errors' on the host, but 'all_errors' may be on 'device'


def errors_good(device, model, loader):
    all_errors = []
    for x, t in loader:
        x, t = x.to(device), t.to(device)
        out = model(x)
        all_errors.append(torch.norm(out[:, :3] - t[:, :3], dim=1).cpu())
    print(np.mean(all_errors))
