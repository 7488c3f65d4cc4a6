# Row 1: a model on the GPU, its hidden state on the CPU. Method calls with keyword arguments.
# RUN: not %check --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# RUN: %repaired %s > %t.py
# RUN: %check %t.py | count 0
import torch as th
import torch.nn as nn


class Tagger(nn.Module):
    def __init__(self, vocab_size, dim, tags):
        super().__init__()
        self.dim = dim
        self.embedding = nn.Embedding(vocab_size, dim)
        self.gru = nn.GRU(input_size=dim, hidden_size=dim, batch_first=True)
        self.out = nn.Linear(dim, tags)

    def init_hidden(self, batch_size):
        return th.zeros(1, batch_size, self.dim)  # GOOD: return th.zeros(1, batch_size, self.dim, device=self.out.weight.device)

    def forward(self, tokens):
        hidden = self.init_hidden(tokens.size(0))
        embedded = self.embedding(tokens)
        states, hidden = self.gru(embedded, hidden)
        # CHECK: :[[@LINE-1]]:26: warning: operands of 'GRU' may be on different devices: 'self.gru' on the module's device, 'hidden' on cpu [device-mixed-operands]
        return self.out(states)


def main():
    device = th.device("cuda") if th.cuda.is_available() else th.device("cpu")
    tagger = Tagger(vocab_size=100, dim=32, tags=5)
    tagger = tagger.to(device=device)
    tokens = th.randint(high=100, size=(2, 7), device=device)
    print(tagger(tokens).shape)


main()
