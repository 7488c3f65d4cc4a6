# RUN: not %device_tidy check --isolated --worlds gpu --level 2 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# What an optimizer is given are parameters of a model, which is on an accelerator rather than not; so are their
# gradients. What it keeps for them has to be there.
import torch
from torch.optim import Optimizer


class Bad(Optimizer):
    def step(self):
        for group in self.param_groups:
            for p in group["params"]:
                state = self.state[p]
                if len(state) == 0:
                    state["average"] = torch.zeros(p.shape)
                # CHECK: :[[#@LINE+1]]:{{.*}} operands of 'add_' may be on different devices: 'state["average"]' on cpu, 'p.grad'
                state["average"].add_(p.grad)


class Good(Optimizer):
    def step(self):
        for group in self.param_groups:
            for p in group["params"]:
                state = self.state[p]
                if len(state) == 0:
                    state["average"] = torch.zeros_like(p)
                state["average"].add_(p.grad)


class BadGroup(Optimizer):
    def step(self):
        for group in self.param_groups:
            if "scale" not in group:
                group["scale"] = torch.tensor([1.0])
            scale = group["scale"]
            for p in group["params"]:
                # CHECK: :[[#@LINE+1]]:{{.*}} operands of 'add_' may be on different devices: 'scale' on cpu
                scale.add_(p.grad.abs().sum())


class GoodGroup(Optimizer):
    def step(self):
        for group in self.param_groups:
            for p in group["params"]:
                if "scale" not in group:
                    group["scale"] = torch.tensor([1.0], device=p.device)
                group["scale"].add_(p.grad.abs().sum())


class BadHelper(Optimizer):
    def prepare(self, state, p):
        state["average"] = torch.zeros(p.shape)

    def step(self):
        for group in self.param_groups:
            for p in group["params"]:
                state = self.state[p]
                if len(state) == 0:
                    self.prepare(state, p)
                # CHECK: :[[#@LINE+1]]:{{.*}} operands of 'add_' may be on different devices: 'state["average"]' on cpu, 'p.grad'
                state["average"].add_(p.grad)


# Numbers fit anywhere: the step of the library's own optimizers stays on the CPU, and rates of groups are no tensors.
class GoodNumbers(Optimizer):
    def step(self):
        for group in self.param_groups:
            for p in group["params"]:
                state = self.state[p]
                if len(state) == 0:
                    state["step"] = torch.tensor(0.0)
                state["step"] += 1
                p.data.mul_(1 - group["lr"] * group["decay"])
                p.data.add_(p.grad / (1 - 0.9 ** state["step"]))
