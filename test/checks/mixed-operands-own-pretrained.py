# RUN: not %device_tidy check --isolated --level 1 --select device-mixed-operands --output-format concise %s | FileCheck %s --implicit-check-not='warning:'
# A class of the program is made by a method of a base in a package: the object is where its constructor leaves it.
import torch
from torch import nn
from huggingface_hub import PyTorchModelHubMixin
from transformers import PreTrainedModel


class Net(PreTrainedModel):
    def __init__(self, config):
        super().__init__(config)
        self.fc = nn.Linear(config.n, config.n)

    def forward(self, x):
        return self.fc(x)


class Hub(nn.Module, PyTorchModelHubMixin):
    def __init__(self, n, scale=1):
        super().__init__()
        self.fc = nn.Linear(n, n)

    def forward(self, x):
        return self.fc(x)


class Own(Hub):
    @classmethod
    def from_pretrained(cls, path):
        return cls(4).to("cuda")


def given_bad(x):
    net = Net.from_pretrained("some/net")
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of 'Linear' are on different devices: 'self.fc' on cpu, 'x' on cuda
    return net(x.cuda())


def given_good(x):
    net = Net.from_pretrained("some/net").cuda()
    return net(x.cuda())


def moved_bad(x):
    net = Net.from_pretrained("some/net", torch_dtype=torch.float16)
    net.to("cuda")
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of 'Linear' are on different devices: 'net.fc' on cuda, 'x.cpu()' on cpu
    return net.fc(x.cpu())


def moved_good(x):
    net = Net.from_pretrained("some/net", torch_dtype=torch.float16)
    net.to("cuda")
    return net.fc(x.to("cuda"))


# What a mixin of a package does that nobody knows, nobody knows.
def FN_mixin_bad(x):
    net = Hub.from_pretrained("some/hub", scale=2)
    return net(x.cuda())


def mixin_good(x):
    net = Hub.from_pretrained("some/hub", scale=2).cuda()
    return net(x.cuda())


# Who says where it goes is not asked for more.
def placed_good(x):
    net = Net.from_pretrained("some/net", device_map="auto")
    return net(x.cuda())


def own_good(x):
    net = Own.from_pretrained("some/hub")
    return net(x.cuda())
