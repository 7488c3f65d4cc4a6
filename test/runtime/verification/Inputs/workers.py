# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A device error in another thread or process than the one that sees it."""

import sys
import threading

import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset


class Samples(Dataset):
    def __len__(self):
        return 4

    def __getitem__(self, index):
        sample = torch.ones(3)
        if sys.argv[1] == "bad":
            return sample + self.shift()
        return sample + 1

    def shift(self):
        return torch.ones(3, device="meta")


class Scaled(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 2)
        self.scale = torch.ones(2, device="cuda:0")
        if sys.argv[1] == "good":
            del self.scale
            self.register_buffer("scale", torch.ones(2))

    def forward(self, x):
        return self.fc(x) * self.scale


def thread():
    x = torch.ones(3, device="cuda")
    y = torch.ones(3, device="cuda" if sys.argv[1] == "good" else "cpu")
    return x + y


def rank(index, what):
    x = torch.ones(3, device="cuda")
    bias = torch.ones(3, device="cuda" if what == "good" else "cpu")
    if index == 1:
        return x + bias
    try:
        x + bias
    except RuntimeError:
        sys.exit(0)


def main():
    what = sys.argv[2]
    if what in ("fork", "spawn"):
        for batch in DataLoader(Samples(), batch_size=2, num_workers=2, multiprocessing_context=what):
            assert batch.shape == (2, 3)
    elif what == "parallel":
        model = nn.DataParallel(Scaled().cuda())
        assert model(torch.ones(4, 3, device="cuda")).shape == (4, 2)
    elif what.startswith("ranks-"):
        torch.multiprocessing.start_processes(
            rank, args=(sys.argv[1],), nprocs=2, start_method=what.removeprefix("ranks-")
        )
    else:
        worker = threading.Thread(target=thread)
        worker.start()
        worker.join()
    print("done")


if __name__ == "__main__":
    main()
