# torch.Tensor(t) of a tensor is that tensor, and what an operator gives is one, of whatever that is.
# RUN: not %device_tidy check --isolated --output-format concise --level 2 %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn
from torch.nn.utils.rnn import pad_sequence


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(2, 2)

    def padded_good(self, x):
        rows = parts(x)
        return self.layer(torch.Tensor(pad_sequence(rows)))

    def stacked_good(self, x):
        rows = parts(x)
        return self.layer(torch.Tensor(torch.stack(rows)))

    def made_bad(self, x):
        rows = [1.0, 2.0]
        return self.layer(torch.Tensor(rows))
        # CHECK: :[[#@LINE-1]]:16: warning: operands of 'Linear' may be on different devices: 'self.layer' on the module's device, 'torch.Tensor(rows)' on cpu
