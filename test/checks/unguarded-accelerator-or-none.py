# What is None without an accelerator, and is asked for that before: a device, a stream, in a variable, a variable of the
# file or of a class, a member, or what a function gives.
#
# RUN: not %device_tidy check --isolated --output-format concise --level 1 --select device-unguarded-accelerator %s -- | FileCheck %s --implicit-check-not=warning:
import torch

DEVICE = torch.device("cuda") if torch.cuda.is_available() else None
STREAM = torch.cuda.Stream() if torch.cuda.is_available() else None
LATER = None
if torch.cuda.is_available():
    LATER = torch.cuda.Stream()


def found():
    if torch.cuda.is_available():
        return torch.device("cuda")
    return None


FOUND = found()


def good_local(x):
    device = torch.device("cuda") if torch.cuda.is_available() else None
    return x if device is None else x.to(device)


def bad_local(x):
    device = torch.device("cuda") if torch.cuda.is_available() else None
    # CHECK: :[[#@LINE+1]]:{{.*}} 'cuda' needs an accelerator
    return x.cuda() if device is None else x.to(device)


def good_variables(x):
    if DEVICE is not None:
        x = x.to(DEVICE)
    if STREAM is None:
        return x
    return x.cuda()


def bad_variables(x):
    if STREAM is None:
        # CHECK: :[[#@LINE+1]]:{{.*}} 'cuda' needs an accelerator
        return x.cuda()
    return x


def good_later(x):
    return x.cuda() if LATER is not None else x


def good_found(x):
    device = found()
    if FOUND is not None:
        x = x.cuda()
    return x if device is None else x.to(device)


def bad_found(x):
    # CHECK: :[[#@LINE+1]]:{{.*}} 'cuda' needs an accelerator
    return x.cuda() if found() is None else x


class Mover:
    stream = torch.cuda.Stream() if torch.cuda.is_available() else None

    def __init__(self):
        self.device = torch.device("cuda") if torch.cuda.is_available() else None

    def good_member(self, x):
        return x if self.device is None else x.to(self.device)

    def good_of_class(self, x):
        return x.cuda() if self.stream is not None else x
