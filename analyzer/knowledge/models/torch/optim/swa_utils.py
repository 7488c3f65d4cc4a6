"""A model of torch.optim.swa_utils: an averaged model is a copy, where its model was when it was made.

Read by the analyzer in place of what it defines, never run (torch/optim/swa_utils.py, AveragedModel.__init__).
"""

import copy

import torch


class AveragedModel(torch.nn.Module):
    def __init__(self, model: torch.nn.Module, device=None, avg_fn=None, multi_avg_fn=None, use_buffers=False):
        super().__init__()
        self.module = copy.deepcopy(model)
        if device is not None:
            self.to(device)

    def forward(self, input, other=None):
        return self.module(input)

    def update_parameters(self, model):
        return None
