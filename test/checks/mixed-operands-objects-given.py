# What an object, a class or a module is that a function is given says whoever gives it: a member of the caller's own
# object, a class that the function calls, or the only one of a table, a module of Python, a copy of a dictionary. A batch
# is what the function makes that puts it together.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn
from torch.utils.data import DataLoader


class Tokenizer:
    def __init__(self, device):
        self.device = device

    def get(self):
        return torch.tensor([1], device=self.device)


class Manager:
    def __init__(self, tokenizer):
        self.tokenizer = tokenizer

    def one(self):
        return self.tokenizer.get()


class Trainer:
    def __init__(self, device):
        self.tokenizer = Tokenizer(device)
        self.manager = Manager(self.tokenizer)


def two_members_bad():
    trainer = Trainer("cpu")
    nn.Embedding(5, 4).cuda()(trainer.manager.one())
    # CHECK: :[[@LINE-1]]:5: warning: operands of 'Embedding' are on different devices: {{.*}} on cuda, 'trainer.manager.one()' on cpu


def two_members_good():
    trainer = Trainer("cuda")
    nn.Embedding(5, 4).cuda()(trainer.manager.one())


def build(kind):
    return kind(2, 2)


def factory_bad():
    net = build(nn.Linear)
    net(torch.ones(1, 2).cuda())
    # CHECK: :[[@LINE-1]]:5: warning: operands of 'Linear' are on different devices: 'net' on cpu, {{.*}} on cuda


def factory_good():
    net = build(nn.Linear).cuda()
    net(torch.ones(1, 2).cuda())


MODELS = {"a": nn.Linear}


def look_up(name):
    return MODELS[name](2, 2)


def registry_bad():
    net = look_up("a")
    net(torch.ones(1, 2).cuda())
    # CHECK: :[[@LINE-1]]:5: warning: operands of 'Linear' are on different devices: 'net' on cpu, {{.*}} on cuda


def registry_good():
    net = look_up("a").cuda()
    net(torch.ones(1, 2).cuda())


class Configured:
    def __init__(self, config):
        self.config = dict(config)


def copied_bad():
    of = Configured({"device": "cuda"})
    torch.ones(2).to(of.config["device"]) + torch.ones(2)
    # CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: operands of '+' are on different devices: {{.*}} on cuda, 'torch.ones(2)' on cpu


def copied_good():
    of = Configured({"device": "cpu"})
    torch.ones(2).to(of.config["device"]) + torch.ones(2)


class Update:
    def __init__(self, device):
        self.where = dict(dtype=torch.float32, device=device)

    def run(self, x):
        return x.to(**self.where) + torch.ones(2).cuda()


def packed_bad():
    Update("cpu").run(torch.ones(2))
    # CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: operands of '+' are on different devices: {{.*}} on cpu, {{.*}} on cuda


def packed_good():
    Update("cuda").run(torch.ones(2))


class Batch:
    def __init__(self, x):
        self.x = x

    def to(self, device):
        self.x = self.x.to(device)
        return self


def collate(rows):
    return Batch(torch.ones(2))


def batch_bad():
    net = nn.Linear(2, 2).cuda()
    for batch in DataLoader([1], batch_size=1, collate_fn=collate):
        net(batch.x)
        # CHECK: :[[@LINE-1]]:9: warning: operands of 'Linear' are on different devices: 'net' on cuda, 'batch.x' on cpu


def batch_good():
    net = nn.Linear(2, 2).cuda()
    for batch in DataLoader([1], batch_size=1, collate_fn=collate):
        net(batch.to("cuda").x)


# In the next round it is another one.
def batch_of_rounds():
    net = nn.Linear(2, 2).cuda()
    for batch in DataLoader([1], batch_size=1, collate_fn=collate):
        net(batch.x)
        # CHECK: :[[@LINE-1]]:9: warning: operands of 'Linear' are on different devices: 'net' on cuda, 'batch.x' on cpu
        batch.to("cuda")


# The list that a constructor makes a container of modules of is the one that it was given: what moves the container has
# moved what stands in the list.
class Held(nn.Module):
    def __init__(self, layers):
        super().__init__()
        self.layers = layers
        self.held = nn.ModuleList(layers)

    def forward(self, x):
        return self.layers[0](x)


class HeldAsTable(nn.Module):
    def __init__(self, layers):
        super().__init__()
        self.layers = layers
        self.held = nn.ModuleList(layers.values())

    def forward(self, x):
        return self.layers["a"](x)


class NotHeld(nn.Module):
    def __init__(self, layers):
        super().__init__()
        self.layers = layers

    def forward(self, x):
        return self.layers[0](x)


def held_good():
    net = Held([nn.Linear(2, 2), nn.Linear(2, 2)]).cuda()
    net(torch.ones(2, device="cuda"))
    net = HeldAsTable({"a": nn.Linear(2, 2)}).cuda()
    net(torch.ones(2, device="cuda"))


def held_bad():
    net = NotHeld([nn.Linear(2, 2), nn.Linear(2, 2)]).cuda()
    net(torch.ones(2, device="cuda"))
    # CHECK: :[[@LINE-1]]:5: warning: operands of 'Linear' may be on different devices: 'self.layers[0]' on cpu, 'x' on cuda
