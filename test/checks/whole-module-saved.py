# The file of a module that is saved whole names its class and its devices.
# RUN: not %device_tidy check --isolated --select device-whole-module-saved %s | FileCheck %s --implicit-check-not='{{warning|note}}:'
import torch
import torch.nn as nn


def layer_bad(path):
    model = nn.Linear(4, 2)
    torch.save(model, path)
    # CHECK: :[[@LINE-1]]:5: warning: 'save' writes 'model' as a whole, with its class and devices, instead of its state_dict [device-whole-module-saved]
    # CHECK: :[[@LINE-2]]:21: note: possible fix: save the state_dict of 'model'


def layer_ok(path):
    model = nn.Linear(4, 2)
    torch.save(model.state_dict(), path)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 2)

    def save_bad(self, path):
        torch.save(self, path)
        # CHECK: :[[@LINE-1]]:9: warning: 'save' writes 'self' as a whole, with its class and devices, instead of its state_dict [device-whole-module-saved]
        # CHECK: :[[@LINE-2]]:24: note: possible fix: save the state_dict of 'self'

    def save_ok(self, path):
        torch.save(self.state_dict(), path)


def tensor_ok(x, path):
    torch.save(x + 1, path)


# Inside a dict it is the same, and is not seen.
def FN_inside(path):
    torch.save({"model": nn.Linear(4, 2)}, path)
