# What is asked twice for a path gives the same one, but for what hands out another one each time.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-load-without-map-location %s | FileCheck %s --implicit-check-not=warning:
import os

import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def named_good(net, logger):
    torch.save(net.state_dict(), logger.path("best"))
    net.load_state_dict(torch.load(logger.path("best")))


def queue_bad(net, queue):
    torch.save(net.state_dict(), queue.get(True))
    # CHECK: :[[#@LINE+1]]:25: warning: 'torch.load' without a device
    net.load_state_dict(torch.load(queue.get(True)))


def popped_bad(net, names):
    torch.save(net.state_dict(), names.pop(0))
    # CHECK: :[[#@LINE+1]]:25: warning: 'torch.load' without a device
    net.load_state_dict(torch.load(names.pop(0)))


class Store:
    def __init__(self, root):
        self.root = root
        self.names = []

    def same_good(self, k):
        return os.path.join(self.root, "x" + str(len(self.names)) + str(k))

    def appended_bad(self, k):
        self.names.append(k)
        return "x" + str(len(self.names))

    def through_bad(self, k):
        return self.appended_bad(k)


def store(net):
    kept = Store("out")
    torch.save(net.state_dict(), kept.same_good(0))
    net.load_state_dict(torch.load(kept.same_good(0)))
    torch.save(net.state_dict(), kept.appended_bad(0))
    # CHECK: :[[#@LINE+1]]:25: warning: 'torch.load' without a device
    net.load_state_dict(torch.load(kept.appended_bad(0)))
    torch.save(net.state_dict(), kept.through_bad(0))
    # CHECK: :[[#@LINE+1]]:25: warning: 'torch.load' without a device
    net.load_state_dict(torch.load(kept.through_bad(0)))


# A folder of that name is temporary where a test is given it.
def test_given_good(tmpdir, net, trainer):
    trainer.export(net, tmpdir)
    net.load_state_dict(torch.load(os.path.join(tmpdir, "part.pt")))


def given_bad(tmpdir, net, trainer):
    trainer.export(net, tmpdir)
    # CHECK: :[[#@LINE+1]]:25: warning: 'torch.load' without a device
    net.load_state_dict(torch.load(os.path.join(tmpdir, "part.pt")))
