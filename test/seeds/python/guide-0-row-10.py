# Guide 0, a class that moves what it is given: silent.
# RUN: %check %s | count 0
import torch
from torch import nn


class DeviceAutoPilot:
    def __init__(self, preferred_device=None):
        self.device = preferred_device or torch.device(
            "cuda" if torch.cuda.is_available() else "cpu")
    def __call__(self, obj):
        if isinstance(obj, (torch.Tensor, nn.Module)):
            return obj.to(self.device)
        elif isinstance(obj, (list, tuple)):
            return type(obj)(self(x) for x in obj)
        elif isinstance(obj, dict):
            return {k: self(v) for k, v in obj.items()}
        return obj

# 使用示例
pilot = DeviceAutoPilot()
model, inputs, labels = pilot(model), pilot(inputs), pilot(labels)
