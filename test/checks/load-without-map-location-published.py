# Weights that PyTorch publishes were saved on the CPU: nothing depends on the machine.
# RUN: not %device_tidy check --isolated --level 2 --select device-load-without-map-location %s | FileCheck %s --implicit-check-not='warning:'
import torch
from torch import nn
from torch.utils import model_zoo

urls = {
    "vgg13": "https://download.pytorch.org/models/vgg13-c768596a.pth",
    "vgg16": "https://download.pytorch.org/models/vgg16-397923af.pth",
    "vgg_none": None,
}
others = {
    "vgg13": "https://download.pytorch.org/models/vgg13-c768596a.pth",
    "mine": "https://example.org/mine.pth",
}


def constant_ok():
    return torch.hub.load_state_dict_from_url("https://download.pytorch.org/models/resnet18-f37072fd.pth")


def table_ok(arch):
    net = nn.Linear(4, 1)
    net.load_state_dict(model_zoo.load_url(urls[arch]))
    return net


def other_bad(arch):
    # CHECK: :[[@LINE+1]]:12: warning: 'torch.utils.model_zoo.load_url' without a device
    return model_zoo.load_url(others[arch])


def given_bad(url):
    # CHECK: :[[@LINE+1]]:12: warning: 'torch.hub.load_state_dict_from_url' without a device
    return torch.hub.load_state_dict_from_url(url)
