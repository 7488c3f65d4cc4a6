# A list or a table of an object, which one method fills on a device that falls back to the CPU and another one reads.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise %s | FileCheck %s --implicit-check-not=warning:
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
host = torch.device("cpu")


class Listed:
    def __init__(self):
        self.losses = []

    def step(self):
        self.losses.append(torch.zeros(3, device=device))

    def report_bad(self):
        # CHECK: :[[@LINE+1]]:39: warning: 'numpy' reads memory
        return torch.cat(self.losses).numpy()

    def report_ok(self):
        return torch.cat(self.losses).cpu().numpy()


class Named:
    def __init__(self):
        self.losses = {}

    def step(self):
        self.losses["a"] = torch.zeros(3, device=device)

    def report_bad(self):
        # CHECK: :[[@LINE+1]]:33: warning: 'numpy' reads memory
        return self.losses["a"].numpy()


class OnHost:
    def __init__(self):
        self.losses = []

    def step(self):
        self.losses.append(torch.zeros(3, device=host))

    def report_ok(self):
        return torch.cat(self.losses).numpy()


# Nobody knows which of two places it is.
class OfTwo:
    def __init__(self):
        self.losses = []

    def step(self):
        self.losses.append(torch.zeros(3, device=device))

    def keep(self):
        self.losses = [x.cpu() for x in self.losses]

    def report_ok(self):
        return torch.cat(self.losses).numpy()
