import torch


def makes_with_options(device):
    a = torch.randn([2, 2], device="cuda")
    b = torch.zeros([2, 2], dtype=torch.float64, device=device)
    c = torch.full([2, 2], 1.5, device=device)
    return a + b + c
