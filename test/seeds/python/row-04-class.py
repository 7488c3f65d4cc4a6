# Row 4: cuda() and to(device) mixed. A class.
# RUN: not %check --select device-mixed-transfer %s | FileCheck %s --implicit-check-not=warning:
# RUN: %repaired %s > %t.py
# RUN: %check %t.py | count 0
import torch
import torch.nn as nn
from torch.utils.data import DataLoader, TensorDataset


class Evaluator(object):
    def __init__(self, model, device):
        self.device = device
        self.model = model.to(device)
        self.model.eval()

    @torch.no_grad()
    def accuracy(self, loader):
        right, seen = 0, 0
        for images, labels in loader:
            images = images.to(self.device)
            labels = labels.cuda()  # GOOD: labels = labels.to(self.device)
            # CHECK: :[[@LINE-1]]:29: warning: 'labels' is moved with 'cuda', other tensors with 'to' and 'self.device': the devices can differ [device-mixed-transfer]
            guess = self.model(images).argmax(dim=1)
            right += (guess == labels).sum().item()
            seen += labels.size(0)
        return right / seen


def main():
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    data = TensorDataset(torch.rand(64, 1, 4, 4), torch.randint(0, 2, (64,)))
    loader = DataLoader(data, batch_size=16, pin_memory=True)
    model = nn.Sequential(nn.Flatten(), nn.Linear(16, 2))
    print(Evaluator(model, device).accuracy(loader))


if __name__ == "__main__":
    main()
