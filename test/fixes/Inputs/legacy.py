import torch


def values(device: torch.device):
    return torch.FloatTensor([1, 2], device=device)


def sizes(device: torch.device):
    return torch.Tensor(2, 3, device=device)


if __name__ == "__main__":
    meta = torch.device("meta")
    assert values(meta).dtype == torch.float32
    assert sizes(meta).shape == (2, 3)
