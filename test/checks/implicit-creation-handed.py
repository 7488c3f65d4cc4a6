# RUN: not %device_tidy check --isolated --level 2 --output-format concise %s | FileCheck %s --implicit-check-not=warning:
# What a package computes that nobody reads, it computes with all that it is given: that should be in one place.
import counters
import torch
import torchmetrics.functional as metrics
from density import Empirical, PointDataset
from torch import nn


def scored_bad(pred: torch.Tensor, device):
    pred = pred.to(device)
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'hits' is created without a device, so on the default one [device-implicit-creation]
    hits = torch.zeros(*pred.shape, dtype=torch.bool)
    hits[:, 0] = True
    return metrics.retrieval_reciprocal_rank(pred, hits)


def scored_good(pred: torch.Tensor, device):
    pred = pred.to(device)
    hits = torch.zeros(*pred.shape, dtype=torch.bool, device=device)
    hits[:, 0] = True
    return metrics.retrieval_reciprocal_rank(pred, hits)


def counted_bad(model: nn.Module, shape):
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'x' is created without a device, so on the default one [device-implicit-creation]
    x = torch.randn(1, *shape)
    return counters.FlopCounter(model, (x,)).total()


def counted_good(model: nn.Module, shape):
    x = torch.randn(1, *shape, device=next(model.parameters()).device)
    return counters.FlopCounter(model, (x,)).total()


class Estimator:
    def __init__(self, device):
        self.device = device

    def fit_bad(self, theta: torch.Tensor):
        theta = theta.to(self.device)
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: the result of 'ones' is created without a device, so on the default one [device-implicit-creation]
        return Empirical(theta, torch.ones(theta.shape[0]))

    def fit_good(self, theta: torch.Tensor):
        theta = theta.to(self.device)
        return Empirical(theta, torch.ones(theta.shape[0], device=self.device))

    def kept_good(self, theta: torch.Tensor):
        # It keeps what it is given.
        return PointDataset(theta.to(self.device), torch.ones(theta.shape[0]))

    def number_good(self, theta: torch.Tensor):
        return Empirical(theta.to(self.device), torch.tensor(1.0))


def stacked_good(pred: torch.Tensor, lengths: torch.Tensor, device):
    # What is made of a copy on the host is meant to be there.
    rows = torch.stack([torch.arange(3), lengths.cpu()], dim=1)
    return counters.align(pred.to(device), rows)


def plain_good(theta: torch.Tensor):
    # Nobody says that it is on an accelerator.
    return Empirical(theta, torch.ones(theta.shape[0]))


def read_good(theta: torch.Tensor, device):
    # The program's own function is read.
    return own(theta.to(device), torch.ones(3))


def own(a, b):
    return a, b
