# RUN: not %device_tidy check --isolated --level 1 --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# A layer that is given the data of all parameters of another one is where that is.
import torch
from torch import nn


class Whole_ok(nn.Module):
    def __init__(self):
        super().__init__()
        self.rnn = nn.GRU(3, 3, batch_first=True)

    def cell(self, gru):
        cell = nn.GRUCell(gru.input_size, gru.hidden_size)
        cell.weight_hh.data = gru.weight_hh_l0.data
        cell.weight_ih.data = gru.weight_ih_l0.data
        cell.bias_hh.data = gru.bias_hh_l0.data
        cell.bias_ih.data = gru.bias_ih_l0.data
        return cell

    def forward(self, x):
        cell = self.cell(self.rnn)
        h = torch.zeros(1, 3, device=next(self.parameters()).device)
        return cell(x, h)


class Without(nn.Module):
    def __init__(self):
        super().__init__()
        self.rnn = nn.GRU(3, 3, batch_first=True)

    def forward(self, x):
        cell = nn.GRUCell(3, 3)
        h = torch.zeros(1, 3, device=next(self.parameters()).device)
        # CHECK: :[[@LINE+1]]:16: warning: operands of 'GRUCell' may be on different devices: 'cell' on cpu, 'h' on the module's device
        return cell(x, h)


def own():
    gru = nn.GRUCell(3, 3).cuda()
    cell = nn.GRUCell(3, 3)
    cell.weight_hh.data = gru.weight_hh.data
    cell.weight_ih.data = gru.weight_ih.data
    cell.bias_hh.data = gru.bias_hh.data
    cell.bias_ih.data = gru.bias_ih.data
    # CHECK: :[[@LINE+1]]:12: warning: operands of 'GRUCell' are on different devices: 'cell' on cuda, {{.*}} on cpu
    return cell(torch.zeros(1, 3))


def own_ok():
    gru = nn.GRUCell(3, 3).cuda()
    cell = nn.GRUCell(3, 3)
    cell.weight_hh.data = gru.weight_hh.data
    cell.weight_ih.data = gru.weight_ih.data
    cell.bias_hh.data = gru.bias_hh.data
    cell.bias_ih.data = gru.bias_ih.data
    return cell(torch.zeros(1, 3).cuda())
