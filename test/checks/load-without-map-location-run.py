# RUN: not %device_tidy check --isolated --level 2 --select device-load-without-map-location --output-format concise %s | FileCheck %s --implicit-check-not=warning:
# What everybody who calls the function has had written before is of this run.
import os
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


class Indexer:
    def __init__(self, folder, encoder, rank):
        self.folder, self.encoder, self.rank = folder, encoder, rank

    def run(self, passages):
        self.prepare(passages)
        return self.train()

    def prepare(self, passages):
        torch.save(self.encoder.encode(passages), os.path.join(self.folder, f"sample.{self.rank}.pt"))

    def train(self):
        return torch.cat(self.parts())

    def parts(self):
        return [torch.load(os.path.join(self.folder, f"sample.{r}.pt")) for r in range(3)]


class Alone:
    def __init__(self, folder, encoder, rank):
        self.folder, self.encoder, self.rank = folder, encoder, rank

    def prepare(self, passages):
        torch.save(self.encoder.encode(passages), os.path.join(self.folder, f"alone.{self.rank}.pt"))

    def train_bad(self):
        # CHECK: :[[#@LINE+1]]:16: warning: 'torch.load' without a device
        return torch.load(os.path.join(self.folder, f"alone.{self.rank}.pt"))


# One of the two runs, or either.
class Chosen:
    def __init__(self, folder, net):
        self.folder, self.net = folder, net

    def run(self, training):
        if training:
            self.train()
        else:
            self.test_bad()

    def train(self):
        torch.save(self.net.state_dict(), os.path.join(self.folder, "chosen.pt"))

    def test_bad(self):
        # CHECK: :[[#@LINE+1]]:34: warning: 'torch.load' without a device
        self.net.load_state_dict(torch.load(os.path.join(self.folder, "chosen.pt")))


class Stopper:
    def __init__(self):
        self.best = None

    def __call__(self, loss, model, name):
        if self.best is None or loss < self.best:
            self.best = loss
            torch.save(model.state_dict(), name)


# By an object that a callee was given.
def validate(fold, model, stopper, folder):
    stopper(model(torch.ones(1, 4, device=device)).sum().item(), model, name=os.path.join(folder, "s_{}.pt".format(fold)))
    return stopper.best < 0.1


def best_good(fold, args):
    model = torch.nn.Linear(4, 1).to(device)
    stopper = Stopper()
    for _ in range(3):
        if validate(fold, model, stopper, args.folder):
            break
    model.load_state_dict(torch.load(os.path.join(args.folder, "s_{}.pt".format(fold))))
    return model


def best_bad(fold, args):
    model = torch.nn.Linear(4, 1).to(device)
    # CHECK: :[[#@LINE+1]]:27: warning: 'torch.load' without a device
    model.load_state_dict(torch.load(os.path.join(args.folder, "s_{}.pt".format(fold))))
    return model
