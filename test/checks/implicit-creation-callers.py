# Where all callers that are seen give what is on the CPU, a parameter, or what it has met, is rather there: what is made
# beside it is of level 3.
# RUN: split-file %s %t
# RUN: %device_tidy check --isolated --output-format concise %t/host.py %t/met.py | count 0
# RUN: not %device_tidy check --isolated --output-format concise --level 3 %t/host.py | FileCheck %t/host.py --implicit-check-not=warning:
# RUN: not %device_tidy check --isolated --output-format concise %t/other.py | FileCheck %t/other.py --implicit-check-not=warning:
# RUN: not %device_tidy check --isolated --output-format concise %t/met_elsewhere.py | FileCheck %t/met_elsewhere.py --implicit-check-not=warning:

#--- host.py
import torch


def padded(x):
    return torch.cat([x, torch.zeros(x.shape[0], 1)], dim=1)
    # CHECK: :[[@LINE-1]]:26: warning: the result of 'zeros' is created without a device


def main(array):
    return padded(torch.tensor(array))

#--- other.py
import torch


def padded(x):
    return torch.cat([x, torch.zeros(x.shape[0], 1)], dim=1)
    # CHECK: :[[@LINE-1]]:26: warning: the result of 'zeros' is created without a device


def main(array, net):
    return padded(torch.tensor(array)), padded(net(array))

#--- met.py
import torch


class Vae(torch.nn.Module):
    def mpm(self, x_init, S, n):
        x = x_init
        for it in range(50):
            x_new = torch.zeros(n, n)
            for i in range(n):
                for a in range(n):
                    pooled = [torch.max(x[j, :] * S[i, j, a, :]) for j in range(n) if j != i]
                    x_new[i, a] += sum(pooled)
            x = x_new / torch.norm(x_new)
        return x

    def forward(self, features, n):
        return self.mpm(torch.ones(n, n), torch.zeros(n, n, n, n), n)

#--- met_elsewhere.py
import torch


class Vae(torch.nn.Module):
    def mpm(self, x_init, S, n):
        x = x_init
        for it in range(50):
            x_new = torch.zeros(n, n)
            for i in range(n):
                for a in range(n):
                    pooled = [torch.max(x[j, :] * S[i, j, a, :]) for j in range(n) if j != i]
                    # CHECK: :[[@LINE-1]]:49: warning: operands of '*' may be on different devices
                    x_new[i, a] += sum(pooled)
                    # CHECK: :[[@LINE-1]]:33: warning: operands of '+=' may be on different devices
            x = x_new / torch.norm(x_new)
        return x

    def forward(self, features, n):
        return self.mpm(features, features.view(n, n, 1, 1), n)
