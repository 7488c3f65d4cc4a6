import torch


def on_second_device(index):
    fixed = torch.device("cuda", 1)
    chosen = torch.device("cuda", index)
    parsed = torch.device("cuda:0")
    a = torch.ones([4], device=fixed)
    b = torch.ones([4], device=chosen)
    c = torch.ones([4], device=parsed)
    return a + b * c
