# What all callers give says what a parameter is: numbers, modules of several classes, dictionaries of the program.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


# What is scaled by a number stays where it is, whoever holds the number.
class Counts:
    def __init__(self, classes, on):
        self.classes = classes
        self.mat = torch.zeros(classes, classes, device=on)

    def update(self, target, pred):
        n = self.classes
        self.mat += torch.bincount(n * target + pred).reshape(n, n)


def counts_bad(target, pred):
    counts = Counts(3, "cpu")
    counts.update(target.to(device), pred.to(device))
    # CHECK: :[[@LINE-1]]:12: warning: operands of '+=' may be on different devices: 'self.mat' on cpu


def counts_ok(target, pred):
    counts = Counts(3, device)
    counts.update(target.to(device), pred.to(device))


# What is added to a number may make it a tensor.
class Total:
    def __init__(self, start):
        self.sum = start

    def update(self, x):
        self.sum += x.mean()

    def plus(self, y):
        return self.sum + y


def total_ok(x):
    total = Total(0)
    total.update(x.to(device))
    return total.plus(torch.ones(2, device=device))


# A number may be the index of a device.
class OnGpu:
    def __init__(self, gpu):
        self.gpu = gpu

    def place(self, x):
        return x.cuda(self.gpu)


def index_bad():
    return OnGpu(1).place(torch.ones(2)) + torch.ones(2)
    # CHECK: :[[@LINE-1]]:42: warning: operands of '+' are on different devices


def index_ok():
    return OnGpu(1).place(torch.ones(2)) + torch.ones(2, device="cuda:1")


# Modules of different classes are modules.
class Distiller:
    def __init__(self, student, teacher, on):
        self.student = student.to(on)
        self.teacher = teacher
        self.on = on

    def teach(self, x):
        return self.student(x.to(self.on)) - self.teacher(x.to(self.on))


def small():
    return nn.Sequential(nn.Linear(2, 2), nn.ReLU())


def teacher_bad(x):
    return Distiller(small(), nn.Linear(2, 2), device).teach(x)
    # CHECK: :[[@LINE-1]]:56: warning: operands of 'Linear' may be on different devices: 'self.teacher' on cpu, 'x.to(self.on)' on cuda


def teacher_ok(x):
    return Distiller(nn.Linear(2, 2), small().to(device), device).teach(x)


# A dictionary of a class of the program has what it is made with.
class Encoding(dict):
    def to(self, on):
        return Encoding({k: v.to(on) for k, v in self.items()})


class Tokenizer:
    def __call__(self, text):
        return Encoding(ids=torch.tensor([len(text), 2]))


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(9, 2)

    def forward(self, ids):
        return self.embed(ids)


def encoding_bad():
    return Net().to(device)(**Tokenizer()("text"))
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'Embedding' may be on different devices: 'self.embed' on cuda, 'ids' on cpu


def encoding_ok():
    return Net().to(device)(**Tokenizer()("text").to(device))


# The gradient is where the result was, which is where the module is that called the function.
class Noisy(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.sign()

    @staticmethod
    def backward(ctx, gradient):
        return gradient + torch.rand(gradient.shape)
        # CHECK: :[[@LINE-1]]:25: warning: operands of '+' may be on different devices: 'gradient' on its caller's device


class Quiet(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.sign()

    @staticmethod
    def backward(ctx, gradient):
        return gradient + torch.rand(gradient.shape, device=gradient.device)


# A causal mask is recognised and then not used (torch/nn/modules/transformer.py, _detect_is_causal_mask).
def mask_ok(x):
    encoder = nn.TransformerEncoder(nn.TransformerEncoderLayer(4, 2), 2).to(device)
    return encoder(x.to(device), torch.full((3, 3), float("-inf")).triu(1))


def padding_bad(x):
    encoder = nn.TransformerEncoder(nn.TransformerEncoderLayer(4, 2), 2).to(device)
    return encoder(x.to(device), src_key_padding_mask=torch.zeros(1, 3, dtype=torch.bool))
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'TransformerEncoder' may be on different devices


# A module that takes its inputs from anywhere.
class Spread(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(2, 2).to("cuda:0")
        self.second = nn.Linear(2, 2).to("cuda:1")

    def forward(self, x):
        return self.second(self.first(x.to("cuda:0")).to("cuda:1"))


class Plain(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(2, 2).to("cuda:0")

    def forward(self, x):
        return self.first(x)


def run(model, x):
    model.eval()
    return model.forward(x)


def spread_ok():
    return run(Spread(), torch.ones(2, 2))


def plain_bad():
    return run(Plain(), torch.ones(2, 2))
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'forward' are on different devices: 'model' on cuda:0, 'x' on cpu
