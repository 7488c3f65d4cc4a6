# Generators that a caller hands in.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise %s | FileCheck %s --implicit-check-not=warning:
from typing import Optional

import torch


device = "cuda" if torch.cuda.is_available() else "cpu"


def annotated(n, generator: Optional[torch.Generator], on):
    return torch.randn(n, generator=generator, device=on)


def plain(n, generator=None, on="cpu"):
    return torch.randn(n, generator=generator, device=on)


def seeded_bad(seed=None):
    generator = None
    if seed is not None:
        generator = torch.Generator().manual_seed(seed)
    annotated(2, generator, device)
    # CHECK: :[[@LINE-1]]:5: warning: 'randn' may draw from a generator on another device: 'generator' on cpu, the result on cuda [device-generator-mismatch]
    plain(2, generator, device)
    # CHECK: :[[@LINE-1]]:5: warning: 'randn' may draw from a generator on another device


def seeded_ok(seed=None):
    generator = None
    if seed is not None:
        generator = torch.Generator(device=device).manual_seed(seed)
    annotated(2, generator, device)
    plain(2, generator, device)
    plain(2, None, device)


# What a class or a function of one's own does with its argument is its own affair.
class Noise:
    def __init__(self, generator):
        self.generator = generator

    def draw(self):
        return torch.rand(2, generator=self.generator, device=self.generator.device)


class Gan(torch.nn.Module):
    def __init__(self, generator):
        super().__init__()
        self.generator = generator


class Order(torch.utils.data.Sampler):
    def __init__(self, data, generator=None):
        self.data = data
        self.generator = generator


def own_classes(generator):
    g = torch.Generator(device="cuda")
    Order([1, 2], generator=g)
    Gan(generator=g)
    Gan(generator=generator)
    return Noise(generator=g).draw()


def own_class_bad():
    g = torch.Generator(device="cuda")
    Noise(generator=g)
    return torch.rand(2, generator=g)
    # CHECK: :[[@LINE-1]]:12: warning: 'rand' draws from a generator on another device: 'g' on cuda, the result on cpu
