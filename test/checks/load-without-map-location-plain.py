# Files of the program's own without tensors in them are read on any machine.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-load-without-map-location %s | FileCheck %s --implicit-check-not=warning:
import json
import os
from collections import defaultdict

import numpy as np
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


class ArraysOk:
    def __init__(self, n):
        self.rows = np.empty((n, 4), dtype=np.float32)

    def save(self, folder):
        torch.save([self.rows[0:9]], os.path.join(folder, "0_9.pt"))

    def load(self, folder):
        for chunk in os.listdir(folder):
            self.rows[0:9] = torch.load(os.path.join(folder, chunk))[0]

    def sample(self):
        return torch.as_tensor(self.rows, device=device)


class TensorsBad:
    def __init__(self, n):
        self.rows = torch.empty((n, 4), device=device)

    def save(self, folder):
        torch.save([self.rows[0:9]], os.path.join(folder, "0_9.pt"))

    def load(self, folder):
        for chunk in os.listdir(folder):
            self.rows[0:9] = torch.load(os.path.join(folder, chunk))[0]
            # CHECK: :[[@LINE-1]]:30: warning: 'torch.load' without a device


def evaluate(model, x, name):
    rows = [{"caption": "a", "loss": p.item()} for p in model(x.to(device))]
    torch.save((rows, name), name + ".captions")
    torch.save((model(x.to(device)), name), name + ".results")


def read_ok(name):
    rows, _ = torch.load(name + ".captions")
    return [r["loss"] for r in rows], torch.ones(2, device=device)


def read_bad(name):
    results, _ = torch.load(name + ".results")
    # CHECK: :[[@LINE-1]]:18: warning: 'torch.load' without a device
    return results + torch.ones(2, device=device)


def train(model, folder):
    with open(os.path.join(folder, "best.pt"), "wb") as f:
        torch.save(model, f)


def both_ok(model, folder):
    train(model, folder)
    with open(os.path.join(folder, "best.pt"), "rb") as f:
        return torch.load(f).to(device)


def later_bad(folder):
    with open(os.path.join(folder, "best.pt"), "rb") as f:
        return torch.load(f).to(device)
        # CHECK: :[[@LINE-1]]:16: warning: 'torch.load' without a device


class HistoryBad:
    def __init__(self):
        self.rows = []

    def add(self, x):
        self.rows.append(x.to(device))

    def save(self, folder):
        torch.save(self.rows, os.path.join(folder, "history.pt"))

    def load(self, folder):
        self.rows = torch.load(os.path.join(folder, "history.pt"))
        # CHECK: :[[@LINE-1]]:21: warning: 'torch.load' without a device


class HistoryOk:
    def __init__(self):
        self.losses = []

    def add(self, x):
        self.losses.append(x.item())

    def save(self, folder):
        torch.save(self.losses, os.path.join(folder, "losses.pt"))

    def load(self, folder):
        return torch.load(os.path.join(folder, "losses.pt")), torch.ones(2, device=device)


def fill(rows, x):
    rows.append(x.to(device))


def filled_bad(folder, x):
    rows = []
    fill(rows, x)
    torch.save(rows, os.path.join(folder, "filled.pt"))


def read_filled_bad(folder):
    return torch.load(os.path.join(folder, "filled.pt")), torch.ones(2, device=device)
    # CHECK: :[[@LINE-1]]:12: warning: 'torch.load' without a device


# The kind of a file alone does not tell which one it is.
def other_bad(model, folder, name):
    train(model, folder)
    return torch.load(name + ".pt").to(device)
    # CHECK: :[[@LINE-1]]:12: warning: 'torch.load' without a device


# Lists, tables and numbers of other files; the path is a variable of the module.
STORE = os.path.join("cache", "facets.pt")
TABLE = os.path.join("cache", "table.pt")


def ratings_of(path):
    by_word = defaultdict(list)
    people = {}
    with open(path) as file:
        for row in json.load(file):
            number = int(row["id"])
            by_word[row["word"]].append(number)
            people[number] = row["people"]
    return {"people": people, "words": dict(by_word)}


def tables_of(path, net):
    by_word = defaultdict(list)
    with open(path) as file:
        for row in json.load(file):
            by_word[row["word"]].append(net(torch.tensor(row["id"], device=device)))
    return {"words": dict(by_word)}


def save_both(path, net):
    torch.save(ratings_of(path), STORE)
    torch.save(tables_of(path, net), TABLE)


def load_ok():
    return torch.load(f"cache/facets.pt")


def load_bad():
    return torch.load(f"cache/table.pt")
    # CHECK: :[[@LINE-1]]:12: warning: 'torch.load' without a device


# Tensors of the CPU.
def keep_means(folder, rows):
    torch.save({"mean": torch.cat([torch.tensor(r) for r in rows]).mean(0)}, folder + "/means.pt")
    torch.save({"mean": torch.cat([torch.tensor(r) for r in rows]).mean(0).to(device)}, folder + "/moved.pt")


def means_ok(folder):
    return torch.load(os.path.join(folder, "means.pt"))


def means_bad(folder):
    return torch.load(os.path.join(folder, "moved.pt"))
    # CHECK: :[[@LINE-1]]:12: warning: 'torch.load' without a device


# What a generator of random numbers gives.
class Splits:
    def __init__(self, n, folder):
        if os.path.exists(folder):
            self.train = torch.load(folder + "/splits.pt")["train"]
        order = np.random.RandomState(0).permutation(n)
        self.train = order[0:10]
        torch.save(dict(train=self.train, n=len(order)), folder + "/splits.pt")

    def again_ok(self, folder):
        return torch.load(folder + "/splits.pt")


# What has been read from a file says nothing of what was in it.
def strip(path):
    state = torch.load("state.pt")
    # CHECK: :[[@LINE-1]]:13: warning: 'torch.load' without a device
    del state["optimizer"]
    torch.save(state, "state.pt")
    torch.save({"net": state["net"]}, "state.pt")


# Who else gets a list may fill it.
def make_rows():
    return []


def made_bad(x):
    rows = make_rows()
    rows.append(x.to(device))
    torch.save(rows, "made.pt")


def results_of(net, loader):
    for x in loader:
        yield net(x.to(device))


def yielded_bad(net, loader):
    torch.save(list(results_of(net, loader)), "yielded.pt")


def bound_bad(x):
    rows = list()
    fill = rows.append
    fill(x.to(device))
    torch.save(rows, "bound.pt")


def read_filled_bad():
    return torch.load("made.pt"), torch.load("yielded.pt"), torch.load("bound.pt")
    # CHECK: :[[@LINE-1]]:12: warning: 'torch.load' without a device
    # CHECK: :[[@LINE-2]]:35: warning: 'torch.load' without a device
    # CHECK: :[[@LINE-3]]:61: warning: 'torch.load' without a device
