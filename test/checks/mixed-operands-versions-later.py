# What a function makes is called when it is over: it means what stands then. So does a generator, and what is handed on.
# RUN: rm -rf %t && split-file %s %t
# RUN: %device_tidy check --isolated --level 1 --ignore device-unguarded-accelerator %t/good_closure.py
# RUN: %device_tidy check --isolated --level 1 --ignore device-unguarded-accelerator %t/good_generator.py
# RUN: %device_tidy check --isolated --level 1 --ignore device-unguarded-accelerator %t/good_handed.py
# RUN: not %device_tidy check --isolated --output-format concise --level 1 %t/bad.py | FileCheck %s --implicit-check-not=warning:

#--- good_closure.py
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def prep(x):
    return x


def make_step(net):
    def step(x):
        return net(prep(x))

    return step


step = make_step(torch.nn.Linear(2, 2).to(device))


def prep(x):
    return x.to(device)


step(torch.zeros(1, 2))

#--- good_generator.py
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
net = torch.nn.Linear(2, 2).to(device)


def prep(x):
    return x


def batches():
    for _ in range(3):
        yield prep(torch.zeros(1, 2))


loader = batches()


def prep(x):
    return x.to(device)


for b in loader:
    net(b)

#--- good_handed.py
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
net = torch.nn.Linear(2, 2).to(device)
hooks = {}


def prep(x):
    return x


def predict(x):
    return net(prep(x))


hooks["plain"] = predict


def predict(x):
    return net(prep(x)) * 2


def prep(x):
    return x.to(device)


hooks["plain"](torch.zeros(1, 2))

#--- bad.py
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
net = torch.nn.Linear(2, 2).to(device)


def prep(x):
    return x


def predict(x):
    return net(prep(x))


predict(torch.zeros(1, 2))
# CHECK: bad.py:15:1: warning: operands of 'Linear' may be on different devices: 'net' on cuda, {{.*}} on cpu


def prep(x):
    return x.to(device)
