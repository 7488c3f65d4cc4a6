# Row 25: a trained model is not moved. A class around it.
# RUN: not %check --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# RUN: %repaired %s > %t.py
# RUN: %check %t.py | count 0
import torch
import torchvision
from torch import nn


class Embedder:
    def __init__(self, use_gpu=True):
        self.device = torch.device("cuda:0" if use_gpu and torch.cuda.is_available() else "cpu")
        resnet = torchvision.models.resnet18(pretrained=True)
        self.net = nn.Sequential(*list(resnet.children())[:-1])
        self.net.eval()  # GOOD: self.net.to(self.device).eval()

    def embed(self, images):
        images = torch.stack(images).to(self.device)
        with torch.no_grad():
            out = self.net(images)
            # CHECK: :[[@LINE-1]]:19: warning: operands of 'Sequential' may be on different devices: 'self.net' on cpu, 'images' on 'device' [device-mixed-operands]
        return out.flatten(1).cpu()


print(Embedder().embed([torch.rand(3, 64, 64)]).shape)
