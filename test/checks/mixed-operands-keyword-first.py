# What a factory makes has its dimensions whichever argument has a keyword.
# RUN: not %device_tidy check --isolated --level 1 --select device-mixed-operands --output-format concise %s | FileCheck %s --implicit-check-not=warning:
import torch


class Bad(torch.nn.Module):
    def forward(self, x):
        # CHECK: :[[#@LINE+1]]:15: warning: operands of '+' may be on different devices: 'x' on its caller's device, 'torch.eye(n=4, m=4)' on cpu
        y = x + torch.eye(n=4, m=4)
        # CHECK: :[[#@LINE+1]]:15: warning: operands of '+' may be on different devices
        y = x + torch.tensor(data=[1, 2])
        # CHECK: :[[#@LINE+1]]:15: warning: operands of '+' may be on different devices
        y = x + torch.as_tensor(data=[1.0, 2.0])
        # CHECK: :[[#@LINE+1]]:15: warning: operands of '+' may be on different devices
        y = x + torch.randperm(n=3)
        # CHECK: :[[#@LINE+1]]:15: warning: operands of '+' may be on different devices
        y = x + torch.arange(start=0, end=4)
        # CHECK: :[[#@LINE+1]]:15: warning: operands of '+' may be on different devices
        y = x + torch.linspace(start=0, end=4, steps=4)
        # CHECK: :[[#@LINE+1]]:18: warning: operands of '+' may be on different devices
        return x + torch.hann_window(window_length=3)


class Good(torch.nn.Module):
    def forward(self, x):
        y = x + torch.eye(n=4, m=4, device=x.device)
        y = x + torch.tensor(data=[1, 2], device=x.device)
        y = x + torch.as_tensor(data=x) + torch.tensor(data=x)
        y = x + torch.randperm(n=3, device=x.device)
        y = x + torch.arange(start=0, end=4, device=x.device)
        y = x + torch.linspace(start=0, end=4, steps=4, device=x.device)
        return x + torch.hann_window(window_length=3, device=x.device)

    def number(self, x):
        return x + torch.tensor(data=2.0) + torch.as_tensor(data=2.0)


Bad().to("cuda")(torch.ones(4, 4, device="cuda"))
Good().to("cuda")(torch.ones(4, 4, device="cuda"))
Good().to("cuda").number(torch.ones(4, 4, device="cuda"))
