import torch
import torch.nn as nn


def trailing_comma(x: torch.Tensor):
    return x * torch.zeros(4, device=x.device)


def trailing_comma_and_space(x: torch.Tensor):
    return x * torch.zeros(4, device=x.device)


def several_lines(x: torch.Tensor):
    bias = torch.full(
        (4,),
        0.5,
        device=x.device,
    )
    return x * bias


def stars(x: torch.Tensor, shape):
    return x * torch.zeros(*shape, device=x.device)


def generator(x: torch.Tensor):
    return x * torch.tensor([float(i) for i in range(4)], device=x.device)


def load(path, device: torch.device):
    model = nn.Linear(2, 2)
    model.load_state_dict(torch.load(path, map_location=device))
    return model.to(device)


def parentheses(device: torch.device):
    x = torch.ones(4, 4, device=device).tril()
    (x).to(device)
    return x


def one_line(device: torch.device):
    x = torch.ones(4, 4, device=device).tril(); x = x.to(device); return x


def condition(device: torch.device, wanted):
    x = torch.ones(4, 4, device=device).tril()
    if wanted: x = x.to(device)
    return x


def chained(device: torch.device):
    return nn.CrossEntropyLoss(
        reduction="sum",
    )


class Held(nn.Module):
    def __init__(self, device: torch.device):
        super().__init__()
        self.x = torch.ones(4, 4, device=device).tril()
        self.x = self.x.to(device)


def element(items: list[torch.Tensor], device: torch.device):
    items[0].to(device)
    return items
