def stays_if_cuda(x, device):
    if x.is_cuda:
        return x
    return x.to(device)
