# Row 5: the validation set is not moved. Functions.
# RUN: not %check --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# RUN: %repaired %s > %t.py
# RUN: %check %t.py | count 0
import argparse

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, TensorDataset


def train(args, model, device, loader, optimizer, epoch):
    model.train()
    for batch_idx, (data, target) in enumerate(loader):
        data, target = data.to(device), target.to(device)
        optimizer.zero_grad()
        output = model(data)
        loss = F.nll_loss(output, target)
        loss.backward()
        optimizer.step()
        if batch_idx % args.log_interval == 0:
            print("Train Epoch: {} Loss: {:.6f}".format(epoch, loss.item()))


def validate(model, device, loader):
    model.eval()
    test_loss = 0
    correct = 0
    with torch.no_grad():
        for data, target in loader:
            # GOOD: data, target = data.to(device), target.to(device)
            output = model(data)
            test_loss += F.nll_loss(output, target, reduction="sum").item()
            pred = output.argmax(dim=1, keepdim=True)
            correct += pred.eq(target.view_as(pred)).sum().item()
    print("Average loss: {:.4f}, {} right".format(test_loss / len(loader.dataset), correct))


def main():
    parser = argparse.ArgumentParser(description="PyTorch example")
    parser.add_argument("--no-cuda", action="store_true", default=False)
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--log-interval", type=int, default=10)
    args = parser.parse_args()
    use_cuda = not args.no_cuda and torch.cuda.is_available()
    torch.manual_seed(1)
    device = torch.device("cuda" if use_cuda else "cpu")

    kwargs = {"num_workers": 0, "pin_memory": True} if use_cuda else {}
    train_set = TensorDataset(torch.randn(64, 20), torch.randint(0, 3, (64,)))
    valid_set = TensorDataset(torch.randn(32, 20), torch.randint(0, 3, (32,)))
    train_loader = DataLoader(train_set, batch_size=16, shuffle=True, **kwargs)
    valid_loader = DataLoader(valid_set, batch_size=16, **kwargs)

    model = nn.Sequential(nn.Linear(20, 3), nn.LogSoftmax(dim=1)).to(device)
    optimizer = torch.optim.Adadelta(model.parameters(), lr=1.0)
    for epoch in range(1, args.epochs + 1):
        train(args, model, device, train_loader, optimizer, epoch)
        validate(model, device, valid_loader)
        # CHECK: :[[@LINE-1]]:9: warning: operands of 'Sequential' may be on different devices: 'model' on cuda, 'data' on cpu [device-mixed-operands]


if __name__ == "__main__":
    main()
