# RUN: not %device_tidy check --isolated --level 2 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# What a method brings to the device for the model is elsewhere before; it meets what comes of that as it came.
import torch
from torch.nn import functional as F


class Trainer:
    def __init__(self, model, device):
        self.device = device
        self.model = model.to(device)

    def bad(self, data: torch.Tensor):
        r = self.model(data.to(self.device))
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of 'mse_loss' may be on different devices: {{.*}}'data' on its caller's device
        return F.mse_loss(r, data)

    def good(self, data: torch.Tensor):
        data = data.to(self.device)
        r = self.model(data)
        return F.mse_loss(r, data)

    def good_back(self, data: torch.Tensor):
        r = self.model(data.to(self.device))
        return F.mse_loss(r.to(data.device), data)

    # Nobody brings it anywhere.
    def good_given(self, data: torch.Tensor, other: torch.Tensor):
        r = self.model(other.to(self.device))
        return F.mse_loss(r, data)

    # All that call it have it there.
    def _known(self, data: torch.Tensor):
        r = self.model(data.to(self.device))
        return F.mse_loss(r, data)

    def good_known(self):
        return self._known(torch.zeros(3, device=self.device))
