# RUN: split-file --leading-lines %s %t
# RUN: not %device_tidy check --isolated --worlds multi --level 1 --output-format concise --ignore device-unguarded-accelerator %t/host.py %t/moved.py %t/library.py | FileCheck %s --implicit-check-not=warning:
# RUN: not %device_tidy check --isolated --worlds multi --level 3 --output-format concise %t/host.py | FileCheck --check-prefix=HOST %s
# A script that makes a module on the CPU and uses it there is not wrong; it would be if the module moved.

#--- host.py
import torch
from torch import nn


class Recurrent(nn.Module):
    def __init__(self):
        super().__init__()
        self.rnn = nn.RNN(5, 5, batch_first=True)

    def forward(self, x):
        # HOST: host.py:[[#@LINE+1]]:18: warning: operands of 'RNN' may be on different devices
        out, _ = self.rnn(x, torch.zeros(1, x.size(0), 5))
        return out


model = Recurrent()
print(model(torch.zeros(1, 6, 5)))

#--- library.py
import torch
from torch import nn


class Recurrent(nn.Module):
    def __init__(self):
        super().__init__()
        self.rnn = nn.RNN(5, 5, batch_first=True)

    def forward(self, x):
        # CHECK: library.py:[[#@LINE+1]]:18: warning: operands of 'RNN' may be on different devices
        out, _ = self.rnn(x, torch.zeros(1, x.size(0), 5))
        return out

#--- moved.py
import torch
from torch import nn


class Recurrent(nn.Module):
    def __init__(self):
        super().__init__()
        self.rnn = nn.RNN(5, 5, batch_first=True)

    def forward(self, x):
        # CHECK: moved.py:[[#@LINE+1]]:18: warning: operands of 'RNN' {{are|may be}} on different devices
        out, _ = self.rnn(x, torch.zeros(1, x.size(0), 5))
        return out


model = Recurrent().cuda()
print(model(torch.zeros(1, 6, 5).cuda()))
