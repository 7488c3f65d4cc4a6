# What a helper's caller gives as an index may be on the CPU; the operation that fails is the one behind it.
# RUN: not %device_tidy check --isolated --select device-unregistered-state %s | FileCheck %s --implicit-check-not='{{warning|used with}}'
import torch
from torch import nn


class Bad(nn.Module):
    def __init__(self):
        super().__init__()
        self.rates = torch.linspace(0.1, 0.9, 10)
        # CHECK: :[[@LINE-1]]:22: warning: 'rates' is not registered with 'Bad'
        self.net = nn.Linear(4, 4)

    def noised(self, x, t):
        rate = self.rates[t].unsqueeze(1)
        return rate.sqrt() * x
        # CHECK: :[[@LINE-1]]:28: note: 'rates' used with 'x' here

    def forward(self, x):
        t = torch.randint(0, 10, (x.size(0),))
        return self.net(self.noised(x, t))


class Good(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("rates", torch.linspace(0.1, 0.9, 10), persistent=False)
        self.net = nn.Linear(4, 4)

    def noised(self, x, t):
        rate = self.rates[t].unsqueeze(1)
        return rate.sqrt() * x

    def forward(self, x):
        t = torch.randint(0, 10, (x.size(0),))
        return self.net(self.noised(x, t))


device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
print(Bad().to(device)(torch.rand(2, 4, device=device)))
print(Good().to(device)(torch.rand(2, 4, device=device)))
