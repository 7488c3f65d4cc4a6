# Row 15: the state of an optimizer is read onto the CPU before its model moves.
# RUN: not %check --select device-optimizer-before-move %s | FileCheck %s --implicit-check-not=warning:
# RUN: %repaired %s > %t.py
# RUN: %check %t.py | count 0
import torch
from torch import nn, optim

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def resume(path):
    model = nn.Linear(8, 1)
    optimizer = optim.Adam(model.parameters(), lr=1e-3)
    checkpoint = torch.load(path, map_location="cpu")
    model.load_state_dict(checkpoint["model"])
    # GOOD: model.to(device)
    optimizer.load_state_dict(checkpoint["optimizer"])
    model.to(device)
    # CHECK: :[[@LINE-1]]:11: warning: 'to' may move parameters away from their optimizer: the optimizer's state on cpu, the parameters on cuda [device-optimizer-before-move]
    return model, optimizer


if __name__ == "__main__":
    net, opt = resume("checkpoint.pt")
    net(torch.rand(4, 8, device=device)).sum().backward()
    opt.step()
