"""A finding of each check that repairs Python, in a program that runs on any machine once it is repaired."""
import io

import torch
import torch.nn as nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def mixed_operands(model: nn.Linear, device: torch.device):
    model.to(device)
    inputs = torch.randn(8, 4, device=device)
    return model(inputs)


def mixed_operands_of(x: torch.Tensor):
    steps = torch.arange(x.shape[-1], dtype=x.dtype, device=x.device)
    return torch.matmul(x, steps)


class Attention(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.project = nn.Linear(dim, dim)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        mask = torch.ones(x.size(1), x.size(1), device=x.device).tril()
        return self.project(x) * (mask @ x)


class Boxes(nn.Module):
    def forward(self, boxes: torch.Tensor):
        if boxes.numel() == 0:
            return torch.zeros(0, 4, device=boxes.device)
        return boxes * 2


def discarded_move(device: torch.device):
    x = torch.ones(4, 4, device=device).tril()
    x = x.to(device)
    return x


def fixed_index(x: torch.Tensor, device: torch.device):
    scale = torch.full((4,), 2.0, device=device)
    return x.to(device) * scale


def host_access(device: torch.device):
    x = torch.zeros(4, device=device)
    return x.detach().cpu().numpy().sum()


def implicit_creation(x: torch.Tensor):
    return x * torch.linspace(0, 1, 4, device=x.device)


def load_without_map_location(stream, device: torch.device):
    state = torch.load(stream, weights_only=True, map_location=device)
    model = nn.Linear(4, 4)
    model.load_state_dict(state)
    return model.to(device)


def mixed_transfer(a: torch.Tensor, b: torch.Tensor, device: torch.device):
    a = a.to(device)
    b = b.to(device)
    return torch.matmul(a, b)


def moved_loss(device: torch.device):
    loss = nn.MSELoss()
    return loss(torch.zeros(3, device=device), torch.ones(3, device=device))


def string_comparison(x: torch.Tensor):
    if x.device.type == "cuda":
        torch.cuda.synchronize()
    return x


def unguarded_accelerator(device: torch.device):
    return torch.zeros(4, device=device), torch.ones(4, device=device)


def create_then_move(device: torch.device):
    return torch.zeros(2, 4, device=device) + 1


def saved(state):
    stream = io.BytesIO()
    torch.save(state, stream)
    stream.seek(0)
    return stream


def square():
    return torch.rand(4, 4)


def called(f, *args):
    return f(*args)


RUNS = [
    lambda: mixed_operands(nn.Linear(4, 4), device),
    lambda: mixed_operands_of(square()),
    lambda: Attention(4).to(device)(torch.rand(2, 4, 4, device=device)),
    lambda: discarded_move(device),
    lambda: fixed_index(square(), device),
    lambda: host_access(device),
    lambda: implicit_creation(square()),
    lambda: called(load_without_map_location, saved(nn.Linear(4, 4).state_dict()), device),
    lambda: (Boxes()(square()), Boxes()(square()[:0])),
    lambda: mixed_transfer(square(), square(), device),
    lambda: moved_loss(device),
    lambda: string_comparison(square()),
    lambda: unguarded_accelerator(device),
    lambda: create_then_move(device),
]

if __name__ == "__main__":
    for run in RUNS:
        run()
    print(len(RUNS), "repaired functions ran")
