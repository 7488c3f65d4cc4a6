# Row 3: a table that a module holds as a plain attribute.
# RUN: not %check --select device-unregistered-state,device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# RUN: %repaired %s > %t.py
# RUN: %check %t.py | count 0
import math
import torch
from torch import nn, Tensor


class PositionalEncoding(nn.Module):
    def __init__(self, d_model: int, dropout: float = 0.1, max_len: int = 512):
        super().__init__()
        self.dropout = nn.Dropout(p=dropout)
        position = torch.arange(max_len).unsqueeze(1)
        div_term = torch.exp(torch.arange(0, d_model, 2) * (-math.log(10000.0) / d_model))
        pe = torch.zeros(max_len, 1, d_model)
        pe[:, 0, 0::2] = torch.sin(position * div_term)
        pe[:, 0, 1::2] = torch.cos(position * div_term)
        self.pe = pe  # GOOD: self.register_buffer("pe", pe)
        # CHECK: :[[@LINE-1]]:19: warning: 'pe' is not registered with 'PositionalEncoding', so 'to' leaves it on cpu [device-unregistered-state]

    def forward(self, x: Tensor) -> Tensor:
        x = x + self.pe[:x.size(0)]
        return self.dropout(x)


class Encoder(nn.Module):
    def __init__(self, tokens, d_model):
        super().__init__()
        self.embedding = nn.Embedding(tokens, d_model)
        self.position = PositionalEncoding(d_model)
        self.head = nn.Linear(d_model, tokens)

    def forward(self, src):
        x = self.embedding(src) * math.sqrt(self.embedding.embedding_dim)
        return self.head(self.position(x))


if __name__ == "__main__":
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    encoder = Encoder(100, 16).to(device)
    print(encoder(torch.zeros(12, 2, dtype=torch.long, device=device)).shape)
