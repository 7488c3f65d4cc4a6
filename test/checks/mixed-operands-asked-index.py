# RUN: not %device_tidy check --isolated --output-format concise --level 2 --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# The index of what is on the CPU is -1.
import torch
from torch import nn


class Inference(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.transition = nn.Parameter(torch.randn(n, n))

    def by_name_good(self, scores):
        scores = scores + self.transition
        number = scores.get_device()
        place = torch.device(f"cuda:{number}") if number >= 0 else torch.device("cpu")
        return torch.zeros(3, device=place) + scores[:, 0]

    def by_number_good(self, scores):
        number = scores.get_device()
        place = torch.device(number if number >= 0 else "cpu")
        return torch.zeros(3, device=place) + scores

    def at_once_good(self, scores):
        return torch.zeros(3, device=scores.get_device() if scores.get_device() != -1 else "cpu") + scores

    def turned_good(self, scores):
        place = "cpu" if scores.get_device() < 0 else scores.get_device()
        return torch.zeros(3, device=place) + scores

    def equal_good(self, scores):
        zeros = torch.zeros(3)
        if not scores.get_device() == -1:
            zeros = zeros.to(scores.get_device())
        return zeros + scores

    def other_bad(self, scores):
        number = scores.get_device()
        place = torch.device(number if number < 0 else "cpu")
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' may be on different devices: {{.*}} on cpu, 'scores' on its caller's device
        return torch.zeros(3, device=place) + scores

    def one_bad(self, scores):
        # Those of the second accelerator, too, are not on the CPU.
        zeros = torch.zeros(3)
        if scores.get_device() == 0:
            zeros = zeros.to(scores.device)
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' may be on different devices: 'zeros' on cpu, 'scores' on its caller's device
        return zeros + scores
