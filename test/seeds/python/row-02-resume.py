# Row 2: training is resumed from a checkpoint. An argument chooses the device.
# RUN: not %check --select device-load-without-map-location,device-unguarded-accelerator %s | FileCheck %s --implicit-check-not=warning:
# RUN: %repaired %s > %t.py
# RUN: %check %t.py | count 0
import argparse
import os

import torch
from torch import nn, optim


def save_checkpoint(path, model, optimizer, epoch):
    torch.save({"model": model.state_dict(), "optimizer": optimizer.state_dict(), "epoch": epoch}, path)


def resume(path, model, optimizer, device):
    if not os.path.isfile(path):
        return 0
    checkpoint = torch.load(path, weights_only=True)  # GOOD: checkpoint = torch.load(path, map_location=device, weights_only=True)
    # CHECK: :[[@LINE-1]]:18: warning: 'torch.load' without a device: fails on a machine without a GPU if the file was saved on one [device-load-without-map-location]
    model.load_state_dict(checkpoint["model"])
    optimizer.load_state_dict(checkpoint["optimizer"])
    return checkpoint["epoch"] + 1


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--no-cuda", action="store_true")
    parser.add_argument("--resume", default="last.pt")
    args = parser.parse_args()
    use_cuda = not args.no_cuda and torch.cuda.is_available()
    device = torch.device("cuda" if use_cuda else "cpu")

    model = nn.Linear(3, 1).to(device)
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    start = resume(args.resume, model, optimizer, device)
    for epoch in range(start, 10):
        x = torch.randn(16, 3, device=device)
        loss = model(x).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        save_checkpoint(args.resume, model, optimizer, epoch)


if __name__ == "__main__":
    main()
