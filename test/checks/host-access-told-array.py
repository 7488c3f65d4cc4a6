# RUN: not %device_tidy check --isolated --level 2 --select device-host-access --output-format concise %s | FileCheck %s --implicit-check-not='warning:'
# A branch says that what came is an array, or a list: torch.tensor() of it is on the CPU, and whoever turns that back
# asks for the same.
import numpy as np
import torch
from torch import nn


class Average(nn.Module):
    def of_array_good(self, x, k):
        if isinstance(x, np.ndarray):
            convert = True
            x = torch.tensor(x)
        else:
            convert = False
        x = nn.functional.avg_pool1d(x, k, k)
        if convert:
            x = x.numpy()
        return x

    def forward(self, x, k):
        convert = isinstance(x, (np.ndarray, list))
        if convert:
            x = torch.as_tensor(x)
        x = nn.functional.avg_pool1d(x, k, k)
        return x.numpy() if convert else x


class AverageBad(nn.Module):
    def forward(self, x, k):
        if isinstance(x, np.ndarray):
            convert = True
            x = torch.tensor(x)
        else:
            convert = False
        x = nn.functional.avg_pool1d(x, k, k)
        if not convert:
            # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'numpy' reads memory of 'x' on the host
            x = x.numpy()
        return x


class CopiedBad(nn.Module):
    def forward(self, x, k):
        convert = isinstance(x, (np.ndarray, torch.Tensor))
        if convert:
            x = torch.tensor(x)
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'numpy' reads memory of 'x' on the host
        return x.numpy() if convert else x
