# A path says nothing of a file that the program has written if others may give another one: all that calls the function
# counts, and what hands it on.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-load-without-map-location %s | FileCheck %s --implicit-check-not=warning:
import click
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


class InheritedGood:
    def __init__(self, path=None):
        self.state = torch.load(path)


class InheritsGood(InheritedGood):
    pass


def inherited_good(net):
    torch.save(net, "t.pt")
    InheritedGood("t.pt")
    InheritsGood("t.pt")


class InheritedBad:
    def __init__(self, path=None):
        # CHECK: :[[#@LINE+1]]:22: warning: 'torch.load' without a device
        self.state = torch.load(path)


class InheritsBad(InheritedBad):
    pass


def inherited_bad(net, path):
    torch.save(net, "t.pt")
    InheritedBad("t.pt")
    InheritsBad(path)


class SuperGood:
    def __init__(self, path=None):
        self.state = torch.load(path)


class OfSuperGood(SuperGood):
    def __init__(self, net, path):
        torch.save(net, path)
        super().__init__(path)


def super_good(net, path):
    torch.save(net, "t.pt")
    SuperGood("t.pt")
    OfSuperGood(net, path)


class SuperBad:
    def __init__(self, path=None):
        # CHECK: :[[#@LINE+1]]:22: warning: 'torch.load' without a device
        self.state = torch.load(path)


class OfSuperBad(SuperBad):
    def __init__(self, net, path):
        super().__init__(path)


def super_bad(net, path):
    torch.save(net, "t.pt")
    SuperBad("t.pt")
    OfSuperBad(net, path)


class Mapped:
    def read_good(self, path):
        return torch.load(path)

    def read_bad(self, path):
        # CHECK: :[[#@LINE+1]]:16: warning: 'torch.load' without a device
        return torch.load(path)

    def run(self, net, paths):
        torch.save(net, "x.pt")
        self.read_good("x.pt")
        self.read_bad("x.pt")
        return [self.read_good("x.pt") for _ in paths], list(map(self.read_bad, paths))


class ValueGood:
    def __init__(self, path=None):
        self.state = torch.load(path)


def value_good(net, path):
    torch.save(net, "t.pt")
    ValueGood("t.pt")
    return isinstance(path, ValueGood)


class ValueBad:
    def __init__(self, path=None):
        # CHECK: :[[#@LINE+1]]:22: warning: 'torch.load' without a device
        self.state = torch.load(path)


def value_bad(net, path):
    torch.save(net, "t.pt")
    ValueBad("t.pt")
    made = ValueBad
    return made(path)


@torch.no_grad()
def decorated_good(path):
    return torch.load(path)


@click.command()
def decorated_bad(path):
    # CHECK: :[[#@LINE+1]]:12: warning: 'torch.load' without a device
    return torch.load(path)


def decorated(net):
    torch.save(net, "t.pt")
    decorated_good("t.pt")
    decorated_bad("t.pt")


class VirtualBase:
    def run_good(self, net):
        torch.save(net, "t.pt")
        return self.read_good("t.pt")

    def run_bad(self, path):
        return self.read_bad(path)


class Virtual(VirtualBase):
    def read_good(self, path):
        return torch.load(path)

    def read_bad(self, path):
        # CHECK: :[[#@LINE+1]]:16: warning: 'torch.load' without a device
        return torch.load(path)

    def both(self, net):
        torch.save(net, "t.pt")
        self.read_good("t.pt")
        self.read_bad("t.pt")
