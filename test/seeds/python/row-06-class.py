# Row 6: a loader without pin_memory. A class that copies its batches entry by entry.
# RUN: not %check --select device-unpinned-copy %s | FileCheck %s --implicit-check-not=warning:
# RUN: %repaired %s > %t.py
# RUN: %check --select device-unpinned-copy %t.py | count 0
# RUN: %check %t.py | count 0
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset


class Signals(Dataset):
    def __init__(self, count, length):
        self.waves = torch.sin(torch.rand(count, 1) * torch.arange(length))

    def __len__(self):
        return self.waves.shape[0]

    def __getitem__(self, index):
        wave = self.waves[index]
        return {"wave": wave, "next": wave.roll(-1)}


class Experiment:
    def __init__(self, dataset, workers=0):
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self.dataset = dataset
        self.workers = workers
        self.net = nn.Linear(10, 10).to(self.device)
        self.optimizer = torch.optim.Adam(self.net.parameters())

    def train(self, epochs):
        loader = DataLoader(self.dataset, 16, True, num_workers=self.workers)  # GOOD: loader = DataLoader(self.dataset, 16, True, num_workers=self.workers, pin_memory=True)
        # CHECK: :[[@LINE-1]]:18: warning: each batch of the data loader is copied to 'self.device' from pageable memory: the copy cannot overlap with other work [device-unpinned-copy]
        for _ in range(epochs):
            for batch in loader:
                wave = batch["wave"].to(self.device, non_blocking=True)
                target = batch["next"].to(self.device, non_blocking=True)
                loss = nn.functional.mse_loss(self.net(wave), target)
                self.optimizer.zero_grad()
                loss.backward()
                self.optimizer.step()


if __name__ == "__main__":
    Experiment(Signals(64, 10)).train(2)
