# A parameter that is called may be a module, whose state and inputs meet, or a function, which does what it likes.
# RUN: not %device_tidy check --isolated --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn
from torch.utils.data import DataLoader


def train_sample(model, sample):
    return model(sample["image"].cuda())


def without_gradients(function):
    def wrapper(*args):
        with torch.no_grad():
            return function(*args)

    return wrapper


@without_gradients
def test_sample(model, sample):
    return model(sample["image"].cuda())


def go_over(step, model, loader):
    for sample in loader:
        step(model, sample)


def given_module_ok(dataset):
    model = nn.Linear(3, 3).cuda()
    loader = DataLoader(dataset, 3)
    go_over(train_sample, model, loader)
    go_over(test_sample, model, loader)


def run(model, x):
    return model(x)


def module_bad():
    return run(nn.Linear(3, 3).cuda(), torch.ones(1, 3))
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'Linear' are on different devices: 'model' on cuda, 'x' on cpu


def module_ok():
    return run(nn.Linear(3, 3).cuda(), torch.ones(1, 3).cuda())


def move_and_add(x, y):
    return x + y.cuda()


def compare(by, x, y):
    return by(x, y)


# Nobody takes the function of the program for a loss.
def own_function_ok():
    return compare(move_and_add, torch.ones(3).cuda(), torch.ones(3))


def loss_bad(target):
    return compare(nn.MSELoss(), torch.ones(3).cuda(), torch.ones(3))
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'MSELoss' are on different devices: 'x' on cuda, 'y' on cpu


def loss_ok(target):
    return compare(nn.MSELoss(), torch.ones(3).cuda(), torch.ones(3).cuda())


def apply(fn, x, y):
    return fn(x, y)


def named_as_function_ok(fn):
    return apply(fn, torch.ones(3).cuda(), torch.ones(3))


def operator_bad():
    return compare(torch.add, torch.ones(3).cuda(), torch.ones(3))
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'add' are on different devices: 'x' on cuda, 'y' on cpu


def add(x, y):
    return x + y


def own_function_bad():
    return compare(add, torch.ones(3).cuda(), torch.ones(3))
    # CHECK: :[[@LINE-1]]:12: warning: operands of '+' are on different devices: 'x' on cuda, 'y' on cpu
