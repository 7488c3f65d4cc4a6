# A script makes a module, whose constructor reads what the script sets, and uses it on the CPU alone: that its inputs may
# be elsewhere is no more than a guess, of level 2.
# RUN: %device_tidy check --isolated --level 1 %s
# RUN: not %device_tidy check --isolated --level 2 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.pos_emb = nn.Embedding(words, width)

    def forward(self, x):
        positions = torch.LongTensor([1, 2, 3, 4, 0])
        return x + self.pos_emb(positions)
        # CHECK: :[[@LINE-1]]:20: warning: operands of 'Embedding' may be on different devices: 'self.pos_emb' on the module's device, 'positions' on cpu [device-mixed-operands]


class Transformer(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = Encoder()
        self.projection = nn.Linear(width, words, bias=False)

    def forward(self, x):
        return self.projection(self.encoder(x))


if __name__ == "__main__":
    words = 5
    width = 512
    model = Transformer()
    model(torch.zeros(1, 5, width))
