# RUN: not %device_tidy check --isolated --worlds multi --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# Of what nobody knows, the first two arguments meet, as those of a loss; what decodes is no module.
import sys

import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


class Greedy:
    def decode(self, index, length):
        return [index[i, :n] for i, n in enumerate(length)]


class Beam:
    def decode(self, index, length):
        return [index[i, :] for i, n in enumerate(length)]


def decoded_ok(x):
    converter = Greedy() if "greedy" in sys.argv else Beam()
    return converter.decode(x.to(device), torch.ones(3))


def loss_ok(model, criterion, x, y):
    y = y.to(device)
    preds = model(x.to(device), y)
    sizes = torch.IntTensor([preds.size(1)] * 5)
    return criterion(preds.permute(1, 0, 2), y, sizes, y)


def loss_bad(model, criterion, x, y):
    preds = model(x.to(device))
    sizes = torch.IntTensor([preds.size(1)] * 5)
    # CHECK: callees.py:[[#@LINE+1]]:12: warning: operands of 'forward' may be on different devices
    return criterion(x.to(device), sizes, y)


def called_ok(model, x, y, name):
    if "ctc" in name:
        criterion = torch.nn.CTCLoss(zero_infinity=True)
    else:
        criterion = torch.nn.CrossEntropyLoss()
    return loss_ok(model, criterion, x, y)
