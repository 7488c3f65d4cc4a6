# RUN: not %device_tidy check --isolated --level 2 --select device-host-access,device-cpu-only-argument --output-format concise %s | FileCheck %s --implicit-check-not='warning:'
# What a function puts on a device that a variable names is there for who reads it on the host, too.
import torch
from torch import nn


def read(x):
    return x.numpy()


def packed(x, lengths):
    return nn.utils.rnn.pack_padded_sequence(x, lengths)


def moved_bad(x, device):
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'numpy' reads memory of 'x' on the host, but 'x' may be on 'device'
    return read(x.to(device))


def moved_good(x, device):
    return read(x.to(device).cpu())


def made_bad(device):
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'numpy' reads memory of 'x' on the host, but 'x' may be on 'device'
    return read(torch.zeros(3, device=device))


def made_good(device):
    return read(torch.zeros(3))


def lengths_bad(x, lengths, device):
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'pack_padded_sequence' takes this argument on the CPU only: 'lengths' on 'device'
    return packed(x.to(device), lengths.to(device))


def lengths_good(x, lengths, device):
    return packed(x.to(device), lengths)


# What it was given may be on the host, as may what its own object holds.
def given_good(x, device):
    y = x.to(device)
    return read(x), y


class Macro:
    def process(self, batch):
        self.keys = batch.detach().numpy().tolist()


class MacroRepaired:
    def process(self, batch):
        self.keys = batch.detach().cpu().numpy().tolist()


class Bad:
    def __init__(self, evaluator: Macro, device):
        self.evaluator, self.device = evaluator, device

    def run(self, loader):
        for batch in loader:
            # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'numpy' reads memory of 'batch.detach()' on the host, but 'batch.detach()' may be on 'device'
            self.evaluator.process(batch.to(self.device))


class Good:
    def __init__(self, evaluator: MacroRepaired, device):
        self.evaluator, self.device = evaluator, device

    def run(self, loader):
        for batch in loader:
            self.evaluator.process(batch.to(self.device))


# A callee that asks takes what comes.
def asked(x):
    return x.cpu().numpy() if x.is_cuda else x.numpy()


def asked_good(x, device):
    return asked(x.to(device))


# One of several devices that nobody here knows: the parameter, or where the model is.
def chosen_bad(model, x, device=None):
    if device is None:
        device = next(model.parameters()).device
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'numpy' reads memory of 'x.to(device)' on the host, but 'x.to(device)' may be on 'device'
    return x.to(device).numpy()


def chosen_good(model, x, device=None):
    if device is None:
        device = next(model.parameters()).device
    return x.to(device).cpu().numpy()


def either_bad(x, y, device=None):
    device = device or y.device
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'numpy' reads memory of 'x.to(device)' on the host, but 'x.to(device)' may be on 'device'
    return x.to(device).numpy()


def either_good(x, y, device=None):
    device = device or y.device
    return x.to(device).cpu().numpy()


def FN_chosen_callee_bad(model, x, device=None):
    if device is None:
        device = next(model.parameters()).device
    return read(x.to(device))  # of the two, the one that says less is looked at: where an unknown model is


def chosen_callee_good(model, x, device=None):
    if device is None:
        device = next(model.parameters()).device
    return read(x.to(device).cpu())


# Where a module is.
def of_model_bad(x, model: nn.Module):
    x = x.to(next(model.parameters()).device)
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'numpy' reads memory of 'x' on the host, but 'x' may be on the device of 'model'
    return read(x)


def of_model_good(x, model: nn.Module):
    x = x.to(next(model.parameters()).device)
    return read(x.cpu())
