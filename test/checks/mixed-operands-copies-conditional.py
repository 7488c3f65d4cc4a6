# What an object holds that is made on a condition is where it is made, if it is.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
from copy import deepcopy

from torch import nn


class Average:
    def __init__(self, model):
        self.copy = deepcopy(model)
        self.named = dict()
        for name, p in self.copy.named_parameters():
            self.named[name] = p

    def update(self, parameters):
        for name, p in parameters:
            self.named[name].sub_(p)


class TrainerBad:
    def __init__(self, args, model):
        self.args = args
        self.model = model
        if args.decay > 0:
            self.average = Average(self.model)
        self.model = self.model.cuda()

    def step(self):
        if self.args.decay > 0:
            self.average.update(self.model.named_parameters())


def trained_bad(args):
    trainer = TrainerBad(args, nn.Linear(3, 4))
    # CHECK: :[[#@LINE+1]]:13: warning: operands of 'sub_' are on different devices
    trainer.step()


class TrainerGood:
    def __init__(self, args, model):
        self.args = args
        self.model = model.cuda()
        if args.decay > 0:
            self.average = Average(self.model)

    def step(self):
        if self.args.decay > 0:
            self.average.update(self.model.named_parameters())


def trained_good(args):
    trainer = TrainerGood(args, nn.Linear(3, 4))
    trainer.step()
