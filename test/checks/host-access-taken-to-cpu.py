# Who brings one operand to the CPU where it meets another knows the other to be there: the result can be read.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


class Expert(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 3)

    def entry_good(self, x, source):
        masks = self.layer(x)
        return (masks[0].cpu() * source["stft"]).numpy()

    def entry_bad(self, x, source):
        masks = self.layer(x)
        return (masks[0] * source["stft"]).detach().numpy()
        # CHECK: :[[@LINE-1]]:53: warning: 'numpy' reads memory of {{.*}} on the host, but {{.*}} may be on the module's device

    def given_good(self, x, y: torch.Tensor):
        return (self.layer(x).detach().cpu() * y).numpy()


def made_good(values, scale):
    mean = torch.tensor(values, device=device).mean(0).cpu()
    return (mean * scale).numpy()


def made_bad(values, scale):
    mean = torch.tensor(values, device=device).mean(0)
    return (mean * scale).numpy()
    # CHECK: :[[@LINE-1]]:27: warning: 'numpy' reads memory of '(mean * scale)' on the host, but '(mean * scale)' may be on cuda
