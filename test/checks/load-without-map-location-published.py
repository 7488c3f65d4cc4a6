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


# Through a parameter: what all give.
def init_ok(net, url):
    net.load_state_dict(model_zoo.load_url(url))


def init_bad(net, url):
    # CHECK: :[[@LINE+1]]:25: warning: 'torch.utils.model_zoo.load_url' without a device
    net.load_state_dict(model_zoo.load_url(url))


class Encoder(nn.Module):
    def __init__(self, width, url=None):
        super().__init__()
        self.net = nn.Linear(width, width)
        if url:
            self.net.load_state_dict(model_zoo.load_url(url))


def vgg13(pretrained=True):
    net = nn.Linear(4, 1)
    if pretrained:
        init_ok(net, urls["vgg13"])
        init_bad(net, urls["vgg13"])
    return net


def vgg16():
    net = nn.Linear(4, 1)
    init_ok(net, url="https://download.pytorch.org/models/vgg16-397923af.pth")
    init_bad(net, others["mine"])
    return Encoder(3), Encoder(4, urls["vgg16"]), net


# Whoever is given it may give it anything.
def handed_bad(net, url):
    # CHECK: :[[@LINE+1]]:25: warning: 'torch.utils.model_zoo.load_url' without a device
    net.load_state_dict(model_zoo.load_url(url))


def hand_on(run):
    handed_bad(nn.Linear(4, 1), urls["vgg13"])
    return run(handed_bad)
