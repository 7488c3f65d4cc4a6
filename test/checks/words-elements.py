# An element of what a module or an optimizer holds has no text in the program: what holds it says where it is.
# RUN: not %device_tidy check --isolated --level 2 --ignore device-unguarded-accelerator %s | FileCheck %s --implicit-check-not='[]'
import torch


class Momentum(torch.optim.Optimizer):
    def __init__(self, params, lr=.1):
        super().__init__(params, dict(lr=lr))

    def bad(self):
        for group in self.param_groups:
            for p in group["params"]:
                state = self.state[p]
                if len(state) == 0:
                    state["sum"] = torch.zeros(p.shape)
                state["sum"].add_(p.grad)
                # CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: operands of 'add_' may be on different devices: 'state["sum"]' on cpu, 'p.grad' on the device of what 'param_groups' holds

    def good(self):
        for group in self.param_groups:
            for p in group["params"]:
                state = self.state[p]
                if len(state) == 0:
                    state["sum"] = torch.zeros(p.shape, device=p.device)
                state["sum"].add_(p.grad)


def keyed(options):
    x = torch.ones(3)
    if options["gpu"]:
        x = x.cuda()
        # CHECK: :[[@LINE-1]]:{{[0-9]+}}: note: 'x' moved to cuda here when 'options["gpu"]' is true
    return x + torch.zeros(3)
