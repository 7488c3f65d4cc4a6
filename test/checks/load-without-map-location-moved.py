# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-load-without-map-location %s | FileCheck %s --implicit-check-not=warning:
# What was moved to an accelerator is there in the file, although a factory has made it.
import torch


def save(x):
    torch.save(torch.zeros(3).cuda(), "moved.pt")
    torch.save(torch.zeros(3), "made.pt")


def load_bad():
    # CHECK: :[[#@LINE+1]]:12: warning: 'torch.load' without a device
    return torch.load("moved.pt")


def load_good():
    return torch.load("made.pt")


def save_there():
    with torch.device("cuda"):
        torch.save(torch.zeros(3), "there.pt")


def load_there_bad():
    # CHECK: :[[#@LINE+1]]:12: warning: 'torch.load' without a device
    return torch.load("there.pt")


print(torch.cuda.is_available())
