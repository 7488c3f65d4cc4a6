# Comparisons of devices that always give the same answer.
# RUN: not %device_tidy check --isolated --select device-string-comparison %s | FileCheck %s --implicit-check-not=warning:
import torch


def string_bad(x: torch.Tensor):
    if x.device == "cuda":
        # CHECK: :[[@LINE-1]]:17: warning: 'x.device == "cuda"' is always false: a device equals no string [device-string-comparison]
        return x.cpu()
    return x


def string_ok(x: torch.Tensor):
    if x.device.type == "cuda":
        return x.cpu()
    return x


def cpu_bad(x: torch.Tensor):
    return x if "cpu" != x.device else x.cuda()
    # CHECK: :[[@LINE-1]]:23: warning: '"cpu" != x.device' is always true: a device equals no string [device-string-comparison]


def cpu_ok(x: torch.Tensor):
    return x if "cpu" != x.device.type else x.cuda()


def annotated_bad(device: torch.device):
    return device == "cuda:0"
    # CHECK: :[[@LINE-1]]:19: warning: 'device == "cuda:0"' is always false: a device equals no string [device-string-comparison]


def annotated_ok(device: torch.device):
    return device == torch.device("cuda:0")


def other_strings_ok(device: torch.device):
    return device == "pinned" or device == "auto"


def no_index_bad(x: torch.Tensor):
    return x.device == torch.device("cuda")
    # CHECK: :[[@LINE-1]]:21: warning: 'x.device == torch.device("cuda")' is always false: the device of a tensor has an index [device-string-comparison]


def no_index_ok(x: torch.Tensor):
    return x.device == torch.device("cuda", 0)


def type_bad(x: torch.Tensor):
    return x.device.type == "cuda:0"
    # CHECK: :[[@LINE-1]]:26: warning: 'x.device.type == "cuda:0"' is always false: the type of a device has no index [device-string-comparison]


def type_ok(x: torch.Tensor):
    return x.device.type == "cuda" and x.device.index == 0


def text_bad(x: torch.Tensor):
    return str(x.device) == "cuda"
    # CHECK: :[[@LINE-1]]:26: warning: 'str(x.device) == "cuda"' is always false: the string has an index, as in 'cuda:0' [device-string-comparison]


def text_ok(x: torch.Tensor):
    return str(x.device) == "cuda:0" or str(x.device) == "cpu"


def either_text_ok(x: torch.Tensor):
    return str(x.device) == "cuda" or str(x.device) == "cuda:0"


def called_bad(x: torch.Tensor):
    return x.cpu() if x.is_cuda() else x
    # CHECK: :[[@LINE-1]]:25: warning: 'x.is_cuda()' is always an error: it is an attribute and no method [device-string-comparison]


def called_ok(x: torch.Tensor):
    return x.cpu() if x.is_cuda else x


def available_bad():
    if torch.cuda.is_available:
        # CHECK: :[[@LINE-1]]:8: warning: 'torch.cuda.is_available' is always true: it is not called [device-string-comparison]
        return "cuda"
    return "cpu"


def available_ok():
    if torch.cuda.is_available():
        return "cuda"
    return "cpu"


class Net(torch.nn.Module):
    def forward(self, x, y):
        if x.device == y.device == "cuda":
            # CHECK: :[[@LINE-1]]:33: warning: 'x.device == y.device == "cuda"' is always false: a device equals no string [device-string-comparison]
            return x
        return y


class FixedNet(torch.nn.Module):
    def forward(self, x, y):
        if x.device == y.device and y.is_cuda:
            return x
        return y


# What may hold a string.
def parameter_ok(device):
    return device == "cuda"


class Settings:
    def __init__(self, device="cuda"):
        self.device = device

    def on_gpu_ok(self):
        return self.device == "cuda"


# A default that is a string says more than the annotation.
def text_by_default_ok(rank, device: torch.device = "cuda"):
    return [rank] if device == "cuda" else None


def device_by_default_bad(rank, device: torch.device = torch.device("cuda")):
    return [rank] if device == "cuda" else None
    # CHECK: :[[@LINE-1]]:29: warning: 'device == "cuda"' is always false


# All who call a function give it a device.
class Given:
    def infer_bad(self, x, device):
        keep = "cpu"
        return keep != device
        # CHECK: :[[@LINE-1]]:21: warning: 'keep != device' is always true: a device equals no string [device-string-comparison]

    def infer_ok(self, x, device):
        keep = torch.device("cpu")
        return keep != device

    def either_ok(self, x, device):
        return "cpu" != device

    def left_out_ok(self, x, device=None):
        return "cpu" != device


def main(x):
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    given = Given()
    given.either_ok(x, "cuda")
    given.either_ok(x, device)
    given.left_out_ok(x)
    given.left_out_ok(x, device)
    return given.infer_bad(x, device), given.infer_ok(x, device)
