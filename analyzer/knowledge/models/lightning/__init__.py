"""A model of lightning: what a Fabric places, and where.

Read by the analyzer in place of what it defines, never run. Modules are moved, and the batches of loaders come from where
the process computes; all is given back (fabric/fabric.py, Fabric.setup and setup_dataloaders).
"""

import torch


class Fabric:
    def __init__(self, accelerator="auto"):
        self.device = torch.device("cuda" if torch.cuda.is_available() and accelerator != "cpu" else "cpu")

    def setup(self, module: torch.nn.Module, first=None, second=None):
        module.to(self.device)
        if first is None:
            return module
        # Nobody unpacks more than was given.
        return module, first, second

    def setup_module(self, module: torch.nn.Module):
        module.to(self.device)
        return module

    def setup_dataloaders(
        self, first: torch.nn.Module, second: torch.nn.Module = None, third: torch.nn.Module = None
    ):
        first.to(self.device)
        if second is None:
            return first
        second.to(self.device)
        if third is not None:
            third.to(self.device)
        return first, second, third
