# RUN: not %device_tidy check --isolated --level 2 --select device-host-access --output-format concise %s | FileCheck %s --implicit-check-not='warning:'
# A tensor that is given to a method of a module is where the module is, if a type says that it is one.
from typing import Dict

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import scipy.stats
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(4, 4)

    def forward(self, x: Dict[str, torch.Tensor]):
        return self.lin(x["past"])

    def decoded_bad(self, tokens: torch.LongTensor):
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'numpy' reads memory of 'tokens' on the host, but 'tokens' may be on its caller's device
        return list(tokens.numpy())

    def decoded_good(self, tokens: torch.LongTensor):
        return list(tokens.cpu().numpy())

    def untyped_good(self, tokens):
        # Whoever takes what has no type may take arrays.
        return list(tokens.numpy())

    def _private_good(self, tokens: torch.Tensor):
        # The module itself calls it.
        return tokens.numpy()

    def array_good(self, x: torch.Tensor):
        # Functions of numpy are rather given arrays.
        return np.where(x > 0)

    def rate(self, out: Dict[str, torch.Tensor]):
        return torch.exp(out["prediction"])

    def quantiles_bad(self, out: Dict[str, torch.Tensor], qs):
        rate = self.rate(out)
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'poisson' reads memory of 'rate' on the host, but 'rate' may be on its caller's device
        return [scipy.stats.poisson(rate).ppf(q) for q in qs]

    def quantiles_good(self, out: Dict[str, torch.Tensor], qs):
        rate = self.rate(out).cpu()
        return [scipy.stats.poisson(rate).ppf(q) for q in qs]

    def index_bad(self, x: Dict[str, torch.Tensor]):
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'DataFrame' reads memory of {{.*}} on the host
        return pd.DataFrame({"time": x["time"][:, 0]})

    def index_good(self, x: Dict[str, torch.Tensor]):
        return pd.DataFrame({"time": x["time"][:, 0].cpu()})

    def draw_bad(self, x: Dict[str, torch.Tensor], n: int):
        fig, ax = plt.subplots(2, 1)
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'plot' reads memory of the result of 'torch.cat' on the host
        ax[0].plot(torch.cat([x["past"][n], x["future"][n]]))
        return fig

    def draw_good(self, x: Dict[str, torch.Tensor], n: int):
        fig, ax = plt.subplots(2, 1)
        ax[0].plot(torch.cat([x["past"][n], x["future"][n]]).cpu())
        return fig

    def added_bad(self, x: torch.Tensor):
        axes = plt.figure().add_subplot(111)
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'imshow' reads memory of 'x[0]' on the host
        axes.imshow(x[0])

    def added_good(self, x: torch.Tensor):
        axes = plt.figure().add_subplot(111)
        axes.imshow(x[0].cpu())


def drawn_bad(device):
    x = torch.ones(3, device=device)
    for ax in plt.subplots(2, 1)[1]:
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'hist' reads memory of 'x' on the host, but 'x' may be on 'device'
        ax.hist(x)


def drawn_good(device):
    x = torch.ones(3, device=device)
    for ax in plt.subplots(2, 1)[1]:
        ax.hist(x.cpu())


def other_good(viewer, device):
    # Who knows what somebody else's method does?
    viewer.plot(torch.ones(3, device=device))


def parameters_bad(module: nn.Module):
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'numpy' reads memory of {{.*}} on the host
    return [p.detach().view(-1).numpy() for name, p in module.named_parameters()]


def parameters_good(module: nn.Module):
    return [p.detach().view(-1).cpu().numpy() for name, p in module.named_parameters()]


def saved_bad(module: nn.Module):
    # Whoever writes down where a parameter was knows that it may be anywhere.
    values, places = [], {}
    for name, t in module.named_parameters():
        places[name] = t.device
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'numpy' reads memory of 't.detach()' on the host, but 't.detach()' may be on the device of 'module'
        values.append(t.detach().numpy())
    return values, places


def saved_good(module: nn.Module):
    values, places = [], {}
    for name, t in module.named_parameters():
        places[name] = t.device
        values.append(t.detach().cpu().numpy())
    return values, places


def asked_good(module: nn.Module):
    for t in module.parameters():
        if t.device.type == "cpu":
            yield t.detach().numpy()
