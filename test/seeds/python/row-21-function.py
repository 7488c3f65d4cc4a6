# Row 21: a report of what the machine has fails where it has no GPU.
# RUN: not %check --select device-unguarded-accelerator %s | FileCheck %s --implicit-check-not=warning:
# RUN: %repaired %s > %t.py
# RUN: %check %t.py | count 0
import platform

import torch


def describe():
    lines = [platform.node(), torch.__version__, f"cuda: {torch.cuda.is_available()}"]
    name = torch.cuda.get_device_name(0)  # GOOD: name = torch.cuda.get_device_name(0) if torch.cuda.is_available() else "no GPU"
    # CHECK: :[[@LINE-1]]:12: warning: 'get_device_name' needs an accelerator and fails on a machine without one [device-unguarded-accelerator]
    lines.append(name)
    return "\n".join(lines)


if __name__ == "__main__":
    print(describe())
