# Who has a device of the type "cuda" has an accelerator, wherever the device comes from.
# RUN: not %device_tidy check --isolated --output-format concise --select device-unguarded-accelerator %s | FileCheck %s --implicit-check-not=warning:
import torch

HAVE = torch.cuda.is_available()


def key_ok(grads):
    per = {}
    for g in grads:
        per.setdefault(g.device, []).append(g)
    for device in per.keys():
        if device.type == "cuda":
            return torch.zeros(2, device="cuda")


def key_bad(grads):
    per = {}
    for g in grads:
        per.setdefault(g.device, []).append(g)
    for device in per.keys():
        if device.type == "cpu":
            return torch.zeros(2, device="cuda")
            # CHECK: :[[@LINE-1]]:20: warning: 'zeros' needs an accelerator


def text_ok(per):
    for device, x in per.items():
        if "cuda" in str(device):
            return x.cuda()


def text_bad(per):
    for device, x in per.items():
        if "cpu" in str(device):
            return x.cuda()
            # CHECK: :[[@LINE-1]]:22: warning: 'cuda' needs an accelerator


# What is not on the CPU is on an accelerator.
def other_ok(device: torch.device, x):
    if device != torch.device("cpu"):
        torch.cuda.synchronize(device)
    if str(device) != "cpu":
        torch.cuda.synchronize()
    if x.device != torch.device("cpu"):
        torch.cuda.synchronize()


def other_bad(device: torch.device):
    if device == torch.device("cpu"):
        torch.cuda.synchronize()
        # CHECK: :[[@LINE-1]]:9: warning: 'synchronize' needs an accelerator


def other_text_bad(device):
    if str(device) == "cpu":
        torch.cuda.synchronize()
        # CHECK: :[[@LINE-1]]:9: warning: 'synchronize' needs an accelerator


def other_tensor_bad(x):
    if x.device == torch.device("cpu"):
        torch.cuda.synchronize()
        # CHECK: :[[@LINE-1]]:9: warning: 'synchronize' needs an accelerator


class Sync_ok:
    def __init__(self, args):
        self.device = torch.device(args.device)

    def wait(self):
        if self.device != torch.device("cpu"):
            torch.cuda.synchronize()


# A guard may be a member of the caller, made of several answers.
class Held_ok:
    def __init__(self):
        self.weight = torch.zeros(2).cuda()


class Trainer:
    def __init__(self, cfg):
        self.use = torch.cuda.is_available() and not cfg.cpu
        if self.use:
            self.held = Held_ok()


class Held_bad:
    def __init__(self):
        self.weight = torch.zeros(2).cuda()
        # CHECK: :[[@LINE-1]]:38: warning: 'cuda' needs an accelerator


class OtherTrainer:
    def __init__(self, cfg):
        self.use = torch.cuda.is_available() or not cfg.cpu
        if self.use:
            self.held = Held_bad()


# Another method asks for the member.
class Kept_ok:
    def __init__(self):
        self.weight = torch.zeros(2).cuda()


class Keeper:
    def __init__(self, cfg):
        self.use = cfg.gpu and HAVE

    def setup(self):
        if self.use:
            self.kept = Kept_ok()


class Kept_bad:
    def __init__(self):
        self.weight = torch.zeros(2).cuda()
        # CHECK: :[[@LINE-1]]:38: warning: 'cuda' needs an accelerator


class OtherKeeper:
    def __init__(self, cfg):
        self.use = cfg.gpu or HAVE

    def setup(self):
        if self.use:
            self.kept = Kept_bad()
