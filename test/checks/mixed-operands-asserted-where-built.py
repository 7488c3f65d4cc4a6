# What a constructor asserts of a member that nobody writes later, holds wherever that is asked.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn


class Compared:
    def __init__(self, config):
        self.use_gpu = config["use_gpu"]
        assert self.use_gpu == True

    def test_ok(self):
        model = nn.Linear(3, 3)
        if self.use_gpu:
            model = model.to("cuda:0")
        return model(torch.zeros(3).to("cuda:0"))


class Plain:
    def __init__(self, use_gpu):
        self.use_gpu = use_gpu
        if not use_gpu:
            raise ValueError("needs a GPU")

    def test_ok(self):
        model = nn.Linear(3, 3)
        if self.use_gpu:
            model = model.to("cuda:0")
        return model(torch.zeros(3).to("cuda:0"))


class Unasserted:
    def __init__(self, config):
        self.use_gpu = config["use_gpu"]

    def test_bad(self):
        model = nn.Linear(3, 3)
        if self.use_gpu:
            model = model.to("cuda:0")
        # CHECK: :[[#@LINE+1]]:16: warning: operands of 'Linear' may be on different devices
        return model(torch.zeros(3).to("cuda:0"))


class Written:
    def __init__(self, config):
        self.use_gpu = config["use_gpu"]
        assert self.use_gpu == True

    def switch(self, use_gpu):
        self.use_gpu = use_gpu

    def test_bad(self):
        model = nn.Linear(3, 3)
        if self.use_gpu:
            model = model.to("cuda:0")
        # CHECK: :[[#@LINE+1]]:16: warning: operands of 'Linear' may be on different devices
        return model(torch.zeros(3).to("cuda:0"))
