# What a property gives, computed anew each time or once, is where its method puts it.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise %s | FileCheck %s --implicit-check-not=warning:
from functools import cached_property

import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


class Data:
    @property
    def anew(self):
        return torch.zeros(3, device=device)

    @cached_property
    def once(self):
        return torch.zeros(3, device=device)

    @cached_property
    def host(self):
        return torch.zeros(3)


# CHECK: :[[@LINE+1]]:13: warning: 'numpy' reads memory
Data().anew.numpy()
# CHECK: :[[@LINE+1]]:13: warning: 'numpy' reads memory
Data().once.numpy()

Data().once.cpu().numpy()
Data().host.numpy()
