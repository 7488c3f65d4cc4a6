# A rank that one caller writes down and others count is the index of an accelerator.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-parallel-before-move %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn


def main_good(rank, config):
    model = nn.Linear(2, 2)
    model = model.to(rank)
    return nn.parallel.DistributedDataParallel(model, device_ids=[rank], output_device=rank)


def run_good(config):
    if config["n_gpu"] > 1:
        torch.multiprocessing.spawn(main_good, nprocs=config["n_gpu"], args=(config,))
    else:
        main_good(0, config)


def main_bad(rank, config):
    model = nn.Linear(2, 2)
    model = model.to("cpu")
    # CHECK: :[[#@LINE+1]]:12: warning:
    return nn.parallel.DistributedDataParallel(model, device_ids=[rank], output_device=rank)


def run_bad(config):
    if config["n_gpu"] > 1:
        torch.multiprocessing.spawn(main_bad, nprocs=config["n_gpu"], args=(config,))
    else:
        main_bad(0, config)


class Trainer:
    def __init__(self, rank, config):
        self.rank = rank
        self.model = self.make(config)

    def make(self, config):
        model = nn.Linear(2, 2)
        model = model.to(self.rank)
        return nn.parallel.DistributedDataParallel(model, device_ids=[self.rank])


def main_kept_good(rank, config):
    return Trainer(rank, config)


def run_kept_good(config):
    if config["n_gpu"] > 1:
        torch.multiprocessing.spawn(main_kept_good, nprocs=config["n_gpu"], args=(config,))
    else:
        main_kept_good(0, config)
