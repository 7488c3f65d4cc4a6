# Row 14: a model is saved whole into a stream. A function.
# RUN: not %check --select device-whole-module-saved %s | FileCheck %s --implicit-check-not=warning:
# RUN: %repaired %s > %t.py
# RUN: %check %t.py | count 0
import io
from pathlib import Path

import torch
from torch.nn import GRU, Linear, Module


class Counter(Module):
    def __init__(self):
        super().__init__()
        self.rnn = GRU(4, 8, batch_first=True)
        self.out = Linear(8, 1)

    def forward(self, x):
        states, _ = self.rnn(x)
        return self.out(states[:, -1])


def export(path: Path):
    net = Counter()
    net.eval()
    buffer = io.BytesIO()
    torch.save(net, buffer)  # GOOD: torch.save(net.state_dict(), buffer)
    # CHECK: :[[@LINE-1]]:5: warning: 'save' writes 'net' as a whole, with its class and devices, instead of its state_dict [device-whole-module-saved]
    path.write_bytes(buffer.getvalue())
    return path.stat().st_size


print(export(Path("/dev/null")))
