# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Drops the result of a move in the program, and in each of several processes of it."""

import multiprocessing
import os
import signal
import sys

import torch
from torch.utils.data import DataLoader, Dataset


def in_program():
    x = torch.ones(3)
    x.to("meta")


def in_process(index):
    x = torch.ones(3)
    x.to(f"cuda:{index}")


def in_one(index):
    x = torch.ones(3)
    if index == 1:
        x.to("meta")


class Samples(Dataset):
    def __len__(self):
        return 8

    def __getitem__(self, index):
        sample = torch.ones(3)
        sample.to("meta")
        in_one(torch.utils.data.get_worker_info().id)
        return sample


def rank(index):
    in_process(index)
    in_one(index)


def killed(index, found):
    in_process(index)
    found.wait()
    os.kill(os.getpid(), signal.SIGKILL)


def main():
    how, method = sys.argv[1:]
    in_program()
    if how == "loader":
        for batch in DataLoader(Samples(), batch_size=2, num_workers=2, multiprocessing_context=method):
            assert batch.shape == (2, 3)
    elif how == "ranks":
        torch.multiprocessing.start_processes(rank, nprocs=2, start_method=method)
    elif how == "killed":
        found = multiprocessing.get_context(method).Barrier(2)
        try:
            torch.multiprocessing.start_processes(killed, (found,), nprocs=2, start_method=method)
        except torch.multiprocessing.ProcessExitedException as error:
            print(error)
    else:
        os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    main()
