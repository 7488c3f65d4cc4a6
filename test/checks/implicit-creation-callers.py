# Whoever gives tensors of the CPU alone wants no device; of others a function takes the device of what it is given.
# RUN: not %device_tidy check --isolated --output-format concise --select device-implicit-creation %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch.utils.data import Dataset


def _solve_ok(points):
    ones = torch.ones(points.shape[0], dtype=points.dtype).view(-1, 1, 1)
    return torch.cat((points, ones), 2)


def solve_bad(points):
    ones = torch.ones(points.shape[0], dtype=points.dtype).view(-1, 1, 1)
    # CHECK: :[[@LINE-1]]:12: warning: the result of 'ones' is created without a device, so on the default one
    return torch.cat((points, ones), 2)


class Frames(Dataset):
    def __getitem__(self, i):
        return _solve_ok(torch.tensor([[[1.0, i]]]))
