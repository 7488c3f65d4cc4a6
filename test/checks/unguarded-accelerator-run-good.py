# RUN: %device_tidy check --isolated --level 2 --output-format concise %s | count 0
import torch
from torch import nn

if __name__ == "__main__":
    device = "cuda" if torch.cuda.is_available() else "cpu"
    net = nn.Linear(4, 8).to(device)
