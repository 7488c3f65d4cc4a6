# Row 1: the model is on the GPU, the input on the CPU. Functions that hand them on.
# RUN: not %check --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# RUN: %repaired %s > %t.py
# RUN: %check %t.py | count 0
import argparse

import torch
from torch import nn


def get_device():
    if torch.cuda.is_available():
        return torch.device("cuda")
    return torch.device("cpu")


def build_model(width, device):
    model = nn.Sequential(nn.Linear(8, width), nn.Tanh(), nn.Linear(width, 1))
    return model.to(device)


def make_batch(n):
    x = torch.linspace(-1, 1, steps=n * 8)
    return x.view(n, 8)


def predict(model, batch):
    model.eval()
    with torch.no_grad():
        return model(batch)


def main():
    parser = argparse.ArgumentParser(description="predicts with a small network")
    parser.add_argument("--width", type=int, default=32)
    parser.add_argument("--batch-size", type=int, default=4)
    args = parser.parse_args()

    device = get_device()
    model = build_model(args.width, device)
    batch = make_batch(args.batch_size)  # GOOD: batch = make_batch(args.batch_size).to(device)
    scores = predict(model, batch)
    # CHECK: :[[@LINE-1]]:14: warning: operands of 'Sequential' may be on different devices: 'model' on cuda, 'batch' on cpu [device-mixed-operands]
    print(scores.mean().item())


if __name__ == "__main__":
    main()
