import torch


def moves_in_all_ways(x, other, device):
    by_device = x.to(device)
    by_name = x.to("cuda:1")
    by_tensor = x.to(other.device)
    with_type = x.to(device, torch.float16)
    home = x.cpu()
    return by_device + by_name + by_tensor + with_type + home.cuda()
