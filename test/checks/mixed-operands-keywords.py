# RUN: not %device_tidy check --isolated --level 2 --select device-mixed-operands --output-format concise %s | FileCheck %s --implicit-check-not='warning:'
# `f(**rows)`, and nobody knows the keys of rows: what has no default is one of them.
from dataclasses import dataclass
from typing import NamedTuple

import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


class Weights(NamedTuple):
    embed: torch.Tensor
    out: torch.Tensor


@dataclass
class Pair:
    first: torch.Tensor
    second: torch.Tensor = None


def load():
    w = {}
    for name in ("embed", "out"):
        w[name] = torch.randn(4, 4).to(device)
    return Weights(**w)


def load_on_host():
    w = {}
    for name in ("embed", "out"):
        w[name] = torch.randn(4, 4).to(device).cpu()
    return Weights(**w)


def filled_bad():
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' may be on different devices: 'load().out' on cuda, 'torch.ones(4, 4)' on cpu
    return load().out + torch.ones(4, 4)


def filled_good():
    return load_on_host().out + torch.ones(4, 4)


def comprehended_bad(rows):
    pair = Pair(**{k: torch.ones(3, device=device) for k in rows})
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' may be on different devices: 'pair.first' on cuda, 'torch.ones(3)' on cpu
    return pair.first + torch.ones(3)


def comprehended_good(rows):
    pair = Pair(**{k: torch.ones(3, device=device) for k in rows})
    return pair.first + torch.ones(3, device=device)


def default_good(rows):
    # What has a default may as well have been left out.
    pair = Pair(**{k: torch.ones(3, device=device) for k in rows})
    return pair.second + torch.ones(3)
