# Switches that are written down in the program: whoever has no accelerator changes them there.
# RUN: not %device_tidy check --isolated --output-format concise --select device-unguarded-accelerator %s | FileCheck %s --implicit-check-not=warning:
import torch

USE_CUDA = True
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def variable_ok():
    cuda = True
    net = torch.nn.Linear(1, 1)
    if cuda:
        net = net.cuda()
    return net


def nested_ok(path):
    cuda = True
    distributed = False
    net = torch.nn.Linear(1, 1)
    if cuda:
        if distributed:
            net = net.cuda(0)
        else:
            net = torch.nn.DataParallel(net)
            net = net.cuda()
    return net


def module_ok():
    net = torch.nn.Linear(1, 1)
    if not USE_CUDA:
        return net
    return net.cuda()


# A switch that leads somewhere else, too.
def beside_bad():
    verbose = True
    net = torch.nn.Linear(1, 1)
    if verbose:
        print(net)
    return net.cuda()
    # CHECK: :[[@LINE-1]]:16: warning: 'cuda' needs an accelerator and fails on a machine without one [device-unguarded-accelerator]


# No variable, no switch.
def forever_bad():
    net = torch.nn.Linear(1, 1)
    while True:
        return net.cuda()
        # CHECK: :[[@LINE-1]]:20: warning: 'cuda' needs an accelerator and fails on a machine without one [device-unguarded-accelerator]
