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
