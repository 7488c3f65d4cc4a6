# A constructor sets state through methods that call each other.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn


class Bad(nn.Module):
    def __init__(self):
        super().__init__()
        self.load()

    def load(self):
        self.load_layers()

    def load_layers(self):
        layers = []
        for _ in range(3):
            layers.append(nn.Linear(2, 2))
        self.layers = layers
        # CHECK: :[[@LINE-1]]:23: warning: 'layers' is not registered with 'Bad', so 'to' leaves it on cpu

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x


class Good(nn.Module):
    def __init__(self):
        super().__init__()
        self.load()

    def load(self):
        self.load_layers()

    def load_layers(self):
        layers = []
        for _ in range(3):
            layers.append(nn.Linear(2, 2))
        self.layers = nn.ModuleList(layers)

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x
