# What tests give says nothing of what users of a function give; in the tests themselves it does.
# RUN: split-file %s %t
# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-load-without-map-location %t | FileCheck %s --implicit-check-not=warning:

#--- package/store.py
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def write(net, folder):
    torch.save({"net": net.state_dict()}, folder + "/net.pt")


def read_bad(folder):
    # CHECK: store.py:12:12: warning: 'torch.load' without a device
    return torch.load(folder + "/net.pt")

#--- tests/test_store.py
import tempfile

import torch

from package.store import read_bad, write

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def look_good(folder):
    return torch.load(folder + "/net.pt")


def test_read():
    with tempfile.TemporaryDirectory() as folder:
        write(torch.nn.Linear(2, 2).to(device), folder)
        assert read_bad(folder)
        assert look_good(folder)
