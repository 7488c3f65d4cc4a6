# Memory is pinned by an accelerator's allocator: without one, pin_memory() fails. Level 2: the program rather knows.
# RUN: not %device_tidy check --isolated --level 2 --output-format concise --select device-unguarded-accelerator %s | FileCheck %s --implicit-check-not=warning:
# RUN: %device_tidy check --isolated --level 1 %s
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def buffer_bad(frame):
    # CHECK: :[[@LINE+1]]:29: warning: 'pin_memory' needs an accelerator and fails on a machine without one
    return torch.ones(3, 4).pin_memory().copy_(frame).to(device)


def buffer_ok(frame):
    buffer = torch.ones(3, 4)
    if torch.cuda.is_available():
        buffer = buffer.pin_memory()
    return buffer.copy_(frame).to(device)


def once_bad(frames):
    buffer = None
    for frame in frames:
        if buffer is None:
            # CHECK: :[[@LINE+1]]:39: warning: 'pin_memory' needs an accelerator
            buffer = torch.ones(3, 4).pin_memory()
        yield buffer.copy_(frame).to(device)


def asked_ok(frame, device: torch.device):
    buffer = torch.ones(3, 4)
    if device.type == "cuda":
        buffer = buffer.pin_memory()
    return buffer.copy_(frame).to(device)


def switched_ok(frame, pin=False):
    buffer = torch.ones(3, 4)
    if pin:
        buffer = buffer.pin_memory()
    return buffer.copy_(frame).to(device)


class Batch:
    def __init__(self, rows):
        self.rows = torch.stack(rows)

    # The loader calls it, where it pins.
    def pin_memory(self):
        self.rows = self.rows.pin_memory()
        return self


def load_ok(rows):
    return torch.utils.data.DataLoader(rows, collate_fn=Batch, pin_memory=torch.cuda.is_available())
