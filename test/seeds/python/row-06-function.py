# Row 6: a loader without pin_memory. A function that numbers its batches; an argument chooses the device.
# RUN: not %check --select device-unpinned-copy %s | FileCheck %s --implicit-check-not=warning:
# RUN: %repaired %s > %t.py
# RUN: %check --select device-unpinned-copy %t.py | count 0
# RUN: %check %t.py | count 0
import argparse

import torch
import torch.nn.functional as F
from torch.utils import data


def evaluate(model: torch.nn.Module, dataset: data.Dataset, device: torch.device, batch_size: int) -> float:
    loader = data.DataLoader(dataset, batch_size=batch_size)  # GOOD: loader = data.DataLoader(dataset, batch_size=batch_size, pin_memory=True)
    # CHECK: :[[@LINE-1]]:14: warning: each batch of the data loader is copied to 'device' from pageable memory: the copy cannot overlap with other work [device-unpinned-copy]
    total = torch.zeros((), device=device)
    with torch.inference_mode():
        for number, batch in enumerate(loader):
            x, y = batch[0].to(device), batch[1].to(device)
            total += F.cross_entropy(model(x), y)
            if number % 10 == 0:
                print("batch", number)
    return total.item() / len(loader)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--batch-size", type=int, default=16)
    args = parser.parse_args()
    x = torch.randn(64, 6)
    dataset = data.TensorDataset(x, (x.sum(1) > 0).long())
    model = torch.nn.Linear(6, 2).to(args.device)
    print(evaluate(model, dataset, torch.device(args.device), args.batch_size))


if __name__ == "__main__":
    main()
