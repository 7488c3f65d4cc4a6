# Row 21: a timer waits for the GPU in programs that run without one.
# RUN: not %check --select device-unguarded-accelerator %s | FileCheck %s --implicit-check-not=warning:
# RUN: %repaired %s > %t.py
# RUN: %check %t.py | count 0
import time
import torch


class Timer:
    def __init__(self, device):
        self.device = device

    def __enter__(self):
        torch.cuda.synchronize()  # GOOD: if self.device.type == "cuda": torch.cuda.synchronize()
        # CHECK: :[[@LINE-1]]:9: warning: 'synchronize' needs an accelerator and fails on a machine without one [device-unguarded-accelerator]
        self.start = time.perf_counter()
        return self

    def __exit__(self, *exc):
        self.seconds = time.perf_counter() - self.start
        return False


device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
x = torch.rand(64, 64, device=device)
with Timer(device) as timer:
    y = x @ x
print(timer.seconds)
