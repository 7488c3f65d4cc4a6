# A module that ends where there is no accelerator guards all that stands in it, in whatever order; one that goes on
# does not, and one that fails for another reason does not either.
# RUN: split-file %s %t
# RUN: %device_tidy check --isolated --output-format concise --level 1 %t/asserts.py %t/exits.py | count 0
# RUN: not %device_tidy check --isolated --output-format concise --level 1 %t/prints.py | FileCheck %t/prints.py --implicit-check-not=warning:
# RUN: not %device_tidy check --isolated --output-format concise --level 1 %t/calls.py | FileCheck %t/calls.py --implicit-check-not=warning:

#--- asserts.py
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


class Loader:
    def load(self, path):
        return torch.load(path)

    def styles(self, noise):
        return noise.cuda()


assert torch.cuda.is_available(), "this needs a GPU"

#--- exits.py
import sys

import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
if not torch.cuda.is_available():
    print("this needs a GPU")
    sys.exit(1)


def styles(noise):
    return noise.cuda()

#--- prints.py
import torch

if not torch.cuda.is_available():
    print("this takes a while")


class Loader:
    def load_model(self, path):
        return torch.load(path)
        # CHECK: :[[@LINE-1]]:16: warning: 'torch.load' without a device

    def styles(self, noise):
        return noise.cuda()
        # CHECK: :[[@LINE-1]]:22: warning: 'cuda' needs an accelerator

#--- calls.py
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def styles(noise):
    return noise.cuda()
    # CHECK: :[[@LINE-1]]:18: warning: 'cuda' needs an accelerator


print(styles(torch.ones(2)))
