# RUN: not %device_tidy check --isolated --worlds multi --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# What a data set gives is on the CPU when it is collated, in a project that handles devices, too.
import torch


class Labels:
    def __init__(self, device):
        self.device = device

    def move(self, batch):
        return batch.to(self.device)

    @staticmethod
    def collate_fn4(batch):
        image, label = zip(*batch)
        shift = torch.tensor([[0.0, 1.0]])
        return torch.stack(image), torch.cat((label[0] + shift, label[1]), 0)

    @staticmethod
    def joined(batch):
        image, label = zip(*batch)
        shift = torch.tensor([[0.0, 1.0]])
        # CHECK: collated.py:[[#@LINE+1]]:56: warning: operands of '+' may be on different devices
        return torch.stack(image), torch.cat((label[0] + shift, label[1]), 0)
