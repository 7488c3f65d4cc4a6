"""A model of accelerate: what an Accelerator places, and where.

Read by the analyzer in place of what it defines, never run. Modules are moved, and the batches of loaders come from where
the process computes; all is given back (accelerator.py, Accelerator.prepare and device).
"""

import torch


class Accelerator:
    def __init__(
        self,
        device_placement=True,
        split_batches=False,
        mixed_precision=None,
        gradient_accumulation_steps=1,
        cpu=False,
    ):
        self.device = torch.device("cuda" if torch.cuda.is_available() and not cpu else "cpu")

    def prepare(
        self,
        first: torch.nn.Module,
        second: torch.nn.Module = None,
        third: torch.nn.Module = None,
        fourth: torch.nn.Module = None,
        fifth: torch.nn.Module = None,
        sixth: torch.nn.Module = None,
    ):
        # What is no module and no loader stays as it is.
        first.to(self.device)
        if second is None:
            return first
        second.to(self.device)
        if third is not None:
            third.to(self.device)
        if fourth is not None:
            fourth.to(self.device)
        if fifth is not None:
            fifth.to(self.device)
        if sixth is not None:
            sixth.to(self.device)
        # Nobody unpacks more than was given.
        return first, second, third, fourth, fifth, sixth

    def prepare_model(self, model: torch.nn.Module):
        model.to(self.device)
        return model

    def prepare_data_loader(self, data_loader: torch.nn.Module):
        data_loader.to(self.device)
        return data_loader

    def unwrap_model(self, model):
        return model

    def gather(self, tensor):
        # Of all processes, where this one's is (utils/operations.py, _gpu_gather).
        return tensor

    def gather_for_metrics(self, input_data, use_gather_object=False):
        return input_data
