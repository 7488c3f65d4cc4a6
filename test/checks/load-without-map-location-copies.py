# A copy of a file that the run has saved is another such file, and what a method gives twice for the same name is one path.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-load-without-map-location %s | FileCheck %s --implicit-check-not=warning:
import os
import shutil

import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


class Logger:
    def __init__(self, root):
        self.root, self.count = root, 0

    def path(self, name=None):
        return os.path.join(self.root, str(name) + ".pth")

    def next_path(self, name):
        self.count += 1
        return os.path.join(self.root, name + str(self.count) + ".pth")


def loss_of(net):
    return net(torch.randn(4, 2).to(device)).sum().item()


def best_good(args):
    logger, net, best = Logger(args.log), nn.Linear(2, 2).to(device), 0.0
    for _ in range(args.epochs):
        loss = loss_of(net)
        torch.save(net.state_dict(), logger.path("latest"))
        if loss > best:
            shutil.copy(logger.path("latest"), logger.path("best"))
        best = max(loss, best)
    net.load_state_dict(torch.load(logger.path("best")))


def other_bad(args):
    logger, net = Logger(args.log), nn.Linear(2, 2).to(device)
    for _ in range(args.epochs):
        loss_of(net)
        torch.save(net.state_dict(), logger.path("latest"))
    # CHECK: :[[#@LINE+1]]:25: warning: 'torch.load' without a device
    net.load_state_dict(torch.load(logger.path("best")))


# What was there before is copied.
def copy_of_given_bad(args):
    logger, net = Logger(args.log), nn.Linear(2, 2).to(device)
    shutil.copy(args.start, logger.path("latest"))
    # CHECK: :[[#@LINE+1]]:25: warning: 'torch.load' without a device
    net.load_state_dict(torch.load(logger.path("latest")))
    torch.save(net.state_dict(), logger.path("latest"))


def method_good(args):
    logger, net = Logger(args.log), nn.Linear(2, 2).to(device)
    torch.save(net.state_dict(), logger.path("latest"))
    net.load_state_dict(torch.load(logger.path("latest")))


# The method of an object that the program does not show.
def unknown_good(net, logger):
    torch.save(net.state_dict(), logger.path(name="latest"))
    net.load_state_dict(torch.load(logger.path(name="latest")))


def unknown_bad(net, logger):
    torch.save(net.state_dict(), logger.path(name="latest"))
    # CHECK: :[[#@LINE+1]]:25: warning: 'torch.load' without a device
    net.load_state_dict(torch.load(logger.path(name="start")))


# One that counts gives another path.
def counted_bad(args):
    logger, net = Logger(args.log), nn.Linear(2, 2).to(device)
    torch.save(net.state_dict(), logger.next_path("net"))
    # CHECK: :[[#@LINE+1]]:25: warning: 'torch.load' without a device
    net.load_state_dict(torch.load(logger.next_path("net")))


def renamed_good(net, folder):
    torch.save(net.state_dict(), folder / "part.pth")
    (folder / "part.pth").rename(folder / "net.pth")
    net.load_state_dict(torch.load(folder / "net.pth"))


def replaced_good(net, folder):
    torch.save(net.state_dict(), folder + "/part.pth")
    os.replace(src=folder + "/part.pth", dst=folder + "/net.pth")
    net.load_state_dict(torch.load(folder + "/net.pth"))


def renamed_bad(net, folder):
    (folder / "part.pth").rename(folder / "net.pth")
    # CHECK: :[[#@LINE+1]]:25: warning: 'torch.load' without a device
    net.load_state_dict(torch.load(folder / "net.pth"))


# In a callee.
def save_checkpoint(state, is_best, name="checkpoint.pth.tar"):
    torch.save(state, name)
    if is_best:
        shutil.copyfile(name, "model_best.pth.tar")


def copied_by_callee_good(net, epochs):
    for _ in range(epochs):
        save_checkpoint(net.state_dict(), loss_of(net) < 1)
    net.load_state_dict(torch.load("model_best.pth.tar"))


def fetch_checkpoint(state, is_best, start):
    torch.save(state, "latest.pth.tar")
    if is_best:
        shutil.copyfile(start, "model_start.pth.tar")


def copied_by_callee_bad(net, epochs, start):
    for _ in range(epochs):
        fetch_checkpoint(net.state_dict(), loss_of(net) < 1, start)
    # CHECK: :[[#@LINE+1]]:25: warning: 'torch.load' without a device
    net.load_state_dict(torch.load("model_start.pth.tar"))
