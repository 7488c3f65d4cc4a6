# The base of a class, in another file, asks for an accelerator: the program runs without one.
# RUN: rm -rf %t && split-file %s %t && mkdir -p %t/.git
# RUN: cd %t && not %device_tidy check --isolated --level 2 --output-format concise agent.py | FileCheck %s --implicit-check-not=warning:
# CHECK: agent.py:11:16: warning: 'torch.load' without a device: fails on a machine without a GPU if the file was saved on one
#--- base.py
import torch


class Base:
    def __init__(self):
        self.use_cuda = torch.cuda.is_available()
#--- agent.py
import torch
from base import Base


class Bad(Base):
    def setup(self, model):
        if self.use_cuda:
            model.cuda()

    def load(self, path):
        return torch.load(path)


class Good(Base):
    def load(self, path):
        return torch.load(path, map_location="cpu")
