# Row 22: torch.device as a context and set_default_device do change it: silent.
# RUN: %check %s | count 0
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

with torch.device(device):
    model = nn.Sequential(nn.Linear(3, 3), nn.ReLU())
    inputs = torch.randn(2, 3)
print(model(inputs) + torch.ones(3, device=device))

with device:
    weights = torch.arange(3)
print(weights * inputs)


def main():
    torch.set_default_device(device)
    layer = nn.Linear(3, 1)
    print(layer(torch.zeros(4, 3)) + torch.ones(4, 1, device=device))


main()
