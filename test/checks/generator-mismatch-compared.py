# Who asks whether a generator is where the result goes knows it.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise %s | FileCheck %s --implicit-check-not=warning:
import torch

on = "cuda" if torch.cuda.is_available() else "cpu"


def draw_ok(n, generator, device):
    if generator.device.type != torch.device(device).type:
        return torch.randn(n, generator=generator).to(device)
    return torch.randn(n, generator=generator, device=device)


def draw_bad(n, generator, device):
    if generator.device.type == torch.device(device).type:
        return torch.randn(n, generator=generator).to(device)
    return torch.randn(n, generator=generator, device=device)


def like_ok(x, generator: torch.Generator):
    if generator.device != x.device:
        return torch.randn(3, generator=generator).to(x.device)
    return torch.randn(3, generator=generator, device=x.device)


def like_bad(x, generator: torch.Generator):
    if generator.device == x.device:
        return torch.randn(3, generator=generator).to(x.device)
    return torch.randn(3, generator=generator, device=x.device)


draw_ok(3, torch.Generator(), on)
# CHECK: :[[#@LINE+1]]:1: warning: 'randn' may draw from a generator on another device
draw_bad(3, torch.Generator(), on)
like_ok(torch.ones(3, device=on), torch.Generator())
# CHECK: :[[#@LINE+1]]:1: warning: 'randn' draws from a generator on another device
like_bad(torch.ones(3, device=on), torch.Generator())
