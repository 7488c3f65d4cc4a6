# A tensor of which a function makes a copy on the GPU is elsewhere itself: beside others on the CPU it is right.
# RUN: not %device_tidy check --isolated --worlds gpu --level 2 --select device-mixed-operands %s | FileCheck %s --implicit-check-not='warning:'
import torch


def shown_ok(images, mean=torch.ones(3)):
    return [image + mean.view(3, 1, 1) for image in images]


def train_ok(model, images, target):
    output = model(images.cuda())
    shown_ok(images)
    return output


def weighs_ok(model, images: torch.Tensor, target):
    output = model(images.cuda())
    return output, images * torch.linspace(0, 1, 8)


def weighs(model, images, target):
    images = images.cuda()
    output = model(images)
    return output, images * torch.linspace(0, 1, 8)
    # CHECK: brought.py:[[#@LINE-1]]:27: warning: operands of '*' are on different devices: 'images' on cuda, 'torch.linspace(0, 1, 8)' on cpu


def passes(model, images: torch.Tensor, target):
    output = model(target.cuda())
    return output, images.add(torch.linspace(0, 1, 8))
    # CHECK: brought.py:[[#@LINE-1]]:27: warning: operands of 'add' may be on different devices: 'images' on its caller's device, 'torch.linspace(0, 1, 8)' on cpu


class Decoder:
    def __init__(self, model, device):
        self.model, self.device = model.to(device), device

    def batch_ok(self, images: torch.Tensor, target: torch.Tensor):
        zeros = torch.cat([target, torch.zeros(3)])
        return self.model(images.to(self.device)), target.to(self.device), zeros

    def validate_ok(self, loader):
        for images, target in loader:
            self.batch_ok(images, target)

    def converts(self, images: torch.Tensor):
        made = torch.zeros(3)
        return self.model(images.to(torch.complex64)), torch.cat([images, made])
        # CHECK: brought.py:[[#@LINE-1]]:56: warning: operands of 'cat' may be on different devices: 'images' on its caller's device, 'made' on cpu


def scores_ok(metric, predict: torch.Tensor, lengths=None):
    if lengths is not None:
        lengths = (lengths * predict.size(1)).round().int().cpu()
        predict = [p[:n].cpu() for p, n in zip(predict, lengths)]
    return [metric(p) for p in predict]


def scores(metric, predict: torch.Tensor):
    return metric(predict.cpu()), metric(torch.zeros(3))
    # CHECK: brought.py:[[#@LINE-1]]:35: warning: operands of 'forward' may be on different devices: 'metric' on its caller's device, 'torch.zeros(3)' on cpu
