# Guide 2, example 2, a model is moved after it was made: silent. Its parameters were on the CPU before.
# RUN: %check %s | count 0
# RUN: sed 's/^net = Net().to(device)/net = Net()\nprint(net(torch.randn(1, 3, 32, 32).to(device)))/' %s > %t.py
# RUN: not %check %t.py | FileCheck %s --implicit-check-not=warning:
import torch
import torch.nn as nn

class Net(nn.Module):
    def __init__(self):
        super(Net, self).__init__()
        self.conv1 = nn.Conv2d(3, 6, 5)
        self.pool = nn.MaxPool2d(2, 2)
        self.conv2 = nn.Conv2d(6, 16, 5)
        self.fc1 = nn.Linear(16 * 5 * 5, 120)
        self.fc2 = nn.Linear(120, 84)
        self.fc3 = nn.Linear(84, 10)

    def forward(self, x):
        x = self.pool(nn.functional.relu(self.conv1(x)))
        x = self.pool(nn.functional.relu(self.conv2(x)))
        x = x.view(-1, 16 * 5 * 5)
        x = nn.functional.relu(self.fc1(x))
        x = nn.functional.relu(self.fc2(x))
        x = self.fc3(x)
        return x

# Define the device
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

# Instantiate the model and move it to the device
net = Net().to(device)
# CHECK: :32:7: warning: operands of 'Conv2d' may be on different devices: 'self.conv1' on cpu, 'x' on cuda [device-mixed-operands]
