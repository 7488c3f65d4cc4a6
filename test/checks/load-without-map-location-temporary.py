# What lies in a temporary folder of the run, or under a path that whoever gives it has written to, is of this run.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-load-without-map-location %s | FileCheck %s --implicit-check-not=warning:
import contextlib
import os
import pathlib
import tempfile
import urllib.request

import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def exported_good(net, trainer):
    with tempfile.TemporaryDirectory() as folder:
        trainer.export(net, folder)
        net.load_state_dict(torch.load(os.path.join(folder, "net.pt")))


def given_bad(net, trainer, folder):
    trainer.export(net, folder)
    # CHECK: :[[#@LINE+1]]:25: warning: 'torch.load' without a device
    net.load_state_dict(torch.load(os.path.join(folder, "net.pt")))


def named_good(net, trainer):
    with tempfile.NamedTemporaryFile(suffix=".pt") as file:
        trainer.export(net, file.name)
        net.load_state_dict(torch.load(file.name))


def descriptor_good(net, trainer):
    handle, path = tempfile.mkstemp()
    trainer.export(net, path)
    net.load_state_dict(torch.load(path))


# What comes from elsewhere lies there, too.
def fetched_bad(net, address):
    folder = pathlib.Path(tempfile.mkdtemp())
    urllib.request.urlretrieve(address, folder / "net.pt")
    # CHECK: :[[#@LINE+1]]:25: warning: 'torch.load' without a device
    net.load_state_dict(torch.load(folder / "net.pt"))


def bytes_bad(net, content):
    with tempfile.NamedTemporaryFile() as file:
        file.write(content)
        file.flush()
        # CHECK: :[[#@LINE+1]]:29: warning: 'torch.load' without a device
        net.load_state_dict(torch.load(file.name))


# A folder that a test is given.
def test_export(tmp_path, net, trainer):
    trainer.export(net, tmp_path)
    net.load_state_dict(torch.load(str(tmp_path / "net.pt")))


class Kept:
    def __init__(self, net):
        self.net = net
        self.folder = tempfile.mkdtemp()

    def reload_good(self, trainer):
        trainer.export(self.net, self.folder)
        self.net.load_state_dict(torch.load(f"{self.folder}/net.pt"))


class Loop:
    def __init__(self, model):
        self.model = model

    def save(self, path, best_path=None):
        best = None
        if best_path is not None:
            best = torch.load(best_path, weights_only=False)
        torch.save({"model": self.model.state_dict(), "best": best}, path)

    def restore_good(self, path):
        self.model.load_state_dict(torch.load(path))

    def restore_bad(self, path):
        # CHECK: :[[#@LINE+1]]:36: warning: 'torch.load' without a device
        self.model.load_state_dict(torch.load(path))

    def train(self, target, start):
        with tempfile.TemporaryDirectory() as folder:
            best_path = pathlib.Path(folder).joinpath("best.pt")
            for epoch in range(3):
                self.save(best_path)
                self.save(target, best_path)
        self.restore_good(target)
        self.restore_bad(target)
        self.restore_bad(start)


class Handed:
    def __init__(self, model):
        self.model = model

    def read_good(self, folder):
        self.model.load_state_dict(torch.load(os.path.join(folder, "net.pt")))

    def read_bad(self, folder):
        # CHECK: :[[#@LINE+1]]:36: warning: 'torch.load' without a device
        self.model.load_state_dict(torch.load(os.path.join(folder, "net.pt")))

    def run(self, trainer, folder):
        with tempfile.TemporaryDirectory() as temporary:
            trainer.export(self.model, temporary)
            self.read_good(temporary)
            self.read_bad(temporary)
        self.read_bad(folder)


# By a way with several steps: None is no path.
class Stepped:
    def __init__(self, model):
        self.model = model

    def read_good(self, path=None):
        if path is not None:
            self.model.load_state_dict(torch.load(path))

    def read_bad(self, path=None):
        if path is not None:
            # CHECK: :[[#@LINE+1]]:40: warning: 'torch.load' without a device
            self.model.load_state_dict(torch.load(path))

    def restore(self, epoch):
        path = None
        if epoch > 3:
            with tempfile.NamedTemporaryFile(delete=False) as file:
                path = pathlib.Path(file.name)
        return path, epoch

    def run(self, trainer, epoch, start):
        path = None
        if epoch > 1:
            path, epoch = self.restore(epoch)
        with contextlib.ExitStack() as stack:
            if path is None:
                path = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory())).joinpath("best.pt")
            trainer.export(self.model, path)
            self.read_good(path)
            self.read_good()
            self.read_bad(start if epoch > 2 else path)


# Who has loaded it has not written it, though it saves something.
class Restored:
    def __init__(self, model):
        self.model = model

    def restore(self, path):
        # CHECK: :[[#@LINE+1]]:17: warning: 'torch.load' without a device
        state = torch.load(path)
        torch.save(state["best"], "best.pt")
        return state

    def rest_bad(self, path):
        # CHECK: :[[#@LINE+1]]:16: warning: 'torch.load' without a device
        return torch.load(path)["rest"]

    def run(self, folder):
        path = os.path.join(folder, "state")
        self.restore(path)
        return self.rest_bad(path)


# Somebody may hand on the method.
class Called:
    def __init__(self, model):
        self.model = model

    def read_bad(self, path):
        # CHECK: :[[#@LINE+1]]:36: warning: 'torch.load' without a device
        self.model.load_state_dict(torch.load(path))

    def run(self, path):
        torch.save(self.model.state_dict(), path)
        self.read_bad(path)


def read_with(reader, path):
    reader.read_bad(path)


Loop(nn.Linear(2, 2).to(device)).train("out.pt", "start.pt")
