# Lengths that a module gives beside its scores may be a list of numbers, which is taken from anywhere: whoever only sees
# the call says so at level 2.
# RUN: split-file %s %t
# RUN: %device_tidy check --isolated --level 1 %t/ok.py
# RUN: not %device_tidy check --isolated --level 2 --output-format concise --select device-cpu-only-argument %t/bad.py | FileCheck %s --implicit-check-not=warning:

#--- ok.py
import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence


class Decoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)

    def forward(self, x, lengths):
        return self.fc(x), (lengths - 1).tolist()


def step(decoder, x, lengths):
    scores, counted = decoder(x, lengths)
    return pack_padded_sequence(scores, counted, batch_first=True)


device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
step(Decoder().to(device), torch.zeros(2, 5, 3, device=device), torch.ones(2, device=device))

#--- bad.py
import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence


class Decoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)

    def forward(self, x, lengths):
        return self.fc(x), lengths - 1


def step(decoder, x, lengths):
    scores, counted = decoder(x, lengths)
    return pack_padded_sequence(scores, counted, batch_first=True)


device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
step(Decoder().to(device), torch.zeros(2, 5, 3, device=device), torch.ones(2, device=device))
# CHECK: warning: 'pack_padded_sequence' takes this argument on the CPU only: 'counted' on
