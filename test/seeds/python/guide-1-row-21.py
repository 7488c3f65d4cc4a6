# Guide 1, the current device. It claims that the CPU would be shown; without a GPU the call fails.
# RUN: not %check %s | FileCheck %s --implicit-check-not=warning:
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
print(device)

# Get the current device (GPU or CPU)
current_device = torch.cuda.current_device()
# CHECK: :[[@LINE-1]]:18: warning: 'current_device' needs an accelerator and fails on a machine without one [device-unguarded-accelerator]
print(f"Current device: {current_device}")
