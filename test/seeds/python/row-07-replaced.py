# Row 7: the last layer is replaced after the model was moved.
# RUN: not %check --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# RUN: %repaired %s > %t.py
# RUN: %check %t.py | count 0
import torch
import torch.nn as nn


class SmallNet(nn.Module):
    def __init__(self, num_classes=1000):
        super().__init__()
        self.features = nn.Sequential(nn.Conv2d(3, 4, 3), nn.ReLU(), nn.AdaptiveAvgPool2d((1, 1)))
        self.fc = nn.Linear(4, num_classes)

    def forward(self, x):
        x = self.features(x)
        x = torch.flatten(x, 1)
        return self.fc(x)


def finetune(num_classes):
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    model = SmallNet().to(device)
    for p in model.parameters():
        p.requires_grad = False
    model.fc = nn.Linear(model.fc.in_features, num_classes)  # GOOD: model.fc = nn.Linear(model.fc.in_features, num_classes).to(device)
    x = torch.rand(2, 3, 16, 16).to(device)
    return model(x)
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'Linear' may be on different devices: 'self.fc' on cpu, 'x' on cuda [device-mixed-operands]


if __name__ == "__main__":
    print(finetune(7).shape)
