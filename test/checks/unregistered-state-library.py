# RUN: not %device_tidy check --isolated --level 2 --select device-unregistered-state --output-format concise %s | FileCheck %s --implicit-check-not=warning:
# What a library's class does to itself, it does not do to members of which it knows nothing.
import torch
from torch import nn
from transformers import PreTrainedModel


class Model(PreTrainedModel):
    def __init__(self, config):
        super().__init__(config)
        self.embed = nn.Embedding(3, 4)
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'table' is not registered with 'Model', so 'to' leaves it on cpu
        self.table = torch.zeros(3, 4)
        self.post_init()

    def forward(self, ids):
        return self.embed(ids) + self.table


class Good(PreTrainedModel):
    def __init__(self, config):
        super().__init__(config)
        self.embed = nn.Embedding(3, 4)
        self.register_buffer("table", torch.zeros(3, 4))
        self.post_init()

    def forward(self, ids):
        return self.embed(ids) + self.table


# A method that a class of the program defines, or nobody, may do anything.
class Base(PreTrainedModel):
    def __init__(self, config):
        super().__init__(config)
        self.embed = nn.Embedding(3, 4)
        self.table = torch.zeros(3, 4)
        self.finish()

    def forward(self, ids):
        return self.embed(ids) + self.table


class Derived(Base):
    def finish(self):
        self.table = nn.Parameter(self.table)


class Mixed(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(3, 4)
        self.table = torch.zeros(3, 4)
        self.finish()

    def forward(self, ids):
        return self.embed(ids) + self.table
