# A part that is put into a model after the model has moved stays where it was made, however deep it is put.
#
# RUN: not %device_tidy check --isolated --output-format concise --level 1 --select device-mixed-operands %s -- | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn
from torchvision import models


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(2, 2), nn.Linear(2, 2))

    def forward(self, x):
        return self.layers(x)


def bad_head_of_a_library(images):
    model = models.mobilenet_v3_small().cuda()
    model.classifier[3] = nn.Linear(1024, 5)
    # CHECK: :[[#@LINE+1]]:12: warning: operands of 'mobilenet_v3_small' may be on different devices: a part of 'model' on cpu, 'images.cuda()' on cuda
    return model(images.cuda())


def good_head_of_a_library(images):
    model = models.mobilenet_v3_small()
    model.classifier[3] = nn.Linear(1024, 5)
    model.cuda()
    return model(images.cuda())


def bad_layer(x):
    net = Net().cuda()
    net.layers[1] = nn.Linear(2, 3)
    # CHECK: :[[#@LINE+1]]:12: warning: operands of 'Sequential' may be on different devices: 'self.layers' on cpu, 'x' on cuda
    return net(x.cuda())


def good_layer(x):
    net = Net().cuda()
    net.layers[1] = nn.Linear(2, 3).cuda()
    return net(x.cuda())


def bad_appended(x):
    net = Net().cuda()
    net.layers.append(nn.Linear(2, 3))
    # CHECK: :[[#@LINE+1]]:12: warning: operands of 'Sequential' may be on different devices: 'self.layers' on cpu, 'x' on cuda
    return net(x.cuda())


def good_appended(x):
    net = Net()
    net.layers.append(nn.Linear(2, 3))
    net = net.cuda()
    return net(x.cuda())


def bad_added(x):
    net = Net().cuda()
    net.layers.add_module("2", nn.Linear(2, 3))
    # CHECK: :[[#@LINE+1]]:12: warning: operands of 'Sequential' may be on different devices: 'self.layers' on cpu, 'x' on cuda
    return net(x.cuda())


def good_added(x):
    net = Net().cuda()
    net.layers.add_module("2", nn.Linear(2, 3).cuda())
    return net(x.cuda())
