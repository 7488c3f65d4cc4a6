# A load that is repeated with a place once it has failed says what is loaded where there is no accelerator.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-load-without-map-location %s | FileCheck %s --implicit-check-not=warning:
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def repeated_good(path):
    try:
        return torch.load(path)
    except RuntimeError:
        return torch.load(path, map_location=lambda storage, loc: storage)


def other_failure_bad(path):
    try:
        return torch.load(path)
        # CHECK: :[[@LINE-1]]:16: warning: 'torch.load' without a device
    except FileNotFoundError:
        return torch.load(path, map_location="cpu")


def other_file_bad(path, backup):
    try:
        return torch.load(path)
        # CHECK: :[[@LINE-1]]:16: warning: 'torch.load' without a device
    except RuntimeError:
        return torch.load(backup, map_location="cpu")


def told_bad(path):
    try:
        return torch.load(path)
        # CHECK: :[[@LINE-1]]:16: warning: 'torch.load' without a device
    except RuntimeError:
        print("no such file")
        return None


def afterwards_bad(path):
    try:
        first = torch.load(path)
        # CHECK: :[[@LINE-1]]:17: warning: 'torch.load' without a device
    except RuntimeError:
        first = None
    return first, torch.load(path, map_location="cpu")


def second_good(path):
    # Who says a place first means it.
    try:
        return torch.load(path, map_location="cpu")
    except TypeError:
        return torch.load(path)


def second_other_bad(path, backup):
    try:
        return torch.load(path, map_location="cpu")
    except TypeError:
        return torch.load(backup)
        # CHECK: :[[@LINE-1]]:16: warning: 'torch.load' without a device


def numbers_good(scheduler, path):
    # Its state has no tensors.
    scheduler.load_state_dict(torch.load(path))


def made_good(optimizer, path):
    decay = torch.optim.lr_scheduler.StepLR(optimizer, 2)
    decay.load_state_dict(torch.load(path))
    scale = torch.cuda.amp.GradScaler()
    scale.load_state_dict(torch.load(path))


def numbers_bad(optimizer, path):
    optimizer.load_state_dict(torch.load(path))
    # CHECK: :[[@LINE-1]]:31: warning: 'torch.load' without a device


def both_bad(scheduler, optimizer, path):
    state = torch.load(path)
    # CHECK: :[[@LINE-1]]:13: warning: 'torch.load' without a device
    scheduler.load_state_dict(state)
    optimizer.load_state_dict(state)
