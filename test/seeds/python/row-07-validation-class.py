# Row 7: the batches of the validation set are not moved. A class with two loops.
# RUN: not %check --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# RUN: %repaired %s > %t.py
# RUN: %check %t.py | count 0
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


class Learner:
    def __init__(self, model, lr):
        self.device = "cuda" if torch.cuda.is_available() else "cpu"
        self.model = model.to(self.device)
        self.optimizer = torch.optim.SGD(model.parameters(), lr=lr)
        self.loss_fn = nn.MSELoss()

    def fit(self, train_loader, valid_loader, epochs):
        for epoch in range(epochs):
            self.model.train()
            for x, y in train_loader:
                x, y = x.to(self.device), y.to(self.device)
                self.optimizer.zero_grad()
                self.loss_fn(self.model(x), y).backward()
                self.optimizer.step()
            print(epoch, self.validate(valid_loader))

    def validate(self, valid_loader):
        self.model.eval()
        losses = []
        with torch.no_grad():
            for x, y in valid_loader:
                # GOOD: x, y = x.to(self.device), y.to(self.device)
                losses.append(self.loss_fn(self.model(x), y).item())
                # CHECK: :[[@LINE+10]]:82: warning: operands of 'Sequential' may be on different devices: 'self.model' on cuda, 'x' on cpu [device-mixed-operands]
        return sum(losses) / len(losses)


def loader(count):
    x = torch.rand(count, 2)
    return DataLoader(TensorDataset(x, x.prod(1, keepdim=True)), batch_size=8, pin_memory=True)


if __name__ == "__main__":
    Learner(nn.Sequential(nn.Linear(2, 8), nn.ReLU(), nn.Linear(8, 1)), lr=0.05).fit(loader(64), loader(16), epochs=2)
