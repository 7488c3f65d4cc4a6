# Random numbers are made where the result is; the order of a data loader is drawn on the default device.
# RUN: not %device_tidy check --isolated --select device-generator-mismatch %s | FileCheck %s --implicit-check-not='{{warning|note}}:'
import torch


def factory_bad():
    g = torch.Generator().manual_seed(0)
    return torch.randn(2, generator=g, device="cuda")
    # CHECK: :[[@LINE-1]]:12: warning: 'randn' draws from a generator on another device: 'g' on cpu, the result on cuda [device-generator-mismatch]
    # CHECK: :[[@LINE-3]]:9: note: 'g' created on cpu here


def factory_ok():
    g = torch.Generator(device="cuda").manual_seed(0)
    return torch.randn(2, generator=g, device="cuda")


def moved_ok(device):
    g = torch.Generator().manual_seed(0)
    return torch.randn(2, generator=g).to(device)


def seeded_bad():
    return torch.rand(2, generator=torch.manual_seed(0), device="cuda")
    # CHECK: :[[@LINE-1]]:12: warning: 'rand' draws from a generator on another device: 'torch.manual_seed(0)' on cpu, the result on cuda [device-generator-mismatch]
    # CHECK: :[[@LINE-2]]:36: note: 'torch.manual_seed(0)' created on cpu here


def seeded_ok():
    return torch.rand(2, generator=torch.manual_seed(0)).cuda()


def order_bad(n):
    g = torch.Generator("cuda")
    return torch.randperm(n, generator=g)
    # CHECK: :[[@LINE-1]]:12: warning: 'randperm' draws from a generator on another device: 'g' on cuda, the result on cpu [device-generator-mismatch]
    # CHECK: :[[@LINE-3]]:9: note: 'g' created on cuda here


def order_ok(n):
    g = torch.Generator("cuda")
    return torch.randperm(n, generator=g, device="cuda")


def loader_bad(data):
    g = torch.Generator("cuda")
    return torch.utils.data.DataLoader(data, shuffle=True, generator=g)
    # CHECK: :[[@LINE-1]]:12: warning: 'torch.utils.data.DataLoader' draws from a generator on another device: 'g' on cuda, the order on cpu [device-generator-mismatch]
    # CHECK: :[[@LINE-3]]:9: note: 'g' created on cuda here


def loader_ok(data):
    g = torch.Generator()
    return torch.utils.data.DataLoader(data, shuffle=True, generator=g)


# Who hands a generator in knows where it is.
def parameter_ok(g, device):
    return torch.randn(2, generator=g, device=device)


def sampler_bad(data):
    g = torch.Generator("cuda")
    return torch.utils.data.RandomSampler(data, generator=g)
    # CHECK: :[[@LINE-1]]:12: warning: 'RandomSampler' draws from a generator on another device: 'g' on cuda, {{.*}} on cpu [device-generator-mismatch]
    # CHECK: :[[@LINE-3]]:9: note: 'g' created on cuda here


def sampler_ok(data):
    g = torch.Generator()
    return torch.utils.data.RandomSampler(data, generator=g)
