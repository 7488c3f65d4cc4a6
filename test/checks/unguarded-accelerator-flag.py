# A flag that leads to an accelerator: whoever leaves it at True, or says True, needs one.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise %s | FileCheck %s --implicit-check-not=warning:
# RUN: not %device_tidy check --isolated --level 1 --select device-unguarded-accelerator %s | FileCheck %s --check-prefix=FULL
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def evaluate(loader, model, cuda=True):
    for inputs in loader:
        if cuda:
            inputs = inputs.cuda()
        print(model(inputs))


def left_bad(path, loader):
    model = nn.Linear(4, 4)
    model.load_state_dict(torch.load(path))  # whatever it loads, the program needs one
    evaluate(loader, model.to(device))
    # CHECK: :[[@LINE-1]]:5: warning: 'evaluate' needs an accelerator and fails on a machine without one [device-unguarded-accelerator]
    # FULL: {{.*}}.py:10:{{[0-9]+}}: note: 'cuda' is true here unless it is given
    # FULL: {{.*}}.py:13:{{[0-9]+}}: note: needed by 'cuda' here
    # FULL: fix: ask for an accelerator
    # FULL: , cuda=torch.cuda.is_available()


def left_good(path, loader):
    model = nn.Linear(4, 4)
    model.load_state_dict(torch.load(path))
    # CHECK: :[[@LINE-1]]:27: warning: 'torch.load' without a device
    evaluate(loader, model.to(device), cuda=torch.cuda.is_available())


# Said by the caller, through another function, in each round of a loop.
def validate(loader, model, rounds, cuda):
    for _ in range(rounds):
        evaluate(loader, model, cuda=cuda)


def said_bad(loader, model):
    for _ in range(3):
        validate(loader, model, 5, True)
        # CHECK: :[[@LINE-1]]:9: warning: 'validate' needs an accelerator


def said_good(loader, model):
    for _ in range(3):
        validate(loader, model, 5, device.type == "cuda")


# A member, and a word.
class Evaluator:
    def __init__(self, model, use_cuda=True):
        self.model = model
        self.use_cuda = use_cuda

    def run(self, x):
        if self.use_cuda:
            x = x.cuda()
        return self.model(x)


def member_bad(model, x):
    return Evaluator(model).run(x)
    # CHECK: :[[@LINE-1]]:29: warning: 'run' needs an accelerator


def member_good(model, x):
    return Evaluator(model, use_cuda=torch.cuda.is_available()).run(x)


def refine(image, device="cuda"):
    if device == "cuda":
        return image.cuda()
    return image


def word_bad(image):
    return refine(image)
    # CHECK: :[[@LINE-1]]:12: warning: 'refine' needs an accelerator


def word_good(image):
    return refine(image, "cuda" if torch.cuda.is_available() else "cpu")


# The caller's own switch, its question, and what catches the failure.
def switched(loader, model, args):
    evaluate(loader, model, args.cuda)
    if args.gpu:
        evaluate(loader, model)


def asked(loader, model):
    if torch.cuda.is_available():
        evaluate(loader, model)


def tried(loader, model):
    try:
        evaluate(loader, model)
    except RuntimeError:
        evaluate(loader, model, False)


# Nobody knows whether the callee gets there.
def perhaps(x, place, move):
    if move:
        return x.to(place)
    return x


def perhaps_good(x, args):
    return perhaps(x, "cuda", args.move)


# One that asks itself.
def careful(x, cuda=True):
    if cuda and torch.cuda.is_available():
        x = x.cuda()
    return x


def careful_good(x):
    return careful(x)


# The other way round.
def spread(x, cpu=False):
    if not cpu:
        x = x.cuda()
    return x


def spread_bad(x):
    return spread(x)
    # CHECK: :[[@LINE-1]]:12: warning: 'spread' needs an accelerator
    # FULL: note: 'cpu' is false here unless it is given
    # FULL: , cpu=not torch.cuda.is_available()


def spread_good(x):
    return spread(x, cpu=not torch.cuda.is_available())


def move(x, place="cuda"):
    if place != "cpu":
        x = x.cuda()
    return x


def move_bad(x):
    return move(x)
    # CHECK: :[[@LINE-1]]:12: warning: 'move' needs an accelerator


def move_good(x):
    return move(x, "cpu")


# What says nothing of devices.
def masked(x, mask=None):
    if mask is not None:
        mask = mask.cuda()
    return x, mask


def masked_good(x):
    return masked(x, torch.ones(3))
