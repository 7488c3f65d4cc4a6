# RUN: not %device_tidy check --isolated --level 2 --output-format concise --select device-host-access %s | FileCheck %s --implicit-check-not=warning:
# A flag leaves a module where it is or puts it on a device that has a name: with the flag the result has to be copied
# before the host reads it. Without it, or where the flag is asked again, there is nothing to copy.
import torch
from torch import nn


class Runner:
    def __init__(self, config):
        self.use_gpu = config.use_gpu
        self.device = config.device
        self.gpus = config.gpus

    def bad(self, x):
        model = nn.Linear(3, 3)
        if self.use_gpu:
            model = nn.DataParallel(model, device_ids=self.gpus).to(self.device)
        out = model(x)
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'numpy' reads memory of 'out.detach()' on the host, but 'out.detach()' may be on 'device'
        return out.detach().numpy()

    def good(self, x):
        model = nn.Linear(3, 3)
        if self.use_gpu:
            model = nn.DataParallel(model, device_ids=self.gpus).to(self.device)
        out = model(x)
        return out.detach().cpu().numpy()

    def good_asked_again(self, x):
        model = nn.Linear(3, 3)
        if self.use_gpu:
            model = nn.DataParallel(model, device_ids=self.gpus).to(self.device)
        out = model(x)
        if self.use_gpu:
            out = out.cpu()
        return out.detach().numpy()
