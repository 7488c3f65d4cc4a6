# A text is looked for in a device, which is none: TypeError. Annotations and callers are of level 2.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise %s | FileCheck %s --check-prefix=SURE --implicit-check-not=warning:
# RUN: not %device_tidy check --isolated --level 2 --output-format concise %s | FileCheck %s --check-prefixes=SURE,RATHER --implicit-check-not=warning:
import torch


def made_bad(x):
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    # SURE: :[[@LINE+1]]:22: warning: '"cuda" in device' is always an error: a device is no text
    pin = not "cuda" in device
    return x.to(device), pin


def made_ok(x):
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    pin = "cuda" in device.type or "cuda" in str(device)
    return x.to(device), pin


def of_tensor_bad(x: torch.Tensor):
    # SURE: :[[@LINE+1]]:19: warning: '"cuda" not in x.device' is always an error: a device is no text
    return "cuda" not in x.device


def annotated_bad(device: torch.device):
    # RATHER: :[[@LINE+1]]:19: warning: '"cuda" in device' is always an error: a device is no text
    return "cuda" in device


def asked_ok(device: torch.device):
    if isinstance(device, str):
        return "cuda" in device
    return device.type == "cuda"


def text_ok(device="cuda"):
    return "cuda" in device


def tried_ok(device: torch.device):
    try:
        return "cuda" in device
    except TypeError:
        return device.type == "cuda"


class GivenBad:
    def __init__(self, net, device="cpu"):
        self.net, self.device = net, device
        # RATHER: :[[@LINE+1]]:28: warning: '"cuda" in self.device' is always an error: a device is no text
        self.half = "cuda" in self.device


class GivenOk:
    def __init__(self, net, device="cpu"):
        self.net, self.device = net, device
        self.half = "cuda" in str(self.device)


class GivenEither:
    def __init__(self, net, device="cpu"):
        self.net, self.device = net, device
        self.half = "cuda" in self.device


def give(net):
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    return GivenBad(net, device=device), GivenOk(net, device), GivenEither(net, device), GivenEither(net)
