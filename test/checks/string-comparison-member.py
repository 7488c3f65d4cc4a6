# A member into which torch.device() goes is a device, whoever reads it.
# RUN: not %device_tidy check --isolated --output-format concise %s | FileCheck %s --implicit-check-not=warning:
import torch


class Predictor:
    def __init__(self, net, where, name: str = "cpu"):
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self.name = "cuda" if torch.cuda.is_available() else "cpu"
        self.given = where
        self.both = torch.device("cpu")
        self.both = name

    def bad(self, x):
        if self.device == "cpu":
            # CHECK: :[[@LINE-1]]:24: warning: 'self.device == "cpu"' is always false
            return x
        return x.to(self.device)

    def good(self, x):
        if self.device.type == "cpu" or self.name == "cpu" or self.given == "cpu" or self.both == "cpu":
            return x
        return x.to(self.device)
