# RUN: not %device_tidy check --isolated --level 2 --select device-cpu-only-argument --output-format concise %s | FileCheck %s --implicit-check-not='warning:'
# RUN: %device_tidy check --isolated --level 1 %s
# A trainer moves all of a batch to where the module is, lengths too; who calls a module leaves them on the CPU.
from typing import Dict

import torch
from lightning import LightningModule
from torch import nn
from torch.nn.utils import rnn


class Steps(LightningModule):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(4, 1)

    def training_step(self, batch, batch_idx):
        x, y = batch
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'pack_padded_sequence' takes this argument on the CPU only: 'x["lengths"]' on its caller's device
        return self.step_bad(x, y)

    def validation_step(self, batch, batch_idx):
        x, y = batch
        return self.step_good(x, y)

    def test_step(self, batch: Dict[str, torch.Tensor], batch_idx):
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'pack_padded_sequence' takes this argument on the CPU only: 'batch["lengths"]' on its caller's device
        return rnn.pack_padded_sequence(batch["x"], batch["lengths"], enforce_sorted=False)

    def step_bad(self, x: Dict[str, torch.Tensor], y: torch.Tensor):
        return rnn.pack_padded_sequence(y, lengths=x["lengths"], batch_first=True, enforce_sorted=False)

    def step_good(self, x: Dict[str, torch.Tensor], y: torch.Tensor):
        return rnn.pack_padded_sequence(y, lengths=x["lengths"].cpu(), batch_first=True, enforce_sorted=False)

    def forward(self, x: torch.Tensor, lengths: torch.Tensor):
        return rnn.pack_padded_sequence(x, lengths, batch_first=True)


class Untyped(LightningModule):
    # A loader may as well give a list of numbers.
    def training_step(self, batch, batch_idx):
        x, lengths = batch
        return rnn.pack_padded_sequence(x, lengths, enforce_sorted=False)


class MovesItself(LightningModule):
    def transfer_batch_to_device(self, batch, device, dataloader_idx):
        batch["x"] = batch["x"].to(device)
        return batch

    def training_step(self, batch: Dict[str, torch.Tensor], batch_idx):
        return rnn.pack_padded_sequence(batch["x"], batch["lengths"], enforce_sorted=False)
