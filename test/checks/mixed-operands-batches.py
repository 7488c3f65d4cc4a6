# RUN: not %device_tidy check --isolated --level 2 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# RUN: %device_tidy check --isolated --level 1 --output-format concise %s
# What gives one part of a batch that somebody brings to a device gives the other parts as well, and they are where
# that one was before. Nobody knows what it is, so that this is of level 2.
import torch
from data import make_batches
from torch import nn


def predict_bad(model, batches):
    device = next(model.parameters()).device
    for x, shift in batches:
        x = x.to(device)
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' may be on different devices: 'model(x)' on its caller's device, 'shift' on cpu [device-mixed-operands]
        print((model(x) + shift).sum().item())


def predict_good(model, batches):
    device = next(model.parameters()).device
    for x, shift in batches:
        x, shift = x.to(device), shift.to(device)
        print((model(x) + shift).sum().item())


def count_bad(model, batches, device):
    hits = 0
    for _, (x, y) in enumerate(batches):
        x = x.to(device)
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '==' may be on different devices: 'model(x).argmax(1)' on its caller's device, 'y' on cpu [device-mixed-operands]
        hits += (model(x).argmax(1) == y).sum().item()
    return hits


def count_good(model, batches, device):
    hits = 0
    for _, (x, y) in enumerate(batches):
        x = x.to(device)
        hits += (model(x).argmax(1).cpu() == y).sum().item()
    return hits


def names_good(model, batches, device):
    for x, names, count in batches:
        x = x.to(device)
        for name, value in zip(names, model(x)):
            print(name, value, count)


def types_good(model, batches):
    # Nothing is brought anywhere.
    for x, y in batches:
        x = x.to(torch.float32)
        print((model(x) == y).sum())


def back_good(model, batches):
    for x, y in batches:
        x = x.to("cpu")
        print((model(x) == y).sum())


def named_bad(model, batches, device):
    for batch in batches:
        out = model(batch["image"].to(device))
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '-' may be on different devices: 'out' on its caller's device, {{.*}} on cpu [device-mixed-operands]
        print((out - batch["target"]).sum())


def named_good(model, batches, device):
    for batch in batches:
        out = model(batch["image"].to(device))
        print((out - batch["target"].to(device)).sum())


def numbered_bad(model, batches, device):
    for batch in batches:
        x, y = batch[0].to(device), batch[1]
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of 'cross_entropy' may be on different devices: 'model(x)' on its caller's device, 'y' on cpu [device-mixed-operands]
        print(nn.functional.cross_entropy(model(x), y))


def numbered_good(model, batches, device):
    for batch in batches:
        x, y = batch[0].to(device), batch[1].to(device)
        print(nn.functional.cross_entropy(model(x), y))


def member_bad(model, batches, device):
    for batch in batches:
        out = model(batch.text.to(device))
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of 'cross_entropy' may be on different devices: 'out' on its caller's device, 'batch.label' on cpu [device-mixed-operands]
        print(nn.functional.cross_entropy(out, batch.label))


def member_good(model, batches, device):
    for batch in batches:
        out = model(batch.text.to(device))
        print(nn.functional.cross_entropy(out, batch.label.to(device)))


def nested_bad(model, batches, device):
    for (x, shift), _ in batches:
        x = x.float().to(device)
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' may be on different devices: 'model(x)' on its caller's device, 'shift' on cpu [device-mixed-operands]
        print(model(x) + shift)


def nested_good(model, batches, device):
    for (x, shift), _ in batches:
        x, shift = x.float().to(device), shift.to(device)
        print(model(x) + shift)


def one_bad(model, batches, device):
    x, y = next(iter(batches))
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of 'cross_entropy' may be on different devices: 'model(x.to(device))' on its caller's device, 'y' on cpu [device-mixed-operands]
    return nn.functional.cross_entropy(model(x.to(device)), y)


def one_good(model, batches, device):
    x, y = next(iter(batches))
    return nn.functional.cross_entropy(model(x.to(device)), y.to(device))


def again_bad(model, batches, device):
    rounds = iter(batches)
    for _ in range(10):
        try:
            x, y = next(rounds)
        except StopIteration:
            rounds = iter(batches)
            x, y = next(rounds)
        x = x.to(device)
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of 'cross_entropy' may be on different devices: 'model(x)' on its caller's device, 'y' on cpu [device-mixed-operands]
        print(nn.functional.cross_entropy(model(x), y))


def again_good(model, batches, device):
    rounds = iter(batches)
    for _ in range(10):
        try:
            x, y = next(rounds)
        except StopIteration:
            rounds = iter(batches)
            x, y = next(rounds)
        x, y = x.to(device), y.to(device)
        print(nn.functional.cross_entropy(model(x), y))


class Trainer:
    def __init__(self, model, batches, device):
        self.model = model.to(device)
        self.batches = batches
        self.device = device

    def train_bad(self):
        for x, y in self.batches:
            x = x.to(self.device)
            # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of 'cross_entropy' may be on different devices: 'self.model(x)' on 'device', 'y' on cpu [device-mixed-operands]
            nn.functional.cross_entropy(self.model(x), y).backward()

    def train_good(self):
        for x, y in self.batches:
            x, y = x.to(self.device), y.to(self.device)
            nn.functional.cross_entropy(self.model(x), y).backward()


def unknown_bad(model, device):
    for x, y in make_batches(3):
        x = x.to(device)
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of 'cross_entropy' may be on different devices: 'model(x)' on its caller's device, 'y' on cpu [device-mixed-operands]
        print(nn.functional.cross_entropy(model(x), y))


def unknown_good(model, device):
    for x, y in make_batches(3):
        x, y = x.to(device), y.to(device)
        print(nn.functional.cross_entropy(model(x), y))


def all_good(model, batches, device):
    for batch in batches:
        batch = {k: v.to(device) for k, v in batch.items()}
        print(model(batch["image"].to(device)) - batch["target"])


def helper_good(model, batches, device, bring):
    # Whoever gets the dictionary may change it.
    for batch in batches:
        bring(batch, device)
        print(model(batch["image"].to(device)) - batch["target"])


def entry_good(model, batches, device):
    for batch in batches:
        for name in batch:
            batch[name] = batch[name].to(device)
        print(model(batch["image"].to(device)) - batch["target"])


def entry_bad(model, batches, device):
    for batch in batches:
        batch["image"] = batch["image"].to(device)
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '-' may be on different devices: {{.*}} on its caller's device, {{.*}} on cpu [device-mixed-operands]
        print(model(batch["image"]) - batch["target"])


def inner_good(model, batches, device):
    # What a dictionary of a batch holds, somebody else may bring away.
    for nodes, _ in batches:
        x = nodes["paper"].to(device)
        print(model(x) - nodes["author"], model(nodes))


def gradients_good(pairs, device):
    # Parts that every tensor has are no batch.
    for p in pairs:
        g = p.grad.to(device)
        print(p.data - g)


def children_good(pairs, device, x):
    # A module moves in place, and nobody reads what that gives.
    for layer, scale in pairs:
        layer.to(device)
        print(layer(x) * scale)


def loss_bad(model, loss, batches, device):
    for x, y in batches:
        x = x.to(device)
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of 'forward' may be on different devices: 'model(x)' on its caller's device, 'y' on cpu [device-mixed-operands]
        loss(model(x), y).backward()


def loss_good(model, loss, batches, device):
    for x, y in batches:
        x, y = x.to(device), y.to(device)
        loss(model(x), y).backward()


def lengths_good(model, batches, device):
    # Lengths stay on the CPU.
    for x, lengths in batches:
        x = x.to(device)
        print(model(x, lengths))


def train(batches):
    for x, y in batches:
        x = x.cuda()
        print(x + y)


# Who calls with batches that are known is told instead.
train([(torch.ones(2), torch.ones(2).cuda())])
