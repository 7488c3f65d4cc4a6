import torch


def sums(groups, device):
    total = torch.zeros([4], device=device)
    for group in groups:
        for x in group:
            if x.is_cuda:
                continue
            total = total + x
        if not total.is_cuda:
            break
    return total
