# A file may hold a whole module: what is called, or asked for what only modules have, is one, where the load put it or
# a move in place has.
# RUN: not %device_tidy check --isolated --level 1 %s | FileCheck %s --implicit-check-not='warning:'
import torch

DEVICE = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def loaded_there_bad(path):
    model = torch.load(path, map_location=DEVICE)
    # CHECK: :[[@LINE+1]]:12: warning: operands of 'forward' may be on different devices: 'model' on cuda, 'torch.randn(3, 4)' on cpu
    return model(torch.randn(3, 4))


def loaded_there_ok(path):
    model = torch.load(path, map_location=DEVICE)
    return model(torch.randn(3, 4, device=DEVICE))


def moved_in_place_bad(path):
    model = torch.load(path, map_location="cpu")
    model.to(DEVICE)
    model.eval()
    # CHECK: :[[@LINE+1]]:12: warning: operands of 'forward' may be on different devices: 'model' on cuda, 'torch.randn(3, 4)' on cpu
    return model(torch.randn(3, 4))


def moved_in_place_ok(path):
    model = torch.load(path, map_location="cpu")
    model.to(DEVICE)
    model.eval()
    return model(torch.randn(3, 4).to(DEVICE))


class Detector:
    def __init__(self, path):
        self.net = torch.load(path, map_location=DEVICE)

    def run_bad(self):
        # CHECK: :[[@LINE+1]]:16: warning: operands of 'forward' may be on different devices: 'self.net' on cuda, 'torch.zeros(1, 3)' on cpu
        return self.net(torch.zeros(1, 3))

    def run_ok(self):
        return self.net(torch.zeros(1, 3).to(DEVICE))


# A module that somebody gives, moved through the member that keeps it.
class Trainer:
    def __init__(self, model):
        self.model = model
        self.model.to(DEVICE)

    def run_bad(self):
        # CHECK: :[[@LINE+1]]:16: warning: operands of 'forward' may be on different devices: 'self.model' on cuda, 'torch.zeros(1, 3)' on cpu
        return self.model(torch.zeros(1, 3))

    def run_ok(self):
        return self.model(torch.zeros(1, 3).to(DEVICE))


# What a file holds is no module because it is loaded onto a device.
def table_ok(path):
    saved = torch.load(path, map_location=DEVICE)
    return saved["epoch"] + torch.zeros(3)
