# RUN: not %device_tidy check --isolated --level 1 --select device-mixed-operands --output-format concise %s | FileCheck %s --implicit-check-not='warning:'
# What a constructor alone puts on the device that it is given is there for who is handed the object, too.
import torch


class Info:
    def __init__(self, device):
        self.sol = torch.ones(3)
        self.err = torch.ones(3, device=device)


class InfoRepaired:
    def __init__(self, device):
        self.sol = torch.ones(3, device=device)
        self.err = torch.ones(3, device=device)


def annotated_bad(a: Info):
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' may be on different devices: 'a.err' on its own device, 'a.sol' on cpu
    return a.err + a.sol


def annotated_good(a: InfoRepaired):
    return a.err + a.sol


def beside_bad(a: InfoRepaired):
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' may be on different devices: 'a.err' on its own device, 'torch.ones(3)' on cpu
    return a.err + torch.ones(3)


def beside_good(a: InfoRepaired):
    return a.err + torch.ones(3, device=a.err.device)


class HolderBad:
    def __init__(self, info: Info):
        self.info = info

    def total(self):
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' may be on different devices: 'self.info.sol' on cpu, 'self.info.err' on the device of 'info.err'
        return self.info.sol + self.info.err


class HolderGood:
    def __init__(self, info: InfoRepaired):
        self.info = info

    def total(self):
        return self.info.sol + self.info.err


# What others write as well may be anywhere.
class Written:
    def __init__(self, device):
        self.kept = torch.ones(3, device=device)


def write(w: Written):
    w.kept = w.kept.cpu()


def written_good(w: Written):
    return w.kept + torch.ones(3)


# A class whose objects are made of what somebody gives: only who has made one knows.
class Given:
    def __init__(self, first, second):
        self.first, self.second = first, second


def make(device):
    return Given(torch.ones(3), torch.ones(3, device=device))


def FN_given_bad(g: Given):
    return g.second + g.first  # what all makers of a class give its constructor is not joined
