# A model that two flags together wrap: where it is moved, what the flags do not wrap moves, too.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn


class Experiment:
    def __init__(self, args):
        self.args = args
        self.device = torch.device("cuda:0")
        self.model = self.build().to(self.device)

    def build(self):
        model = nn.Linear(3, 3)
        if self.args.use_multi_gpu and self.args.use_gpu:
            model = nn.DataParallel(model)
        return model

    def train_good(self, loader):
        for batch in loader:
            self.model(batch.to(self.device))

    def train_bad(self, loader):
        for batch in loader:
            # CHECK: :[[#@LINE+1]]:13: warning: operands of 'forward' are on different devices
            self.model(batch.cpu())


class Left:
    def __init__(self, args):
        self.args = args
        self.device = torch.device("cuda:0")
        self.model = self.build()
        if self.args.use_gpu:
            self.model.to(self.device)

    def build(self):
        model = nn.Linear(3, 3)
        if self.args.use_multi_gpu and self.args.use_gpu:
            model = nn.DataParallel(model)
        return model

    def train_good(self, batch):
        if self.args.use_gpu:
            self.model(batch.to(self.device))
