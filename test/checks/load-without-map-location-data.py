# State of modules is trained somewhere, and loaded anywhere; data is mostly saved where it was prepared, on the CPU.
# RUN: not %device_tidy check --isolated --output-format concise --level 1 %s | FileCheck %s --implicit-check-not=warning:
# RUN: not %device_tidy check --isolated --output-format concise %s | FileCheck %s --check-prefixes=CHECK,TWO --implicit-check-not=warning:
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def state_bad(net, path):
    net.load_state_dict(torch.load(path))
    # CHECK: :[[#@LINE-1]]:25: warning: 'torch.load' without a device


def named_bad(path):
    return torch.load(path + "/checkpoint.pt"), torch.load("weights.pt")
    # CHECK: :[[#@LINE-1]]:12: warning: 'torch.load' without a device
    # CHECK: :[[#@LINE-2]]:49: warning: 'torch.load' without a device


def run_bad(path):
    whole = torch.load(path)
    # CHECK: :[[#@LINE-1]]:13: warning: 'torch.load' without a device
    whole.eval()
    return whole


class Net(nn.Module):
    def take(self, rows):
        self.load_state_dict(rows)

    def given_bad(self, path):
        self.take(torch.load(path))
        # CHECK: :[[#@LINE-1]]:19: warning: 'torch.load' without a device


def rows_bad(path):
    rows = torch.load(path)
    # TWO: :[[#@LINE-1]]:12: warning: 'torch.load' without a device
    return rows[0]


# The twins say where.
def state_ok(net, path):
    net.load_state_dict(torch.load(path, map_location=device))


def rows_ok(path):
    return torch.load(path, map_location="cpu")[0]
