# RUN: not %device_tidy check --isolated --worlds multi --level 1 --output-format concise --select device-mixed-return %s | FileCheck %s --implicit-check-not=warning:
# Results that are no two cases: what is made a tensor of is none, and what a loop leaves comes from its rounds.
import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence


def converted_ok(first, is_int):
    if is_int(first):
        first = torch.as_tensor([first], dtype=torch.long)
    return first.reshape(-1) if isinstance(first, torch.Tensor) else first


def forgotten_bad(x: torch.Tensor, sizes, is_int):
    y = x.cuda()
    if is_int(sizes):
        y = torch.as_tensor([sizes], dtype=torch.long)
    return y
    # CHECK: :[[#@LINE-1]]:5: warning: 'forgotten_bad' returns 'y' on cpu, but elsewhere a tensor on cuda


class Layers(nn.Module):
    def __init__(self, layers):
        super().__init__()
        self.layers = nn.ModuleList(layers)

    def forward(self, x: torch.Tensor, lengths: torch.Tensor):
        for layer in self.layers:
            packed, _ = layer(pack_padded_sequence(x, lengths.cpu(), batch_first=True))
            x, lengths = pad_packed_sequence(packed, batch_first=True)
            if self.training:
                lengths = torch.tensor([int(n) // 2 for n in lengths])
        return x, lengths


class Bad(nn.Module):
    def __init__(self, layers):
        super().__init__()
        self.layers = nn.ModuleList(layers)

    def forward(self, x: torch.Tensor, lengths: torch.Tensor):
        for layer in self.layers:
            x = layer(x)
            if self.training:
                lengths = torch.tensor([int(n) // 2 for n in lengths])
        return x, lengths
        # CHECK: :[[#@LINE-1]]:9: warning: 'forward' may return 'lengths' on cpu, but elsewhere a tensor on its caller's device


# torch.empty is a function; a method of that name is another class's.
def other_class_ok(x: torch.Tensor, device: torch.device, flag):
    if flag:
        return torch.zeros(x.shape, device=device)
    return x.empty(batch_size=3)
