# An object that was made where there is an accelerator, or is None.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-unguarded-accelerator %s | FileCheck %s --implicit-check-not=warning:
import torch


def timed_ok(run):
    start = torch.cuda.Event(enable_timing=True) if torch.cuda.is_available() else None
    run()
    if start is not None:
        end = torch.cuda.Event(enable_timing=True)
        end.record()
        torch.cuda.synchronize()


def early_ok(run):
    stream = torch.cuda.Stream() if torch.cuda.is_available() else None
    if stream is None:
        return run()
    torch.cuda.synchronize()


def timed_bad(run):
    start = torch.cuda.Event(enable_timing=True) if torch.cuda.is_available() else None
    run()
    if start is None:
        torch.cuda.synchronize()
        # CHECK: :[[@LINE-1]]:9: warning: 'synchronize' needs an accelerator and fails on a machine without one


class Copier:
    def __init__(self, device: torch.device):
        self.own = torch.cuda.Stream() if torch.cuda.is_available() else None
        self.side = torch.cuda.Stream(device) if device.type == "cuda" else None

    def copy_ok(self):
        if self.own is not None:
            torch.cuda.synchronize()
        if self.side is None:
            return
        torch.cuda.synchronize()
