# Row 15: checkpoints are read onto the CPU, filled in and then moved, in the ways that people write it: silent.
# RUN: %check %s | count 0
import argparse
from pathlib import Path

import torch
from torch import nn, optim


def restore(model: nn.Module, path: Path, device: torch.device) -> nn.Module:
    state = torch.load(path, map_location=torch.device("cpu"), weights_only=True)
    if "model" in state:
        state = state["model"]
    missing, unexpected = model.load_state_dict(state, strict=False)
    print("missing", missing, "unexpected", unexpected)
    return model.to(device)


class Session:
    def __init__(self, device):
        self.device = device
        self.net = nn.Linear(4, 4)
        self.optimizer = optim.Adam(self.net.parameters())
        self.epoch = 0

    def resume(self, path):
        checkpoint = torch.load(path, map_location=lambda storage, location: storage)
        self.net.load_state_dict({k.removeprefix("module."): v for k, v in checkpoint["net"].items()})
        self.net.to(self.device)
        self.optimizer.load_state_dict(checkpoint["optimizer"])
        self.epoch = checkpoint["epoch"] + 1

    def step(self, x):
        loss = self.net(x.to(self.device)).square().mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--checkpoint", type=Path, default=None)
    args = parser.parse_args()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    session = Session(device)
    model = nn.Linear(4, 4)
    if args.checkpoint:
        session.resume(args.checkpoint)
        model = restore(model, args.checkpoint, device)
    else:
        session.net.to(device)
        model.to(device)
    print(session.step(torch.rand(2, 4)), model(torch.rand(2, 4, device=device)))


if __name__ == "__main__":
    main()
