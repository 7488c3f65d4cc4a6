# Row 19: a model is brought back to the CPU for its export, the inputs are not. Functions with an argument parser.
# RUN: not %check --select device-export-mismatch %s | FileCheck %s --implicit-check-not=warning:
# RUN: %repaired %s > %t.py
# RUN: %check %t.py | count 0
import argparse

import torch


class Scale(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.factor = torch.nn.Parameter(torch.ones(1, 3))

    def forward(self, x, shift):
        return x * self.factor + shift


def export(path, device):
    scale = Scale().to(device)
    x = torch.rand(2, 3, device=device)
    shift = torch.rand(3, device=device)
    print(scale(x, shift))
    scale.cpu()  # GOOD: scale.cpu(); x, shift = x.cpu(), shift.cpu()
    torch.onnx.export(scale, (x, shift), path, dynamo=False)
    # CHECK: :[[@LINE-1]]:5: warning: 'export' may run a module with example inputs on another device: 'scale' on cpu, 'x' on 'device' [device-export-mismatch]


def main():
    parser = argparse.ArgumentParser(description="writes a model as ONNX")
    parser.add_argument("--output", default="scale.onnx")
    args = parser.parse_args()
    export(args.output, "cuda:0" if torch.cuda.is_available() else "cpu")


if __name__ == "__main__":
    main()
